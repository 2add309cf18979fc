import { asMentioned, entityKey, hashInFileName, keyHash, type EntityKey, type EntityPage } from '../model/entity.js'
import type { Wording } from '../model/assertion.js'
import type { FactId } from '../model/fact.js'
import type { Kind } from '../model/kind.js'
import type { Day } from '../model/time.js'
import type { Db } from './open.js'
import { isStated } from './rows.js'
import type { StatementCache } from './statements.js'
import { whenAsked } from '../text/once.js'

/** Which names mean which entity, at the tree that the index stands for. */
export interface Entities {
  /** The key that a mentioned name stands for, aliases resolved. */
  readonly canonical: (key: EntityKey) => EntityKey
  /** Every key that is an alias: it stands for an entity with another key. */
  readonly aliasKeys: readonly EntityKey[]
  /** Every key that stands for an entity: its own and its aliases. */
  readonly keysOf: (canonical: EntityKey) => readonly EntityKey[]
  /** The name an entity is shown by. */
  readonly nameOf: (canonical: EntityKey) => string
  /** Other names that mean the entity, on its page or in facts. */
  readonly aliasesOf: (canonical: EntityKey) => readonly string[]
  /** Whether any fact or passage mentions the entity by its own name (not by an alias). */
  readonly isMentioned: (canonical: EntityKey) => boolean
  /** The page of an entity, if it has one; the first by path where several claim it. */
  readonly pageOf: (canonical: EntityKey) => string | undefined
  /** Aliases that two pages claim, or that are an entity page's own name: the first page wins. */
  readonly disputes: readonly { readonly alias: string; readonly path: string }[]
}

interface EntityRow {
  readonly path: string
  readonly key: string
  readonly name: string
  readonly aliases: string
}

/** A chain of aliases longer than this is a circle. */
const longestChain = 16

/** Reads the alias map. No fact stores it, so an edit of one page merges or splits an entity everywhere. */
export function readEntities(db: Db): Entities {
  const pages = db
    .prepare(
      'SELECT note.path, entity.key, entity.name, entity.aliases FROM entity JOIN note ON note.id = entity.note ORDER BY note.path',
    )
    .all() as EntityRow[]
  const target = new Map<EntityKey, EntityKey>()
  const page = new Map<EntityKey, EntityRow>()
  for (const row of pages) if (!page.has(row.key)) page.set(row.key, row)
  /** Aliases as their page spells them. */
  const written = new Map<EntityKey, string>()
  const disputes: { alias: string; path: string }[] = []
  const keyOfHash = whenAsked(() => {
    const keys = db.prepare('SELECT DISTINCT entity FROM mention').pluck().all() as EntityKey[]
    return new Map(keys.map((key) => [keyHash(key), key]))
  })
  /** The name for which a page's file is called, where that is not the entity's own. */
  const nameOfFile = (stem: string, { key, name }: EntityRow): string | undefined => {
    const hash = hashInFileName(stem)
    if (hash !== undefined) return hash === keyHash(key) ? undefined : keyOfHash().get(hash)
    return stem === name ? undefined : stem
  }
  for (const row of pages) {
    const stem = row.path.slice(row.path.lastIndexOf('/') + 1).replace(/\.md$/i, '')
    // A page whose `name:` was changed still stands for the name in its file name: that is how a person renames an
    // entity.
    const own = nameOfFile(stem, row)
    const isFree = own !== undefined && !page.has(entityKey(own))
    for (const alias of [
      ...(isFree ? [own] : []),
      ...(row.aliases === '[]' ? [] : (JSON.parse(row.aliases) as string[])),
    ]) {
      const [key, ...mentioned] = asMentioned(alias).map(entityKey) as [EntityKey, ...EntityKey[]]
      if (key === row.key) continue
      if (target.has(key) && target.get(key) !== row.key) disputes.push({ alias, path: row.path })
      else {
        target.set(key, row.key)
        written.set(key, alias)
        // A form that nobody wrote down takes no name from an entity that has it already.
        for (const form of mentioned) if (!target.has(form) && !page.has(form)) target.set(form, row.key)
      }
    }
  }
  const canonical = (key: EntityKey): EntityKey => {
    let at = key
    for (let step = 0; step < longestChain; step++) {
      const next = target.get(at)
      if (next === undefined || next === key) return at
      at = next
    }
    return at
  }
  const members = new Map<EntityKey, EntityKey[]>()
  for (const key of target.keys()) {
    const owner = canonical(key)
    if (owner !== key) members.set(owner, [...(members.get(owner) ?? []), key])
  }
  // The spelling used most in stated facts; among equals the first in code point order. Passages and suggestions do
  // not count.
  const mostUsed = db
    .prepare(
      `SELECT name FROM mention JOIN fact ON fact.key = mention.fact WHERE entity = ?
       GROUP BY name ORDER BY count(*) FILTER (WHERE kind <> 'passage' AND ${isStated}) DESC, name LIMIT 1`,
    )
    .pluck()
  // Most names have one spelling: no fact has to be looked at for them.
  const named = db.prepare(namesOf).pluck()
  const spellings = new Map<EntityKey, string | undefined>()
  const spelling = (key: EntityKey): string | undefined => {
    if (!spellings.has(key)) {
      const [name, ...others] = named.all(key) as string[]
      spellings.set(key, others.length === 0 ? name : (mostUsed.get(key) as string))
    }
    return spellings.get(key)
  }
  // Names that stand only in a person's words in bank/, as that person spells them.
  let inBank: Map<EntityKey, string> | undefined
  const spelledInBank = (key: EntityKey): string | undefined => {
    if (!inBank) {
      inBank = new Map()
      const said = db.prepare("SELECT assertion FROM assertion WHERE what = 'wording' ORDER BY page, line, ordinal")
      for (const row of said.pluck().iterate() as Iterable<string>)
        for (const name of (JSON.parse(row) as Wording).said.mentions)
          if (!inBank.has(entityKey(name))) inBank.set(entityKey(name), name)
    }
    return inBank.get(key)
  }
  return {
    canonical,
    aliasKeys: [...target.keys()],
    keysOf: (key) => [key, ...(members.get(key) ?? [])],
    nameOf: (key) => page.get(key)?.name ?? spelling(key) ?? spelledInBank(key) ?? key,
    aliasesOf: (key) => (members.get(key) ?? []).flatMap((alias) => spelling(alias) ?? written.get(alias) ?? []),
    isMentioned: (key) => spelling(key) !== undefined,
    pageOf: (key) => page.get(key)?.path,
    disputes,
  }
}

/** All spellings of an entity in facts and passages. */
const namesOf = 'SELECT DISTINCT name FROM mention WHERE entity = ?'

/** Reads names as facts and entity pages spell them. */
export function nameRows(cached: StatementCache) {
  return {
    entityPage(path: string): EntityPage | null {
      const row = cached(
        'SELECT entity.name, type, aliases, "not" FROM entity JOIN note ON note.id = entity.note WHERE path = ?',
      ).get(path) as { name: string; type: string | null; aliases: string; not: string } | undefined
      return row ? { ...row, aliases: JSON.parse(row.aliases) as string[], not: JSON.parse(row.not) as string[] } : null
    },
    entityPages: () =>
      cached('SELECT path, entity.key FROM entity JOIN note ON note.id = entity.note ORDER BY path').all() as {
        path: string
        key: EntityKey
      }[],
    /** The spellings of a name in facts, without passages. */
    spellings(key: EntityKey): string[] {
      const names = cached(namesOf).pluck().all(key)
      // Most names have one spelling, and the first fact that is no passage confirms it. Otherwise all facts are
      // looked at.
      const stated = `SELECT DISTINCT name FROM mention JOIN fact ON fact.key = mention.fact WHERE entity = ? AND kind <> 'passage'`
      return cached(names.length > 1 ? stated : `${stated} LIMIT 1`)
        .pluck()
        .all(key) as string[]
    },
    /** In how many facts and passages each entity is mentioned, aliases not resolved. */
    mentionCounts: (): [EntityKey, number][] =>
      cached('SELECT entity, count(*) FROM mention GROUP BY entity ORDER BY entity').raw().all() as [
        EntityKey,
        number,
      ][],
    /** Stated facts of these kinds by id, each with its day and one of its entities; aliases are not resolved. */
    statedMentions: (kinds: readonly Kind[]): Iterable<readonly [fact: FactId, day: Day | null, entity: EntityKey]> =>
      cached(
        `SELECT fact.id, fact.day, mention.entity FROM fact JOIN mention ON mention.fact = fact.key
         WHERE ${isStated} AND fact.of IS NULL AND fact.kind IN (SELECT value FROM json_each(?)) ORDER BY fact.id`,
      )
        .raw()
        .iterate(JSON.stringify(kinds)) as Iterable<readonly [FactId, Day | null, EntityKey]>,
    /** In how many facts of these kinds, noted from a day on, each entity is mentioned. */
    mentionsSince: (kinds: readonly Kind[], since: Day): [EntityKey, number][] =>
      cached(
        `SELECT entity, count(DISTINCT fact.id) FROM fact CROSS JOIN mention ON mention.fact = fact.key
         WHERE fact.kind IN (SELECT value FROM json_each(?)) AND fact.day >= ? GROUP BY entity ORDER BY entity`,
      )
        .raw()
        .all(JSON.stringify(kinds), since) as [EntityKey, number][],
    /** Every entity that a fact or passage mentions, aliases not resolved; each takes one seek. */
    mentionKeys: (): EntityKey[] =>
      cached(
        `WITH RECURSIVE each (entity) AS (
           SELECT min(entity) FROM mention
           UNION ALL SELECT (SELECT min(entity) FROM mention WHERE mention.entity > each.entity) FROM each WHERE entity IS NOT NULL
         ) SELECT entity FROM each WHERE entity IS NOT NULL`,
      )
        .pluck()
        .all() as EntityKey[],
    /** Every entity mentioned in facts of these kinds, aliases not resolved. */
    mentionedIn: (kinds: readonly Kind[]): EntityKey[] =>
      cached(
        `SELECT DISTINCT entity FROM mention JOIN fact ON fact.key = mention.fact WHERE kind IN (SELECT value FROM json_each(?))`,
      )
        .pluck()
        .all(JSON.stringify(kinds)) as EntityKey[],
  }
}
