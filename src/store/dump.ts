import { createHash } from 'node:crypto'
import { safeJsonText } from '../text/safe-text.js'
import type { Db } from './open.js'

/**
 * The index as text: one JSON array a line, every row that means anything, in an order that does not depend on how the
 * rows came to be. Two indexes that answer alike print alike; rowids, page layout and the commit's own id are left out.
 *
 *     ["note","memory/2025-11-27.md","100644","8c2f…","2025-11-27"]
 *     ["fact","memory/2025-11-27.md",4,4,"k3f9a2c1x7","opinion","stated",…]
 *     ["words","memory/2025-11-27.md",4,4,"k3f9a2c1x7","5b1a…"]
 *
 * `words` is a hash over the fact's terms in the search index, so that a search index out of step shows here as well.
 */
export function* dump(db: Db): Generator<string> {
  for (const [name, sql] of tables) {
    for (const row of db.prepare(sql).raw().iterate() as IterableIterator<unknown[]>) yield asLine([name, ...row])
  }
  yield* dumpWords(db)
}

/** A row as JSON that is safe to print: characters that a terminal would act on are escaped. */
const asLine = (row: readonly unknown[]): string => safeJsonText(JSON.stringify(row))

const place = 'note.path, fact.first, fact.last, fact.id'

/** Each query's order leaves open only rows that are equal in every column. */
const tables: readonly (readonly [name: string, sql: string])[] = [
  ['note', 'SELECT path, mode, oid, day FROM note ORDER BY path'],
  [
    'fact',
    `SELECT ${place}, kind, origin, fact.day, start, "end", confidence, until, was, stances, suggested, "from", at, mark, of, "on", "leading", mentions, trail, also, label, annotations, opens, text
     FROM fact JOIN note ON note.id = fact.note ORDER BY ${place}, text`,
  ],
  [
    'mention',
    `SELECT ${place}, entity, name FROM mention JOIN fact ON fact.key = mention.fact JOIN note ON note.id = fact.note ORDER BY ${place}, entity`,
  ],
  [
    'stance',
    `SELECT ${place}, belief FROM stance JOIN fact ON fact.key = stance.fact JOIN note ON note.id = fact.note ORDER BY ${place}, belief`,
  ],
  [
    'drawn',
    `SELECT ${place}, source FROM drawn JOIN fact ON fact.key = drawn.fact JOIN note ON note.id = fact.note ORDER BY ${place}, source`,
  ],
  [
    'entity',
    'SELECT path, entity.key, name, type, aliases, "not" FROM entity JOIN note ON note.id = entity.note ORDER BY path',
  ],
  ['problem', 'SELECT path, line, kind, message, hint FROM problem ORDER BY path, line, message'],
  [
    'assertion',
    'SELECT page, line, ordinal, what, assertion, target, belief FROM assertion ORDER BY page, line, ordinal',
  ],
  ['saying', 'SELECT fact, words, at FROM saying ORDER BY fact'],
  ['judgement', 'SELECT words, fact, effect, source, strong, restates, cues FROM judgement ORDER BY words, fact'],
  ['reach', 'SELECT fact, since, until FROM reach ORDER BY fact'],
  ['scope', 'SELECT fact, since, until FROM scope ORDER BY fact'],
  ['opinion', 'SELECT id, confidence, updated, edits, until, retired FROM opinion ORDER BY id'],
  ['statement', 'SELECT opinion, ordinal, fact FROM statement ORDER BY opinion, ordinal'],
  ['ending', 'SELECT fact, by, day, cues FROM ending ORDER BY fact, by'],
  ['sight', 'SELECT fact, since FROM sight ORDER BY fact'],
  [
    'evidence',
    'SELECT opinion, ordinal, fact, day, effect, counts, confidence, path, first, last, cues FROM evidence ORDER BY opinion, ordinal',
  ],
]

function* dumpWords(db: Db): Generator<string> {
  const terms = new Map<number, string[]>()
  const instances = db.prepare('SELECT doc, col, "offset", term FROM words_instance').raw()
  for (const [doc, ...term] of instances.iterate() as IterableIterator<[number, string, number, string]>) {
    const list = terms.get(doc)
    if (list) list.push(term.join(' '))
    else terms.set(doc, [term.join(' ')])
  }
  const hash = (list: readonly string[]): string =>
    createHash('sha256')
      .update([...list].toSorted().join('\n'))
      .digest('hex')
      .slice(0, 16)
  const facts = db
    .prepare(`SELECT fact.key, ${place} FROM fact JOIN note ON note.id = fact.note ORDER BY ${place}, text`)
    .raw()
  for (const [key, ...at] of facts.all() as [number, ...unknown[]][]) {
    yield asLine(['words', ...at, hash(terms.get(key) ?? [])])
    terms.delete(key)
  }
  for (const list of [...terms.values()].map(hash).toSorted()) yield asLine(['words of no fact', list])
}

/** SHA-256 over the dump, as `memory status --digest` prints it. */
export function digest(db: Db): string {
  const hash = createHash('sha256')
  for (const line of dump(db)) hash.update(line).update('\n')
  return hash.digest('hex')
}
