import { type Calendar, calendarOf, type CalendarList } from './calendar-words.js'
import { phraseLists, type MomentForm, type MomentList, type PhraseList } from './moment-form.js'
import { eitherOf, entriesOf, type Sections, sectionsOf } from './sections.js'

export interface ReadyMoments {
  readonly sections: Sections<MomentList>
  readonly phrases: readonly (Required<Pick<MomentForm, 'needs' | 'says'>> & { readonly list: PhraseList })[]
}

/**
 * A language's `moments.txt` and the patterns of its phrases. `scripts/build.js` puts what this makes in its place: a command
 * that reads one time would take longer to make all of them.
 */
export function readyMoments(code: string): ReadyMoments {
  const sections = sectionsOf<MomentList>(`${code}/moments.txt`)
  const calendar = calendarOf(code, sections)
  const phrases = phraseLists.flatMap((list) =>
    entriesOf(sections[list]).map((phrase) => ({
      list,
      needs: needsOf(phrase, calendar),
      says: patternOf(phrase, calendar),
    })),
  )
  return { sections, phrases }
}

/** `in two weeks`, and no more of what takes them. */
const end = '(?= ?(?:[.,;:!?)]|$))'

/** A phrase's pattern; the first of each table is the one that is meant. */
const patternOf = (phrase: string, { any }: Calendar): string => {
  const told = new Set<string>()
  return eitherOf([phrase.replace('{end}', end)]).replace(/\{([a-z]+)\}/g, (_, table: CalendarList) => {
    const name = told.has(table) ? ':' : `<${table}>`
    told.add(table)
    return `(?${name}${any(table)})`
  })
}

/** What is in every text that says a phrase: the longest of its words that has no other form, else one of several. */
function needsOf(phrase: string, { words }: Calendar): readonly string[] {
  const bare = phrase.replace(/^\(\?<.* \)(?=\{)|\(\?!.*|\{end\}/g, '')
  const literals = bare.split(/\{[a-z]+\}|\([^()]*\)|\[[^\]]*\]\??|.\?/)
  const longest = literals.reduce((best, each) => (each.length > best.length ? each : best))
  if (longest.trim() !== '') return [longest]
  const [, group, table] = /\(([^()]*)\)|\{([a-z]+)\}$/.exec(bare)!
  return group?.split('|') ?? words(table as CalendarList)
}
