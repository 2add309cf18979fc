import { withoutCredentials } from '../../credentials/without.js'
import { writeMention } from '../../model/entity.js'
import { cite } from '../../model/fact.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import type { RankedFact } from '../rank/succession.js'

/** A result with the lines around it. */
export interface Ranged extends RankedFact {
  readonly range?: { readonly source: string; readonly content: string }
}

interface LineStretch {
  readonly placed: RankedFact
  readonly rows: readonly StoredFact[]
  from: number
  to: number
}

/**
 * Each result with up to `context` lines of its section before and behind it, cited as one range. A result whose range
 * touches that of a better one is merged into it.
 */
export function withContext(store: Store, chosen: readonly RankedFact[], context: number): Ranged[] {
  const sections = new Map<string, StoredFact[]>()
  const stretches: (LineStretch | RankedFact)[] = []
  for (const placed of chosen) {
    const { fact } = placed
    // A page is cited by id: its lines move.
    if (fact.source.path.startsWith('bank/')) {
      stretches.push(placed)
      continue
    }
    const rows = sectionOf(store, fact, sections)
    const at = rows.findIndex(({ key }) => key === fact.key)
    const [from, to] = [Math.max(0, at - context), Math.min(rows.length - 1, at + context)]
    const touching = stretches.find(
      (other): other is LineStretch =>
        'rows' in other && other.rows === rows && from <= other.to + 1 && to >= other.from - 1,
    )
    if (touching) Object.assign(touching, { from: Math.min(from, touching.from), to: Math.max(to, touching.to) })
    else stretches.push({ placed, rows, from, to })
  }
  return stretches.map((stretch): Ranged => {
    if (!('rows' in stretch)) return stretch
    const rows = stretch.rows.slice(stretch.from, stretch.to + 1)
    const [start, end] = [rows[0]!, rows.at(-1)!]
    const source = cite({ ...start.source, last: Math.max(...rows.map((row) => row.source.last)) }, start.id)
    return end === start ? stretch.placed : { ...stretch.placed, range: { source, content: rows.map(told).join('\n') } }
  })
}

/** The lines of a fact's note that stand under the same headings. */
function sectionOf(store: Store, fact: StoredFact, known: Map<string, StoredFact[]>): StoredFact[] {
  const key = `${fact.source.path}\n${fact.trail.join('\n')}`
  let rows = known.get(key)
  if (!rows) {
    const trail = fact.trail.join('\n')
    rows = store.factsOf(fact.source.path).filter((row) => row.trail.join('\n') === trail)
    known.set(key, rows)
  }
  return rows
}

/** A fact's text with the names that its bullet begins with: among other lines it must say whom it is about. */
const told = ({ mentions, leading, text }: StoredFact): string => {
  const names = mentions.slice(0, leading).map(writeMention).join(' ')
  return `${names}${names === '' ? '' : ': '}${withoutCredentials(text)}`
}
