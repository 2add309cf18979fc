import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../../src/sqlite/engine.js'
import type { Workspace } from '../../../src/index.js'
import { MemoryError } from '../../../src/model/error.js'
import { foldFull } from '../../../src/belief/fold-full.js'
import { dateAskedIn } from '../../../src/language/dates.js'
import { notedDays, type AskContext } from '../../../src/recall/question/as-of.js'
import { misspelt } from '../../../src/recall/question/near-names.js'
import { recall } from '../../../src/recall/recall.js'
import { dump } from '../../../src/store/dump.js'
import { openStore, type Store } from '../../../src/store/store.js'
import type { Repo } from '../../support/with-repo.js'
import { filesOf, indexed, naiveIndex, type NaiveFile } from './naive.js'
import { pagesBehind } from './pages-behind.js'
import { referenceFacts } from './reference.js'
import { indexFile } from '../../support/index-place.js'

/** What an index holds: the lines of its dump, and the answers to a few questions; or why there is none. */
type Held = { readonly lines: readonly string[]; readonly answers: readonly string[] } | { readonly refused: string }

const questions = ['what does @Peter like', 'tea', 'does anna live in Graz', '喝茶', 'reviews on Fridays', 'mia']

/** All that a sync may look at. */
const looked = ['memory', 'bank', 'MEMORY.md', 'USER.md']

/**
 * Knows what an index should hold, and tells whether one does. It looks at a
 * second working tree of the same repository, with a copy of the index in it:
 * looking must not heal what is looked at.
 */
export class Oracle {
  readonly #repo: Repo
  /** By tree: the same tree is the same index. */
  readonly #expected = new Map<string, Held>()

  constructor(repo: Repo) {
    this.#repo = repo
  }

  /** The first thing that is not as it should be in a working tree; undefined where all is. With `pages`: pages too. */
  async divergence(repo: Repo, pages = false): Promise<string | undefined> {
    const expected = await this.#held(repo)
    const copy = this.#repo.at('copy')
    for (const name of looked) copy.copyFrom(repo, name)
    shareGit(repo, copy)
    const mixed = this.#mixture(copy)
    if (mixed !== undefined) return mixed
    const wrong = await copy.use(async (workspace) => difference(expected, await heldBy(workspace)))
    return wrong ?? (pages ? pagesBehind(copy) : undefined)
  }

  /** The same where somebody asks there, so that the index is brought up to date. */
  divergenceWhenAsked(repo: Repo): Promise<string | undefined> {
    return repo.use((workspace) => this.divergenceOf(workspace, repo))
  }

  /** The same of a workspace that is open. */
  async divergenceOf(workspace: Workspace, repo: Repo): Promise<string | undefined> {
    return difference(await this.#held(repo), await heldBy(workspace))
  }

  /** Law 3 (crash): an index that stands for another tree than HEAD's holds what belongs to that tree, all of it. */
  #mixture(copy: Repo): string | undefined {
    if (!copy.exists(indexFile)) return undefined
    try {
      const db = openDatabase(copy.path(indexFile), { readonly: true })
      try {
        const tree = db.prepare("SELECT value FROM meta WHERE key = 'tree'").pluck().get() as string
        const expected = this.#expected.get(tree)
        if (expected === undefined || 'refused' in expected) return undefined
        const different = firstDifference(expected.lines, [...dump(db)])
        return different && `law 3 (crash): not what the tree holds that the index says it stands for\n${different}`
      } finally {
        db.close()
      }
    } catch {
      return undefined // damaged, and so built again by whoever opens it next
    }
  }

  async #held(repo: Repo): Promise<Held> {
    const tree = repo.tryGit('rev-parse', '-q', '--verify', 'HEAD^{tree}').stdout.trim()
    const known = this.#expected.get(tree)
    if (known) return known
    const held = await this.#build(repo, tree)
    this.#expected.set(tree, held)
    return held
  }

  async #build(repo: Repo, tree: string): Promise<Held> {
    const files = tree === '' ? [] : filesOf(repo, tree)
    const folder = this.#repo.at('naive')
    folder.remove('')
    let store
    try {
      store = await naiveIndex(files, folder.path())
    } catch (cause) {
      return refusal(cause)
    }
    try {
      const lines = [...store.dump()]
      const wrong = firstDifference(factsByReference(files), factsIn(lines))
      if (wrong) throw new Error(`not what the reference parser reads\n${wrong}`)
      return { lines, answers: answersOf(store) }
    } finally {
      store.close()
    }
  }
}

/** Give a copy a Git folder with a HEAD and an index of ours of its own; the rest it shares, as a linked worktree does. */
function shareGit(repo: Repo, copy: Repo): void {
  const [gitDir = '', common] = repo
    .git('rev-parse', '--path-format=absolute', '--git-dir', '--git-common-dir')
    .split('\n')
  copy.remove('.git')
  copy.write('.git/commondir', `${common}\n`)
  // By another process: closing an index file here would drop the locks of a workspace that has it open (POSIX).
  for (const name of ['HEAD', 'index', 'workspace-memory'])
    if (existsSync(join(gitDir, name))) copy.run('cp', '-R', '-P', join(gitDir, name), copy.path('.git'))
}

function refusal(cause: unknown): Held {
  if (cause instanceof MemoryError && cause.code === 'bad-config') return { refused: cause.code }
  throw cause
}

async function heldBy(workspace: Workspace): Promise<Held> {
  const lines: string[] = []
  try {
    await workspace.dump((line) => lines.push(line))
  } catch (cause) {
    return refusal(cause)
  }
  const store = openStore(workspace.repository.ownFolder)
  try {
    return { lines, answers: answersOf(store) }
  } finally {
    store.close()
  }
}

/** What recall finds, in its order: the search index counts words that no dump shows. */
function answersOf(store: Store): string[] {
  const today = '2025-12-01'
  const { canonical } = store.entities()
  const context: AskContext = {
    today,
    me: [],
    known: store.known,
    canonical,
    misspelt: (word) => misspelt(store, word),
    dateIn: dateAskedIn,
    folded: foldFull,
    ...notedDays(store),
  }
  return questions.flatMap((question) =>
    recall(store, question, { k: 10 }, context).results.map(
      ({ source, id, confidence }) => `${question}? ${source} ${id} ${confidence ?? ''}`,
    ),
  )
}

function difference(expected: Held, found: Held): string | undefined {
  if ('refused' in expected || 'refused' in found)
    return firstDifference(
      [JSON.stringify('refused' in expected ? expected : 'an index')],
      [JSON.stringify('refused' in found ? found : 'an index')],
    )
  const lines = firstDifference(expected.lines, found.lines)
  if (lines) return `law 1 (rebuild): the index is not that of a rebuild\n${lines}`
  const answers = firstDifference(expected.answers, found.answers)
  return answers && `law 1 (rebuild): the index answers otherwise than a rebuild\n${answers}`
}

function firstDifference(expected: readonly string[], found: readonly string[]): string | undefined {
  const at = Array.from({ length: Math.max(expected.length, found.length) }).findIndex(
    (_, line) => expected[line] !== found[line],
  )
  return at < 0 ? undefined : `  expected ${expected[at] ?? '(nothing)'}\n  found    ${found[at] ?? '(nothing)'}`
}

/** `memory/2025-11-27.md 4 4 opinion 950 ["Peter"] Likes tea` */
const factLine = (path: string, fact: readonly unknown[]): string =>
  [path, ...fact].map((part) => JSON.stringify(part)).join(' ')

function factsByReference(files: readonly NaiveFile[]): string[] {
  const settings = files.find(({ path }) => path === '.memory/config.json')?.bytes.toString() ?? '{}'
  const headings = (JSON.parse(settings) as { retain?: { headings?: string[] } }).retain?.headings ?? []
  return files
    .filter((file) => indexed(file) === 'note' && !file.path.startsWith('bank/'))
    .flatMap(({ path, bytes }) =>
      referenceFacts(textOf(bytes), headings).map(({ first, last, kind, confidence, mentions, text }) =>
        factLine(path, [first, last, kind, confidence, mentions, text]),
      ),
    )
    .toSorted()
}

/** Nothing in what is hardly UTF-8, or stands for a text that is elsewhere. */
function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8').replaceAll('\0', '\uFFFD')
  const broken = [...text].filter((character) => character === '\uFFFD').length
  const other = !isUtf8(bytes) && broken > 0.3 * text.length
  return text.startsWith('version https://git-lfs') || other ? '' : text
}

type DumpedFact = [
  table: string,
  path: string,
  first: number,
  last: number,
  id: string,
  kind: string,
  origin: string,
  ...rest: unknown[],
]

const factsIn = (lines: readonly string[]): string[] =>
  lines
    .map((line) => JSON.parse(line) as DumpedFact)
    .filter(
      ([table, , , , , kind, origin]) =>
        table === 'fact' && kind !== 'passage' && (origin === 'stated' || origin === 'held'),
    )
    .map(([, path, first, last, , kind, , , , , confidence, , , , , , , , , , , mentions, , , , , , text]) =>
      factLine(path, [first, last, kind, confidence, JSON.parse(mentions as string), text]),
    )
    .toSorted()
