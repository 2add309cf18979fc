import type { FactId, Source } from '../model/fact.js'
import { cite } from '../model/fact.js'
import { isDay, type Day } from '../model/time.js'
import { compare } from '../text/compare.js'
import { linkTarget } from './escape.js'
import { inertStatement, literal, yamlText } from './okf-text.js'

/**
 * The version of the Open Knowledge Format that we write.
 *
 * Source: GoogleCloudPlatform/knowledge-catalog, okf/SPEC.md, "Version 0.2", as of commit
 * 069875af45f5934a9e765fb69191ad5fef590ebd. Paragraph signs in this file are its sections.
 */
export const okfVersion = '0.2'

export interface OkfPlace {
  readonly fact: FactId
  readonly source: Source
}

export interface OkfStatement {
  /** The day of its note; null where the note has none. */
  readonly day: Day | null
  /** The names that it is about, as written before its colon. */
  readonly names: readonly string[]
  /** Inline Markdown on one line. */
  readonly text: string
  readonly until: string | null
  readonly places: readonly OkfPlace[]
  readonly confirmedBy: readonly OkfPlace[]
  readonly opposedBy: readonly OkfPlace[]
  /** Lines of pages in which a person set the confidence. */
  readonly setBy: readonly OkfPlace[]
  /** The places of the words that end it. */
  readonly endedBy: readonly OkfPlace[]
}

/** A document of the bundle (§4). */
export interface OkfConcept {
  /** `entities/Peter.md`; never `index.md` or `log.md`, in any case (§3.1). */
  readonly path: string
  /** Never empty. */
  readonly type: string
  readonly title: string
  /** The beginning of the description: `About Peter`. */
  readonly about: string
  readonly aliases: readonly string[]
  /** `deprecated`: kept for links and history, no longer current (§5.4). */
  readonly status: 'stable' | 'deprecated'
  readonly groups: readonly { readonly title: string; readonly statements: readonly OkfStatement[] }[]
  /** Related concepts of the bundle, and how each is related. */
  readonly related: readonly { readonly path: string; readonly title: string; readonly says: string }[]
}

export interface OkfOrigin {
  readonly commit: string
  /** The time of the commit: `2026-06-20T22:53:05Z`. No clock is read, so a commit gives the same bytes everywhere. */
  readonly at: string
  /** An actor (§7): `workspace-memory/0.1.0`. */
  readonly by: string
}

/**
 * The files of a bundle, by path: one for each concept, and an `index.md` in every folder (§8).
 *
 * Some fields of OKF are left out: `author` and `last_modified` of a source, `log.md`, and `verified`, since no line of
 * ours proves that a person confirmed a whole page (without it a concept is "unverified", §5.3). A belief's confidence
 * is left out too, for OKF keeps signals and no verdicts (§5.1): the evidence for and against it is named instead.
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
    // Some words before the path: without footnote support, `[^id]: path` would define a link.
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
      // Words behind the path: a path alone would mean a file of the bundle (§6.2), and this place is outside of it
      // (§5.1).
      `    resource: ${yamlText(`${place} in commit ${commit}`)}`,
      `    title: ${yamlText(place)}`,
    ]),
  ]
  return `---\n${front.join('\n')}\n---\n\n${body.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** The places that a concept cites, with footnote keys (§5.1): the fact's id, or with `-2` for its second place. */
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
 * A statement's line: `* 2025-11-27 · Peter: Prefers tea. [^k3f9a2c1x7] · confirmed by [^12m7d97uez]`
 *
 * The day comes first, so that no text begins a line and becomes a heading, a fence or a footnote.
 */
function statementLine(said: OkfStatement, sources: Sources): string {
  const names = said.names.length > 0 ? `${said.names.map(literal).join(', ')}: ` : ''
  // These footnotes are made first, since sources are listed in the order in which they are first cited.
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

/** The first day on which a statement ends; none for a deprecated concept, which cannot become stale (§5.5). */
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

/** Every folder with a concept at any depth, and the root: `''`, `entities/`. */
const foldersOf = (concepts: readonly OkfConcept[]): string[] => [
  ...new Set([
    '',
    ...concepts.flatMap(({ path }) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))),
  ]),
]

/** The front matter of the root's index, the only one that may have any, and nothing but this (§8, §12). */
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
