import type { ChangedPage } from './changed-page.js'
import { defaultConfig } from '../../model/config.js'
import type { EntityPage } from '../../model/entity.js'

/** The front matter of a new page as we write it, with nothing of a person's in it. */
const bare = /^---\r?\nname: [^\n]*\naliases: \[\]\r?\n---\r?(?:\n|$)/
const frontOf = (text: string): string => /^---.*?\n---[ \t\r]*(?:\n|$)/s.exec(text)?.[0] ?? ''

/**
 * What a person changed in the front matter of entity pages, a line each:
 *
 *     Peter: alias Pete added
 *     Peter: type person → team
 */
export async function entityReasons(pages: readonly ChangedPage[]): Promise<string[]> {
  const changed = pages.filter(({ path, before, after }) => {
    if (!path.startsWith('bank/entities/') || frontOf(before) === frontOf(after)) return false
    // For a page that comes or goes, our own front matter is no change of a person's.
    return (before !== '' && after !== '') || !bare.test(before + after)
  })
  if (changed.length === 0) return []
  // The parsers are loaded on demand, from beside a hook's bundle: YAML in the bundle would slow down every hook.
  const parseNote = await (await import('../../parse/read-note.js')).loadedParser()
  const read = (path: string, text: string): EntityPage => parseNote(path, frontOf(text), defaultConfig).entity!
  return changed.flatMap(({ path, before, after }) =>
    differences(read(path, before), read(path, after), { isNew: before === '', isGone: after === '' }),
  )
}

function differences(
  was: EntityPage,
  now: EntityPage,
  { isNew, isGone }: { isNew: boolean; isGone: boolean },
): string[] {
  const lists = (['aliases', 'not'] as const).flatMap((field) => {
    const word = field === 'aliases' ? 'alias' : field
    return [
      ...now[field].filter((name) => !was[field].includes(name)).map((name) => `${word} ${name} added`),
      ...was[field].filter((name) => !now[field].includes(name)).map((name) => `${word} ${name} removed`),
    ]
  })
  const renamed = was.name === now.name || isNew || isGone ? [] : [`name ${was.name} → ${now.name}`]
  const typed =
    was.type === now.type
      ? []
      : was.type === null
        ? [`type ${now.type} added`]
        : now.type === null
          ? [`type ${was.type} removed`]
          : [`type ${was.type} → ${now.type}`]
  const { name } = isGone ? was : now
  return [...renamed, ...lists, ...typed].map((told) => `${name}: ${told}`)
}
