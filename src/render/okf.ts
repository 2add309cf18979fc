import type { FactId, Source } from '../model/fact.js'
import { cite } from '../model/fact.js'
import { isDay, type Day } from '../model/time.js'
import { compare } from '../text/compare.js'
import { linkTarget } from './escape.js'
import { inertStatement, literal, yamlText } from './okf-text.js'

/**
 * The version of the Open Knowledge Format that is written.
 *
 * Source: GoogleCloudPlatform/knowledge-catalog, okf/SPEC.md, "Version 0.2", as of commit
 * 069875af45f5934a9e765fb69191ad5fef590ebd. Paragraph signs in this file are its sections.
 */
export const okfVersion = '0.2'

/** Where a fact stands. */
export interface OkfPlace {
  readonly fact: FactId
  readonly source: Source
}

export interface OkfStatement {
  /** The day of its note; null where the note has none. */
  readonly day: Day | null
  /** Whom it is about, as written before its colon. */
  readonly names: readonly string[]
  /** Inline Markdown on one line. */
  readonly text: string
  readonly until: string | null
  /** The places that state it. */
  readonly places: readonly OkfPlace[]
  readonly confirmedBy: readonly OkfPlace[]
  readonly opposedBy: readonly OkfPlace[]
  /** Lines of pages by which somebody said how sure they are. */
  readonly setBy: readonly OkfPlace[]
  /** Where the words stand that end it. */
  readonly endedBy: readonly OkfPlace[]
}

/** A document of the bundle (§4). */
export interface OkfConcept {
  /** `entities/Peter.md`; never `index.md` or `log.md`, in any case (§3.1). */
  readonly path: string
  /** Never empty. */
  readonly type: string
  readonly title: string
  /** Begins the description: `About Peter`. */
  readonly about: string
  readonly aliases: readonly string[]
  /** `deprecated`: kept for links and history, no longer current (§5.4). */
  readonly status: 'stable' | 'deprecated'
  readonly groups: readonly { readonly title: string; readonly statements: readonly OkfStatement[] }[]
  /** Other concepts of the bundle, and what they have to do with this one. */
  readonly related: readonly { readonly path: string; readonly title: string; readonly says: string }[]
}

/** What a bundle is made of. */
export interface OkfOrigin {
  readonly commit: string
  /** Of the commit: `2026-06-20T22:53:05Z`. No clock is read, so a commit gives the same bytes everywhere. */
  readonly at: string
  /** An actor (§7): `workspace-memory/0.1.0`. */
  readonly by: string
}

/**
 * The files of a bundle, by path: a concept a file, and an `index.md` in every folder (§8).
 *
 * What OKF has fields for and we do not say: `verified` (no line of ours proves that a person confirmed a whole page;
 * without it a concept is "unverified", §5.3), `author` and `last_modified` of a source, `log.md`. A belief's confidence
 * is left out, for OKF keeps signals and no verdicts (§5.1): what confirms and what opposes it is named instead.
 */
export function okfFiles(concepts: readonly OkfConcept[], origin: OkfOrigin): ReadonlyMap<string, string> {
  const sorted = concepts.toSorted((a, b) => compare(a.path, b.path))
  const files = [
    ...sorted.map((concept) => [concept.path, conceptFile(concept, origin)] as const),
    ...foldersOf(sorted).map((folder) => [`${folder}index.md`, indexFile(folder, sorted)] as const),
  ]
  return new Map(files.toSorted(([a], [b]) => compare(a, b)))
}

function conceptFile(concept: OkfConcept, { commit, at, by }: OkfOrigin): string {
  const sources = new Sources()
  const body = [
    ...concept.groups.map(({ title, statements }) => [
      `# ${title}`,
      '',
      ...statements.map((each) => statementLine(each, sources)),
    ]),
    ...(concept.related.length === 0
      ? []
      : [
          ['# Related', '', ...concept.related.map(({ path, title, says }) => `* ${link(`/${path}`, title)}: ${says}`)],
        ]),
    // Words before the place: a path alone would make a link of it where footnotes are not known.
    sources.all.map(({ id, place }) => `[^${id}]: stated in ${literal(place)}`),
  ]
  const staleAfter = staleAfterOf(concept)
  const front = [
    `type: ${yamlText(concept.type)}`,
    `title: ${yamlText(concept.title)}`,
    `description: ${yamlText(descriptionOf(concept))}`,
    ...(concept.aliases.length > 0 ? [`aliases: [${concept.aliases.map(yamlText).join(', ')}]`] : []),
    `status: ${concept.status}`,
    ...(staleAfter === undefined ? [] : [`stale_after: ${staleAfter}`]),
    `generated: { by: ${yamlText(by)}, at: ${at} }`,
    `commit: ${yamlText(commit)}`,
    'sources:',
    ...sources.all.flatMap(({ id, place }) => [
      `  - id: ${yamlText(id)}`,
      // A path alone would be taken for one within the bundle (§6.2): this names a place that is not in it (§5.1).
      `    resource: ${yamlText(`${place} in commit ${commit}`)}`,
      `    title: ${yamlText(place)}`,
    ]),
  ]
  return `---\n${front.join('\n')}\n---\n\n${body.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** The places that a concept cites, each once, with the key that its footnotes have (§5.1): the fact's id, `-2` where it stands twice. */
class Sources {
  readonly #ids = new Map<string, string>()
  readonly #count = new Map<FactId, number>()
  readonly all: { readonly id: string; readonly place: string }[] = []

  footnotes(places: readonly OkfPlace[]): string {
    return [...new Set(places.map((each) => `[^${this.#idOf(each)}]`))].join(' ')
  }

  #idOf({ fact, source }: OkfPlace): string {
    const place = cite(source, fact)
    const key = `${fact} ${place}`
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const count = (this.#count.get(fact) ?? 0) + 1
    this.#count.set(fact, count)
    const id = count === 1 ? fact : `${fact}-${count}`
    this.#ids.set(key, id)
    this.all.push({ id, place })
    return id
  }
}

/**
 * `* 2025-11-27 · Peter: Prefers tea. [^k3f9a2c1x7] · confirmed by [^12m7d97uez]`
 *
 * The day stands first so that no text begins a line: none can be a heading, a fence or a footnote's words.
 */
function statementLine(said: OkfStatement, sources: Sources): string {
  const names = said.names.length > 0 ? `${said.names.map(literal).join(', ')}: ` : ''
  // Asked for first: sources stand in the order in which they are cited.
  const places = sources.footnotes(said.places)
  const told = [
    said.until === null ? '' : ` · until ${literal(said.until)}`,
    ...(
      [
        ['confirmed by', said.confirmedBy],
        ['opposed by', said.opposedBy],
        ['set by hand in', said.setBy],
        ['ended by', said.endedBy],
      ] as const
    ).map(([words, which]) => (which.length === 0 ? '' : ` · ${words} ${sources.footnotes(which)}`)),
  ]
  return `* ${said.day ?? 'undated'} · ${names}${inertStatement(said.text)} ${places}${told.join('')}`
}

/** The first day on which something of a concept ends; of what is over already there is nothing to become stale (§5.5). */
function staleAfterOf({ status, groups }: OkfConcept): Day | undefined {
  if (status === 'deprecated') return undefined
  return groups
    .flatMap(({ statements }) => statements.flatMap(({ until }) => (until !== null && isDay(until) ? [until] : [])))
    .toSorted(compare)[0]
}

/** `About Peter: 12 statements, noted from 2025-11-27 to 2026-01-03.` */
function descriptionOf({ groups, about }: OkfConcept): string {
  const statements = groups.flatMap((group) => group.statements)
  const days = statements.flatMap(({ day }) => day ?? []).toSorted(compare)
  const [first, last] = [days[0], days.at(-1)]
  const noted = first === undefined ? '' : first === last ? `, noted on ${first}` : `, noted from ${first} to ${last}`
  return `${about}: ${counted(statements.length, 'statement')}${noted}.`
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const link = (path: string, title: string): string => `[${literal(title)}](${linkTarget(path)})`

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** Every folder that holds a concept at any depth, the root too: `''`, `entities/`. */
const foldersOf = (concepts: readonly OkfConcept[]): string[] => [
  ...new Set([
    '',
    ...concepts.flatMap(({ path }) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))),
  ]),
]

/** The root's alone may have front matter, and nothing but this (§8, §12). */
const version = `---\nokf_version: "${okfVersion}"\n---\n\n`

function indexFile(folder: string, concepts: readonly OkfConcept[]): string {
  const below = concepts.filter(({ path }) => path.startsWith(folder))
  const own = below.filter(({ path }) => folderOf(path) === folder)
  const folders = foldersOf(concepts).filter(
    (each) => each !== folder && each.startsWith(folder) && !each.slice(folder.length, -1).includes('/'),
  )
  const sections = [
    ...(folders.length === 0
      ? []
      : [
          [
            '# Folders',
            '',
            ...folders.map((each) => {
              const name = each.slice(folder.length)
              const many = below.filter(({ path }) => path.startsWith(each)).length
              return `* ${link(name, name.slice(0, -1))} - ${counted(many, 'concept')}`
            }),
          ],
        ]),
    ...(own.length === 0 && folders.length > 0
      ? []
      : [
          [
            '# Concepts',
            '',
            ...own.map(
              (concept) =>
                `* ${link(concept.path.slice(folder.length), concept.title)} - ${literal(descriptionOf(concept))}`,
            ),
          ],
        ]),
  ]
  return `${folder === '' ? version : ''}${sections.map((lines) => lines.join('\n').trimEnd()).join('\n\n')}\n`
}
