import { type Calendar, calendarOf, type CalendarList } from './calendar-words.js'
import { phraseLists, type MomentForm, type MomentList, type PhraseList } from './moment-form.js'
import { eitherOf, entriesOf, type Sections, sectionsOf } from './sections.js'

export interface ReadyMoments {
  readonly sections: Sections<MomentList>
  readonly phrases: readonly (Required<Pick<MomentForm, 'needs' | 'says'>> & { readonly list: PhraseList })[]
}

/**
 * A language's `moments.txt` and the patterns of its phrases. `scripts/build.js` replaces this module by its result:
 * making all patterns takes longer than reading one time.
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

/** The end of a phrase: `in two weeks` with nothing behind that belongs to it. */
const end = '(?= ?(?:[.,;:!?)]|$))'

/** A phrase's pattern. The first word of each table is captured by the table's name. */
const patternOf = (phrase: string, { any }: Calendar): string => {
  const told = new Set<string>()
  return eitherOf([phrase.replace('{end}', end)]).replace(/\{([a-z]+)\}/g, (_, table: CalendarList) => {
    const name = told.has(table) ? ':' : `<${table}>`
    told.add(table)
    return `(?${name}${any(table)})`
  })
}

/** Strings, one of which stands in every match: the phrase's longest fixed words, else the words of its last table. */
function needsOf(phrase: string, { words }: Calendar): readonly string[] {
  const bare = phrase.replace(/^\(\?<.* \)(?=\{)|\(\?!.*|\{end\}/g, '')
  const literals = bare.split(/\{[a-z]+\}|\([^()]*\)|\[[^\]]*\]\??|.\?/)
  const longest = literals.reduce((best, each) => (each.length > best.length ? each : best))
  if (longest.trim() !== '') return [longest]
  const [, group, table] = /\(([^()]*)\)|\{([a-z]+)\}$/.exec(bare)!
  return group?.split('|') ?? words(table as CalendarList)
}
