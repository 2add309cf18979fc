import type { StoredFact } from '../../store/rows.js'
import { printable } from '../../text/safe-text.js'
import { loggedDays, notedOn, topicOf, type About } from './about.js'
import { memoryOf, type GatheredLines, type BriefLine } from './fit.js'
import { factLine } from './lines.js'
import { narrative } from './narrative.js'
import type { BriefLog } from './sections.js'

/** The logs of days to come, by name; then the facts of the last two days, or the narrative of a day without facts. */
export function lastDays(about: About, logs: readonly BriefLog[]): GatheredLines {
  const { store, days, ahead } = about
  const early = [...ahead].toSorted().map((path): BriefLine => ({
    text: `- not told: ${printable(path)} is of a day after that of the last commit`,
  }))
  const seen = new Set<string>()
  const isNew = (fact: StoredFact): boolean => {
    const memory = memoryOf(topicOf(about, fact))
    return !seen.has(memory) && Boolean(seen.add(memory))
  }
  const sections = days
    .slice(0, loggedDays)
    .map((day): Pick<GatheredLines, 'many'> & { readonly lines: readonly BriefLine[] } => {
      const facts = notedOn(store, day)
      if (facts.length > 0) {
        // A belief is told once, whatever days state it.
        const fresh = facts.filter(isNew)
        const told = fresh.slice(0, about.most).map(about.asResult)
        return {
          lines: told.filter(({ retired }) => !retired).map((fact) => factLine(about, fact)),
          many: fresh.length,
        }
      }
      const paths = logs.filter((log) => log.day === day).map(({ path }) => path)
      const passages = notedOn(store, day, ['passage']).filter(({ source }) => paths.includes(source.path))
      const lines = narrative(about, passages.slice(0, about.most))
      if (lines.length > 0) return { lines, many: passages.length }
      return {
        lines: paths.map((path): BriefLine => ({ text: `- nothing is retained in ${printable(path)}` })),
        many: paths.length,
      }
    })
  return {
    title: 'Last days',
    lines: [...early, ...sections.flatMap(({ lines }) => lines)],
    many: sections.reduce((sum, { many }) => sum + many, early.length),
  }
}
