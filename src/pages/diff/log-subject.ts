import { factId, type FactId } from '../../model/fact.js'
import type { Day } from '../../model/time.js'
import { parseBullet } from '../../parse/parse-bullet.js'

/** The lines of a log before and after a change; no lines where there is no log. */
export interface ChangedLog {
  readonly day: Day
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** The longest subject, in characters: it is read at a glance. */
const longest = 72

/**
 * The subject of a commit that tells the new facts of logs, without forgotten ones:
 *
 *     log 2025-12-01: Prefers calls over mails; Moved to Wels (+3)
 *
 * @returns undefined where no fact is new
 */
export function subjectOfLogs(logs: readonly ChangedLog[], forgotten: ReadonlySet<FactId>): string | undefined {
  const days = new Set<Day>()
  const said: string[] = []
  for (const { day, before, after } of logs) {
    const known = new Set(before)
    const facts = after.flatMap((line) => (known.has(line) ? [] : factIn(line, day, forgotten)))
    if (facts.length > 0) days.add(day)
    said.push(...facts)
  }
  const [first, ...others] = [...days].toSorted()
  if (first === undefined) return undefined
  const about = `log ${first}${others.length > 0 ? ` to ${others.at(-1)}` : ''}: `
  let subject = about + said[0]!
  if (subject.length > longest) {
    const cut = [...subject].slice(0, longest - 8).join('')
    const blank = cut.lastIndexOf(' ')
    subject = `${blank > about.length ? cut.slice(0, blank) : cut}…`
  }
  let told = 1
  while (told < said.length && `${subject}; ${said[told]}`.length <= longest - 6) subject += `; ${said[told++]}`
  return told < said.length ? `${subject} (+${said.length - told})` : subject
}

/** `- O(c=0.8) @Peter: Likes tea.` → Likes tea */
function factIn(line: string, day: Day, forgotten: ReadonlySet<FactId>): string[] {
  const bullet = /^\s*[-+*] +(?=[A-Z])/.exec(line)
  const read = bullet && parseBullet(line.slice(bullet[0].length))
  return read?.what === 'fact' && !forgotten.has(factId(read.bullet, day)) ? [read.bullet.text.replace(/\.$/, '')] : []
}
