import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from '../../text/compare.js'
import type { FactId } from '../../model/fact.js'
import { isPage, roleOf, unreadableName } from '../../model/note.js'
import { readBlobs } from '../../pipeline/read-blobs.js'
import type { Store } from '../../store/store.js'
import { largestNote, readAtMost, walk, type Refused } from '../../files/files.js'
import { idOnPage } from '../session/id-on-page.js'
import type { Session } from '../session/session.js'
import { isRegular } from '../session/pages-in-tree.js'
import { credentialsFound } from '../../credentials/without.js'
import { keepOwn } from '../../files/own-folder.js'
import { likelySecrets, ruleNames, ruleSet, type Likely } from './secret-rules.js'

/** A likely credential in a note or page, without its full text. */
export interface Secret {
  readonly path: string
  /** 1-based, in the working tree; in HEAD where only HEAD holds it. */
  readonly line: number
  /** In the rule's words: `AWS Access Key ID`, `a password`. */
  readonly kind: string
  /** The rule's name in its set, `aws`; `own` where only our own search finds it. */
  readonly rule: string
  /** Its first characters: four, or a quarter of a short one. */
  readonly starts: string
  readonly length: number
  /** Which versions of the file hold it. */
  readonly stands: 'both' | 'working-tree' | 'head'
  /** What `memory forget` takes; null where no fact or passage of HEAD says it. */
  readonly id: FactId | null
}

export interface SecretSearch {
  /** How many files were read, from the working tree, from HEAD, or from both. */
  readonly files: number
  readonly ruleSet: string
  readonly rules: readonly string[]
  /** By path and line. */
  readonly found: readonly Secret[]
  readonly unread: readonly { readonly path: string; readonly why: string }[]
}

/** A file's bytes in the working tree and in HEAD; undefined where it is missing. */
interface Versions {
  readonly path: string
  readonly here: Buffer | undefined
  readonly committed: Buffer | undefined
}

export function secretsIn(session: Session, store: Store, tree: string | null): SecretSearch {
  const unread = new Map<string, string>()
  const found: Secret[] = []
  let files = 0
  for (const versions of allVersions(session, store, tree, (path, why) => unread.set(path, why))) {
    files++
    for (const each of secretsOf(store, versions)) found.push(each)
  }
  return {
    files,
    ruleSet,
    rules: ruleNames,
    found: found.toSorted((a, b) => compare(a.path, b.path) || a.line - b.line),
    unread: [...unread].map(([path, why]) => ({ path, why })).toSorted((a, b) => compare(a.path, b.path)),
  }
}

/** A file in the clone's own folder, made once somebody was told how many lines hold a credential. */
const toldName = 'credentials-told'

/** How many lines hold a likely credential, told once in a clone; null where none does, or it was told before. */
export function linesToTell(session: Session, store: Store, tree: string | null): number | null {
  const { ownFolder } = session.repository
  if (existsSync(join(ownFolder, toldName))) return null
  const lines = new Set(secretsIn(session, store, tree).found.map(({ path, line }) => `${path}#L${line}`))
  if (lines.size === 0) return null
  keepOwn(ownFolder, toldName, '')
  return lines.size
}

/** Whether a path is Markdown of the workspace, indexed or not. */
const isSearched = (path: string): boolean => ['note', 'generated', 'unread-markdown'].includes(roleOf(path))

function* allVersions(
  session: Session,
  store: Store,
  tree: string | null,
  skip: (path: string, why: string) => void,
): Generator<Versions> {
  const { root, repository } = session
  const closed = (path: string, { refused }: Refused): void => skip(path, refused)
  const below = [...readdirSync(root), ...walk(root, 'memory', closed), ...walk(root, 'bank', closed)]
  const standing = new Set(below.filter(isSearched))
  const inHead = (tree === null ? [] : repository.files(tree)).filter(({ path }) => isSearched(path))
  for (const { path, mode } of inHead) if (mode === unreadableName) skip(path, nameNotRead)

  const regular = inHead.filter(isRegular)
  const total = new Set([...standing, ...regular.map(({ path }) => path)]).size
  const progress = session.progress('Searching')
  let done = 0
  const read = (path: string, bytes: Buffer | number | Refused | undefined): Buffer | undefined => {
    if (bytes === undefined || Buffer.isBuffer(bytes)) return bytes
    skip(path, typeof bytes === 'number' ? `${bytes} bytes, the limit is ${largestNote}` : bytes.refused)
    return undefined
  }
  const standingAt = (path: string): Buffer | number | Refused | undefined =>
    standing.delete(path) ? readAtMost(root, path, largestNote) : undefined

  for (const batch of readBlobs(session.syncContext(store), regular))
    for (const { file, bytes } of batch) {
      const { path } = file
      const stands = standingAt(path)
      const [here, committed] = [read(path, stands), read(path, bytes ?? lacking)]
      // An unreadable version counts as equal to the other: what may stand in both is not said to stand in one alone.
      if (here ?? committed)
        yield { path, here: stands === undefined ? undefined : (here ?? committed), committed: committed ?? here }
      progress?.(++done, total)
    }
  for (const path of standing) {
    const stands = standingAt(path)
    const here = read(path, stands)
    if (here) yield { path, here, committed: undefined }
    // Node lists such a file by a name that opens nothing.
    else if (stands === undefined && path.includes('\uFFFD')) skip(path, nameNotRead)
    progress?.(++done, total)
  }
}

const nameNotRead = 'its name is not UTF-8'
const lacking: Refused = { refused: 'this clone does not hold its bytes' }

type SecretFound = Likely & { readonly line: number }

/** The likely credentials of a file; one in both versions is told once, at its line in the working tree. */
function secretsOf(store: Store, { path, here, committed }: Versions): Secret[] {
  const text = committed?.toString('utf8') ?? ''
  const before = placed(path, text)
  const now = committed && here?.equals(committed) ? before : placed(path, here?.toString('utf8') ?? '')

  /** HEAD's credentials by rule and secret, the first one last, for `pop`. */
  const left = new Map<string, SecretFound[]>()
  for (const each of before.toReversed()) {
    const alike = left.get(keyOf(each))
    if (alike) alike.push(each)
    else left.set(keyOf(each), [each])
  }
  const told = ({ line, kind, rule, secret }: SecretFound, stands: Secret['stands'], id: FactId | null): Secret => {
    return {
      path,
      line,
      kind,
      rule,
      starts: secret.slice(0, Math.min(4, secret.length / 4)),
      length: secret.length,
      stands,
      id,
    }
  }
  const standing = now.map((each) => {
    const same = left.get(keyOf(each))?.pop()
    if (same) return told(each, 'both', idOf(store, path, text, same))
    return told(each, 'working-tree', isPage(path) ? idOfGenerated(store, path, here!.toString('utf8'), each) : null)
  })
  return [...standing, ...[...left.values()].flat().map((each) => told(each, 'head', idOf(store, path, text, each)))]
}

/** With `core.autocrlf` a key of many lines has other line ends in HEAD. */
const keyOf = ({ rule, secret }: Likely): string => `${rule} ${secret.replaceAll('\r', '')}`

function placed(path: string, text: string): SecretFound[] {
  let line = 1
  let read = 0
  // As notes are read: a lone carriage return, as of a progress bar, ends a line, but none of a page.
  const endsLine = (at: number): boolean =>
    text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n' && !path.startsWith('bank/'))
  return likelyIn(path, text).map((likely) => {
    for (; read < likely.at; read++) if (endsLine(read)) line++
    return { ...likely, line }
  })
}

/** What the rules of secretlint find, and what our own search finds elsewhere. */
function likelyIn(path: string, text: string): Likely[] {
  const ruled = likelySecrets(path, text)
  let next = 0
  let told = 0
  const own = credentialsFound(text).flatMap(({ at, secret, kind }): Likely[] => {
    for (; next < ruled.length && ruled[next]!.at <= at; next++)
      told = Math.max(told, ruled[next]!.at + ruled[next]!.secret.length)
    const end = at + secret.length
    if (at < told || (ruled[next]?.at ?? Infinity) < end) return []
    told = end
    return [{ at, secret, rule: 'own', kind }]
  })
  return [...ruled, ...own].toSorted((a, b) => a.at - b.at)
}

/** The id of the fact or passage that a line of HEAD's file says. */
function idOf(store: Store, path: string, text: string, found: SecretFound): FactId | null {
  const facts = store.factsAt(path, found.line)
  const saying = facts.find((fact) => fact.text.includes(found.secret)) ?? facts[0]
  return saying?.id ?? (isPage(path) ? idOfGenerated(store, path, text, found) : null)
}

/** The id of the fact that a generated line shows: once the fact is forgotten, the next page lacks the line. */
function idOfGenerated(store: Store, path: string, text: string, { at, secret }: SecretFound): FactId | null {
  const end = text.indexOf('\n', at)
  const line = text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end)
  const id = idOnPage(`${path}#L1`, () => line)?.slice(1)
  return id !== undefined && store.factsById([id]).some((fact) => fact.text.includes(secret)) ? id : null
}
