import { labelCutOff, labelNamed } from '../language/labels.js'
import { isSpaceless, statedBy } from '../language/statements.js'
import { memoize } from '../text/memoize.js'
import { whenAsked } from '../text/once.js'

/** A heading of more characters is a sentence. */
const longest = 70

/** Times and days in a heading, which are not its topic: `14:30`, `09:18 ET`, `[00:40]`, `11:35 AM`, `2026-02-13`. */
const times =
  /\[?(?<!\d)\d{1,2}[:.](?:\d{2}|[Xx]{2})(?::\d{2})?(?:\s?[APap][Mm])?(?:\s[A-Za-z]{2,4}(?![\p{L}\p{N}]))?\]?|\d{4}-\d{2}-\d{2}/gu
/** The number of a heading that is one of several below the heading above: `3. Weather`, `B) Weather`. */
const numbered = /^(?:\p{Lu}|\d{1,2})[.)]\s+/u
/** A remark in brackets at the end: `(11:35 AM)`, `（临时）`. */
const bracketed = /\s*[(（][^()（）]*[)）]$/u
const outer = /^[^\p{L}\p{N}"'“„«`#[(~/]+|[^\p{L}\p{N}"'”“»`)\]%+]+$/gu
const joints = /\s+[—–|·-]\s+|\s*[—–]{1,2}\s*|[:：]\s+|：/u

const idle = whenAsked((): ReadonlySet<string> => new Set([...statedBy('noTopic'), ...statedBy('noNames')]))
const bareIdle = whenAsked(() => [...idle()].filter(isSpaceless).toSorted((a, b) => b.length - a.length))

/**
 * The topic of the lines below some headings: that of the nearest heading that has one.
 *
 *     2026-02-03 | 09:14 UTC — Migrate matcalc to pnpm | Root cause   →   Migrate matcalc to pnpm
 *     2026-02-21 | Issue: Model mismatch (critical)                   →   Model mismatch
 *     2026-02-12 | Brief | 2. No weather                              →   Brief: No weather
 *     Daily log | Evening session                                     →   undefined
 */
export function topicAbove(trail: readonly string[]): string | undefined {
  const at = trail.findLastIndex((heading) => topicIn(heading) !== undefined)
  if (at < 0) return undefined
  const topic = topicIn(trail[at]!)!
  const above = numbered.test(trail[at]!.replace(outer, '')) ? topicAbove(trail.slice(0, at)) : undefined
  return [above === undefined ? topic : `${above}: ${topic}`, topic].find(({ length }) => length <= longest)
}

/** The topic of one heading. Kept, for it is asked for each line below the heading and for each name. */
const topicIn = memoize((heading: string): string | undefined => {
  const bare = heading
    .replace(times, ' ')
    .replaceAll(/[*_~]{2,}/g, '')
    .replace(outer, '')
    .replace(numbered, '')
  const said = labelCutOff(bare.replace(outer, '').replace(bracketed, '')).trim()
  const parts = said.split(joints).map((part) => part.replace(outer, '').replace(bracketed, ''))
  const saying = parts.filter((part) => !isIdle(part))
  return saying.length === 0 ? undefined : saying.length === parts.length ? said.replace(outer, '') : saying.join(': ')
})

/** Whether a part of a heading only says when, or what sort of thing is below: `Evening session`, `Lessons`, `今日总结`. */
function isIdle(part: string): boolean {
  if (labelNamed(part) !== undefined) return true
  const left = bareIdle().reduce((text, word) => text.replaceAll(word, ' '), part.toLowerCase())
  return (left.match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? []).every(
    (word) => idle().has(word) || labelNamed(word) !== undefined,
  )
}

/** The topic in the name of a day's log: `memory/2026-02-13-backup-fixes.md` → `Backup fixes`. */
export function topicOfPath(path: string): string | undefined {
  const [, words] = /(?:^|\/)\d{4}-\d{2}-\d{2}[-_ ]+([^/]*)\.md$/.exec(path) ?? []
  const topic = words?.replaceAll(/[-_]+/g, ' ').trim()
  if (topic === undefined || !/\p{L}{3}/u.test(topic) || isIdle(topic)) return undefined
  return topic[0]!.toUpperCase() + topic.slice(1)
}

/** A topic of so many notes names a sort of section. */
const fewestRecurring = 3

/**
 * Topics that come again and again and are nobody's name: sections of a log's form, such as `Proactive work`.
 *
 * @param notes the headings of each note
 */
export function recurringTopics(
  notes: Iterable<ReadonlySet<string>>,
  isNamed: (topic: string) => boolean,
): Set<string> {
  const counts = new Map<string, number>()
  for (const headings of notes)
    for (const topic of new Set([...headings].flatMap((heading) => topicAbove([heading]) ?? [])))
      counts.set(topic, (counts.get(topic) ?? 0) + 1)
  return new Set(
    [...counts].filter(([topic, count]) => count >= fewestRecurring && !isNamed(topic)).map(([topic]) => topic),
  )
}
