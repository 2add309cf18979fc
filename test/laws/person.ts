import fc from 'fast-check'
import { defaultConfig } from '../../src/model/config.js'
import { readStamp, splitPage } from '../../src/model/page.js'
import { stanceNames, type Stance } from '../../src/model/stance.js'
import { parseNote } from '../../src/parse/parse-note.js'
import type { Tree } from './workspace-in-memory.js'

/** A bullet of a log. */
export interface Told {
  /** Null: a log without a day. */
  readonly day: string | null
  readonly letter: 'W' | 'B' | 'O' | 'S'
  /** Hundredths. */
  readonly confidence: number | null
  readonly about: readonly string[]
  readonly words: string
  /** Drafted from a log, and kept by nobody yet. */
  readonly suggested?: boolean
  /** Of the web, and kept by nobody yet. */
  readonly held?: boolean
}

export const showHundredths = (confidence: number): string => (confidence / 100).toFixed(2)

const bulletOf = ({ letter, confidence, about, words, suggested, held }: Told): string => {
  const names = about.map((name) => ` @${name}`).join('')
  const attributes = [
    ...(letter === 'O' && confidence !== null ? [`c=${showHundredths(confidence)}`] : []),
    ...(suggested ? ['suggested=^k3f9a2c1x7'] : []),
    ...(held ? ['origin=web'] : []),
  ].join(', ')
  return `- ${letter}${attributes === '' ? '' : `(${attributes})`}${names}${names === '' ? '' : ':'} ${words}`
}

export const logOf = (day: string | null): string => `memory/${day ?? 'notes'}.md`

/** What a day's log says more. */
export function withLogged(tree: Tree, facts: readonly Told[]): Tree {
  const files = new Map(tree).set('.memory/config.json', '{"origin": {"hold": true}}')
  for (const fact of facts) {
    const path = logOf(fact.day)
    files.set(path, `${files.get(path) ?? '## Retain\n'}${bulletOf(fact)}\n`)
  }
  return files
}

const hundredths = fc.nat({ max: 20 }).map((twentieth) => twentieth * 5)
export const confidence = hundredths

export function toldFacts(words: fc.Arbitrary<string>) {
  const names = fc.uniqueArray(fc.constantFrom('Peter', 'Peter', 'Pete', 'Ann'), { maxLength: 2 })
  return fc.record({
    day: fc.constantFrom(null, '2025-11-01', '2025-11-02', '2025-11-03', '2025-11-04'),
    letter: fc.constantFrom('O', 'O', 'O', 'W', 'W', 'B', 'S'),
    confidence: fc.option(hundredths, { nil: null }),
    about: names,
    words,
  }) satisfies fc.Arbitrary<Told>
}

/** The same, of which some are only suggested, and some held. */
export const anyFacts = (words: fc.Arbitrary<string>): fc.Arbitrary<Told> =>
  fc
    .tuple(toldFacts(words), fc.integer({ max: 7, min: 0 }))
    .map(([fact, at]) => ({ ...fact, suggested: at === 0, held: at === 1 }))

/** Everything that a person does in a page; the numbers decide to which page and line. */
export const operations = [
  'confidence',
  'confidence',
  'wording',
  'both',
  'strike',
  'uncite',
  'bullet inside',
  'continued bullet inside',
  'pin',
  'text outside',
  'text inside',
  'indented text inside',
  'fence inside',
  'fence around lines',
  'fence outside',
  'open fence above',
  'open fence inside',
  'open fence behind',
  'reject',
  'judge',
  'say',
  'comment within',
  'link beside',
  'label',
  'words beside',
  'words behind',
  'comment behind',
  'comment removed',
  'comment damaged',
  'carriage returns',
] as const
export type Operation = (typeof operations)[number]

export interface Edit {
  readonly what: Operation
  readonly page: number
  readonly line: number
  readonly confidence: number
  /** Makes the words of every edit its own. */
  readonly mark: number
}

export const editOf = (...whats: readonly Operation[]): fc.Arbitrary<Edit> =>
  fc.record({
    what: fc.constantFrom(...whats),
    page: fc.nat({ max: 9 }),
    line: fc.nat({ max: 30 }),
    confidence: hundredths,
    mark: fc.nat({ max: 9999 }),
  })

/** Words that nothing else has in common with anything. */
export const wordsBy = (mark: number): string => `glimmed${mark} frobbed${mark} hand${mark}`

/** Every word that only a person's edit of a page can have brought there. */
export const handWords = (tree: Tree): Set<string> =>
  new Set([...tree].flatMap(([path, text]) => (path.startsWith('bank/') ? (text.match(/\bhand\d+\b/g) ?? []) : [])))

/** An edit as it was made: which line of which page, where it was one. */
export interface Made {
  readonly tree: Tree
  readonly path: string
  /** The fact of the line that was changed. */
  readonly id: string | null
  /** For a fact that was judged or rejected, the opinion that it is evidence for, or none. */
  readonly opinion: string | null
  readonly stance?: Stance
}

export const pagesOf = (tree: Tree): string[] => [...tree.keys()].filter((path) => path.startsWith('bank/')).toSorted()

/** Make an edit; undefined where the page has no line that it fits. */
export function edited(tree: Tree, edit: Edit, on?: string): Made | undefined {
  const pages = pagesOf(tree)
  const path = on ?? pages[edit.page % pages.length]
  const text = path === undefined ? undefined : tree.get(path)
  if (path === undefined || text === undefined) return undefined
  const page = splitPage(text)
  if (!page.block) return undefined
  const { begin, end } = page.block
  const words = wordsBy(edit.mark)
  const lines = page.raw
  const eol = lines[begin]!.endsWith('\r') ? '\r' : ''
  const made = (now: readonly string[], id: string | null = null, opinion: string | null = null): Made => ({
    tree: new Map(tree).set(path, now.join('\n')),
    path,
    id,
    opinion,
  })
  const insert = (at: number, ...more: readonly string[]): Made =>
    made(lines.toSpliced(at, 0, ...more.map((line) => line + eol)))
  const generated = page.lines.flatMap((line, at) => (at > begin && at < end && readStamp(line) ? [at] : []))
  const at = generated[edit.line % generated.length]
  const within = begin + 1 + (edit.line % (end - begin))

  switch (edit.what) {
    case 'pin':
      return made([...curated(lines, eol), `- O(c=${showHundredths(edit.confidence)}) @Peter: ${words}${eol}`, ''])
    case 'fence outside':
      return made([...curated(lines, eol), '', '```', '# no heading', `- O(c=0.10) @Peter: fenced ${words}`, '```', ''])
    case 'open fence above':
      return insert(Math.max(0, begin - 1), '```', `fenced ${words}`)
    case 'open fence inside':
      return insert(within, '```', `- O(c=0.10) @Peter: fenced ${words}`)
    case 'open fence behind':
      return made([...curated(lines, eol), '', '```', `- O(c=0.10) @Peter: fenced ${words}`, ''])
    case 'text outside':
      return insert(Math.max(0, begin - 1), `By ${words}.`)
    case 'bullet inside':
      return insert(within, `- W @Ann: ${words}`)
    case 'continued bullet inside':
      return insert(within, `- W @Ann: begun ${words}`, `  and continued${edit.mark}`)
    case 'text inside':
      return insert(within, `A remark ${words}.`)
    case 'indented text inside':
      return insert(within, `  a remark ${words}`)
    case 'fence inside':
      return insert(within, '```', `- O(c=0.10) @Peter: fenced ${words}`, '```')
    case 'carriage returns':
      return made(text.replaceAll(/\r?\n/g, '\r\n').split('\n'))
  }
  if (at === undefined) return undefined
  const line = lines[at]!
  const { stamp } = readStamp(page.lines[at]!)!
  const changed = (now: string): Made | undefined => (now === line ? undefined : made(lines.with(at, now), stamp.id))
  const sure = (text_: string): string =>
    text_.replace(/^(- (?:~~)?O\(c=)[\d.]+/, `$1${showHundredths(edit.confidence)}`)
  const worded = (text_: string): string =>
    text_.replace(/^(- (?:~~)?[WBOS](?:\([^)]*\))?(?:(?: @\w+)+:)?) .*( · .*)$/, `$1 ${words}$2`)
  switch (edit.what) {
    case 'confidence':
      return changed(sure(line))
    case 'wording':
      return changed(worded(line))
    case 'both':
      return changed(worded(sure(line)))
    case 'strike':
      return line.includes('~~') ? undefined : changed(line.replace(/^- (.*) (<!-- \^.*)$/s, '- ~~$1~~ $2'))
    case 'uncite':
      return changed(line.replaceAll(/ \[[^\]]*\]\([^)]*\)/g, ''))
    case 'comment within':
      return changed(line.replace(/ · /, ` <!-- ${words} --> · `))
    case 'link beside':
      return changed(line.replace(/ (?=<!-- \^)/, ` [${words}](https://example.org/) `))
    case 'label':
      return changed(line.replace(/\[[^\]]*\](?=\([^)]*#L)/, `[${words}]`))
    case 'words beside':
      return changed(line.replace(/ (?=<!-- \^)/, ` ${words} `))
    case 'words behind':
      return changed(`${line.trimEnd()} ${words}${eol}`)
    case 'comment behind':
      return changed(`${line.trimEnd()} <!-- ${words} -->${eol}`)
    case 'comment removed':
      return changed(line.replace(/ <!-- \^[^>]*-->/, ''))
    case 'comment damaged':
      return changed(line.replace('-->', edit.confidence < 50 ? '->' : ''))
    case 'fence around lines':
      return made(lines.toSpliced(at + 1, 0, `\`\`\`${eol}`).toSpliced(at, 0, `\`\`\`${eol}`))
    case 'judge':
    case 'say': {
      const beliefs = generated.filter((place) => /^- O[( ]/.test(page.lines[place]!))
      const belief = beliefs.map((place) => readStamp(page.lines[place]!)!.stamp.id).find((id) => id !== stamp.id)
      if (belief === undefined || line.includes('~~')) return undefined
      const stance = stanceNames[edit.mark % stanceNames.length]!
      if (edit.what === 'judge') {
        const said = statementOf(tree, stamp.id)
        const bullet = `- ^${stamp.id} ${stance} ^${belief}${said === undefined ? '' : `: "${said}"`} <!-- ${words} -->`
        return { ...made([...curated(lines, eol), bullet + eol, ''], stamp.id, belief), stance }
      }
      if (stance === 'replaces' || line.includes(`^${belief}`)) return undefined
      const now = line.replace(
        /^- ([WBOS])(?:\(([^)]*)\))?/,
        (_, letter: string, had?: string) => `- ${letter}(${had ? `${had}, ` : ''}${stance}=^${belief})`,
      )
      // Twice one attribute is no bullet any more.
      return (line.match(new RegExp(`${stance}=`)) ?? []).length > 0 ? undefined : changed(now)
    }
    case 'reject': {
      const other = generated.find((place) => readStamp(page.lines[place]!)!.stamp.id !== stamp.id)
      if (other === undefined) return undefined
      const opinion = readStamp(page.lines[other]!)!.stamp.id
      const said = statementOf(tree, stamp.id)
      const bullet = `- not ^${stamp.id} for ^${opinion}:${said === undefined ? '' : ` "${said}"`} — ${words}`
      return made([...curated(lines, eol), bullet + eol, ''], stamp.id, opinion)
    }
  }
}

/** What the logs say of a fact, without its attributes: a line shows an opinion in its latest words, which may be another's. */
const statementOf = (tree: Tree, id: string): string | undefined =>
  [...tree]
    .filter(([path]) => path.startsWith('memory/'))
    .flatMap(([path, text]) => parseNote(path, text, defaultConfig).facts.map((fact) => ({ fact, text })))
    .filter(({ fact }) => fact.id === id)
    .map(({ fact, text }) => text.split('\n')[fact.source.first - 1]!.replace(/^- ([WBOS])(?:\([^)]*\))?/, '$1'))[0]

/** A page up to the end of its `## Curated`, which a person would make where it is missing. */
function curated(lines: readonly string[], eol: string): string[] {
  const kept = [...lines]
  while (kept.at(-1)?.trim() === '') kept.pop()
  return kept.some((line) => line.trimEnd() === '## Curated') ? kept : [...kept, eol, `## Curated${eol}`, eol]
}

/** What happens between two reflections: logs grow, then a person edits pages as they stand. */
export interface Round {
  readonly facts: readonly Told[]
  readonly edits: readonly Edit[]
}

export const roundsOf = (words: fc.Arbitrary<string>, maxLength = 4): fc.Arbitrary<Round[]> =>
  fc.array(
    fc.record({
      facts: fc.array(anyFacts(words), { maxLength: 3 }),
      edits: fc.array(editOf(...operations), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength },
  )

export const withEdits = (tree: Tree, edits: readonly Edit[]): Tree =>
  edits.reduce((now, edit) => edited(now, edit)?.tree ?? now, tree)

/** A slip of the pen corrected in every line of the logs that says these words of one fact: its last letter is doubled. */
export function corrected(tree: Tree, words: string, path: string, bullet: string): Tree {
  const text = tree.get(path) ?? ''
  return new Map(tree).set(
    path,
    text
      .split('\n')
      .map((line) => (line === bullet ? line.replace(words, words + words.at(-1)) : line))
      .join('\n'),
  )
}

/** Both sides' lines, as Git's union driver leaves logs that only grew. */
export const unionOf = (base: string, ours: string, theirs: string): string => ours + theirs.slice(base.length)
