import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { statOf } from '../files/files.js'
import { appendOwn, dropOwn } from '../files/own-folder.js'
import { isFactId, placeCited, type FactId } from '../model/fact.js'
import { attributeStances } from '../model/stance.js'
import type { Result } from '../recall/answer/result.js'
import type { Store } from '../store/store.js'
import { tokenCost } from '../text/tokens.js'
import type { Opened } from './session/opened.js'
import type { ReceiptedVerb } from './session/receipts-setting.js'
import type { Session } from './session/session.js'

/**
 * What a verb gave or took. Each is a line of the file, with no word of a question, an answer or a bullet:
 *
 *     {"at":"2025-11-29T12:00:00.000Z","session":"3f9a2c1b7d40","verb":"recall","ids":["k3f9a2c1x7"],"tokens":31}
 *     {"at":"2025-11-29T12:05:00.000Z","session":"3f9a2c1b7d40","verb":"retain","ids":["k3f9a2c1x7"],"tokens":0}
 */
export interface Receipt {
  readonly at: string
  readonly session: string | null
  readonly verb: 'recall' | 'brief' | 'retain'
  readonly ids: readonly FactId[]
  readonly tokens: number
}

export const currentReceipts = 'receipts.jsonl'
const former = /^receipts-\d+-\d+\.jsonl$/
/** Bytes of a full file, and how many full ones are kept: two megabytes in all. */
export const largestReceipts = 500_000
const mostFormer = 3
const mostIds = 500

const noting: Readonly<
  Record<ReceiptedVerb, (opened: Opened, given: readonly unknown[], answer: unknown) => Promise<void>>
> = {
  recall: (opened, _given, answer) => {
    const { results } = answer as { readonly results: readonly Result[] }
    const told = results.map(({ content, source, id }) => `${content} ${source} ^${id}`).join('\n')
    return note(
      opened.session,
      'recall',
      results.map(({ id }) => id),
      tokenCost(told),
    )
  },
  brief: (opened, _given, answer) => {
    const { text, tokens } = answer as { readonly text: string; readonly tokens: number }
    return note(opened.session, 'brief', idsIn(text), tokens)
  },
  retain: noteCited,
  retainSuggested: noteCited,
}

/** Notes what a verb gave a session, or what the session cites; where that fails, the answer is given all the same. */
export async function noteReceipt(
  opened: Opened,
  verb: ReceiptedVerb,
  given: readonly unknown[],
  answer: unknown,
): Promise<void> {
  try {
    await noting[verb](opened, given, answer)
  } catch {
    // an answer is worth more than its receipt
  }
}

async function noteCited(opened: Opened, [entries, options]: readonly unknown[]): Promise<void> {
  if (Object(options)['dryRun'] === true) return
  const said = JSON.stringify(entries)
  const places = [...new Set(said.match(/(?:memory|bank)\/[^\s"#()]+\.md#L\d+/g) ?? [])].slice(0, mostIds)
  const named = idsIn(said)
  const attributes = Object.values(Object(entries) as object).flatMap((entry) =>
    ['was', 'suggested', 'from', ...attributeStances].flatMap((name) => Object(entry)[name] as unknown),
  )
  const bare = attributes.filter((id): id is FactId => typeof id === 'string' && isFactId(id))
  const at = places.length === 0 ? [] : await opened.asked((store) => Promise.resolve(idsAt(store, places)))
  const ids = [...new Set([...named, ...bare, ...at])]
  if (ids.length > 0) await note(opened.session, 'retain', ids, 0)
}

const idsIn = (text: string): FactId[] => [...new Set([...text.matchAll(/\^([0-9a-z]{10})\b/g)].map(([, id]) => id!))]

const idsAt = (store: Store, places: readonly string[]): FactId[] =>
  places.flatMap((place) => {
    const { path, first } = placeCited(place)!
    return store.factsAt(path, first).map(({ id }) => id)
  })

function note(session: Session, verb: Receipt['verb'], ids: readonly FactId[], tokens: number): Promise<void> {
  const { ownFolder } = session.repository
  const receipt: Receipt = {
    at: session.began.toISOString(),
    session: session.agentSession?.slice(0, 100) ?? null,
    verb,
    ids: [...new Set(ids)].slice(0, mostIds),
    tokens: Math.ceil(tokens),
  }
  appendOwn(ownFolder, currentReceipts, `${JSON.stringify(receipt)}\n`)
  if ((statOf(ownFolder, currentReceipts)?.size ?? 0) > largestReceipts) setAside(ownFolder)
  return Promise.resolve()
}

/** Renames a full file. The process id is in the name, so that two processes never replace each other's file. */
function setAside(folder: string): void {
  try {
    renameSync(join(folder, currentReceipts), join(folder, `receipts-${Date.now()}-${process.pid}.jsonl`))
  } catch {
    // another process was first
  }
  for (const name of formerReceipts(folder).slice(0, -mostFormer)) dropOwn(folder, name)
}

/** The names of the full files, the oldest first. */
export const formerReceipts = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => former.test(name))
    .toSorted()
