import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultConfig } from '../../src/model/config.js'
import { dateAskedIn } from '../../src/language/dates.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { believeAnew } from '../../src/belief/believe.js'
import { foldFull } from '../../src/belief/fold-full.js'
import { resolveAssertions } from '../../src/belief/resolve.js'
import { notedDays, type AskContext } from '../../src/recall/question/as-of.js'
import { misspelt } from '../../src/recall/question/near-names.js'
import { openStore, type Store } from '../../src/store/store.js'

export const today = '2025-12-30'

export interface SmallIndex {
  readonly store: Store
  readonly context: AskContext
  remove(): void
}

/** An index of these notes in a temporary folder, built as a sync builds it. */
export async function smallIndex(notes: readonly (readonly [path: string, text: string])[]): Promise<SmallIndex> {
  const folder = mkdtempSync(join(tmpdir(), 'memory-recall-'))
  const store = openStore(join(folder, '.memory'))
  const parsed = notes.map(([path, text]) => parseNote(path, text, defaultConfig))
  await store.write(async () => {
    for (const note of parsed) store.notes().replace({ file: { mode: '100644', oid: 'a'.repeat(40) }, note })
    await resolveAssertions(store, [])
    for await (const _ of believeAnew(store));
  })
  return {
    store,
    context: contextOf(store),
    remove() {
      store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const contextOf = (store: Store): AskContext => ({
  today,
  me: ['user'],
  known: store.known,
  canonical: (key) => store.entities().canonical(key),
  misspelt: (word) => misspelt(store, word),
  dateIn: dateAskedIn,
  folded: foldFull,
  ...notedDays(store),
})

export const log = (...bullets: readonly string[]): string =>
  `# Log\n\nBought milk for @Peter at the market.\n\n## Retain\n${bullets.map((bullet) => `- ${bullet}\n`).join('')}`

/** A workspace of a few days: several kinds, days, entities, scripts, doubles and ties. */
export const notes: readonly (readonly [string, string])[] = [
  ['MEMORY.md', '# Peter\n\nLives in Vienna.\n\n- W @Peter: not in a Retain section\n'],
  [
    'memory/2025-11-27.md',
    log('W @Peter: Currently in Marrakech (Nov 27–Dec 1, 2025)', 'O(c=0.95) @Peter: Prefers tea'),
  ],
  [
    'memory/2025-11-28.md',
    log('B @warelay: I fixed the crash', 'O(c=0.4) @Peter: Prefers tea', 'S @Peter: Drinks tea'),
  ],
  ['memory/2025-12-24.md', log('W @飞书API: 我们决定使用飞书API', 'O @小明: 喜欢茶', 'W 東京タワー is tall')],
  ['memory/2025-12-29.md', log('W(until=2025-12-31) @José: Is in Rome', 'W @Room101: Is free', 'W @Room102: Is taken')],
  ['memory/a.md', log('W @Peter: tie one', 'W @Peter: tie two')],
  ['memory/b.md', log('W @Peter: tie three', 'W @Peter: "quoted" AND NOT text:x NEAR(y) *')],
  ['bank/entities/Peter.md', '---\nname: Peter\naliases: [Pete]\n---\n\n- W @Pete: Is a curated fact\n'],
]
