import { entriesOf, sectionsOf } from './sections.js'

/** Words that carry no content in a question. A question of nothing else is asked with all of its words. */
export const stopWords: ReadonlySet<string> = new Set(
  ['en', 'it'].flatMap((code) => entriesOf(sectionsOf<'stopWords'>(`${code}/questions.txt`).stopWords)),
)
