import { dateAskedIn, datesWritten } from '../language/dates.js'
import { timeNamed } from '../language/moments.js'
import { wordsOf } from '../language/words.js'
import { retainHeadings } from '../model/config.js'
import type { StoredFact } from '../store/rows.js'
import { memoize } from '../text/memoize.js'

/** A passage of more words is understood without its headings. */
const short = 25
/** A heading of more than these characters is a sentence. */
const longest = 80
/** The most headings that are shown, the nearest. */
const most = 2

/**
 * The headings above a short passage: `Biscuit` above `→ 17:50: arthritis, left elbow`, which says nothing alone.
 * Undefined where they say no more than the passage's day.
 */
export function underOf({ kind, text, trail, day }: StoredFact): string | undefined {
  if (kind !== 'passage' || trail.length === 0) return undefined
  const words = wordsOf(text)
  if (words.length > short) return undefined
  const own = new Set(words)
  const isNew = (heading: string): boolean => wordsIn(heading).some((word) => !own.has(word))
  const said = trail
    .filter((heading) => heading.length <= longest && isNew(heading) && saysMore(heading, day))
    .slice(-most)
  return said.length > 0 ? said.join(' › ') : undefined
}

/** `2025-11-27`, `Thursday, 27 November`, `Tuesday` and `Log of 2025-11-27` say the day; `14:30 Dentist` says more. */
function saysMore(heading: string, day: StoredFact['day']): boolean {
  const words = wordsIn(heading)
  if (words.length === 0 || retainHeadings.some((name) => name.toLowerCase() === heading.toLowerCase())) return false
  return words.length > 2 || !saysDay(`${day ?? ''} ${heading}`)
}

/** Whether a heading says a day, by the key `DAY HEADING`; cached, since few headings stand above many passages. */
const saysDay = memoize((dated) => {
  const [day = '', heading = ''] = [dated.slice(0, dated.indexOf(' ')), dated.slice(dated.indexOf(' ') + 1)]
  if (datesWritten(heading, day || null) !== null) return true
  return day !== '' && timeNamed(heading, day, dateAskedIn) !== undefined
})

const wordsIn = (heading: string): string[] => wordsOf(heading).filter((word) => !/^\d+$/.test(word))
