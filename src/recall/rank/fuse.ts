import type { FactKey } from '../../store/rows.js'
import type { FoundBy } from './gather.js'
import { byScore, type Factor, type Ranked } from './rank.js'

/**
 * One ranking of several wordings of a question. The score of a line is the mean of its scores, 0 where a wording did
 * not find it (CombSUM, Fox and Shaw 1994). Its features are means too, so that they still add up to the score.
 */
export function fuse([first = [], ...others]: readonly (readonly Ranked[])[]): readonly Ranked[] {
  if (others.length === 0) return first
  const share = 1 / (others.length + 1)
  const fused = new Map<FactKey, Ranked>()
  for (const ranking of [first, ...others])
    for (const one of ranking) {
      const own = scaled(one, share)
      const same = fused.get(one.line.key)
      fused.set(one.line.key, same ? added(same, own) : own)
    }
  return [...fused.values()].toSorted(byScore)
}

const scaled = (one: Ranked, share: number): Ranked => ({
  ...one,
  score: one.score * share,
  values: one.values.map((value) => value * share),
  moves: one.moves.map(({ factor, added }) => ({ factor, added: added * share })),
})

const added = (a: Ranked, b: Ranked): Ranked => ({
  line: a.line,
  score: a.score + b.score,
  values: a.values.map((value, at) => value + b.values[at]!),
  found: bestOf([...a.found, ...b.found]),
  moves: summed([...a.moves, ...b.moves]),
})

/** Each way of finding a line once, at its best place. */
function bestOf(found: readonly FoundBy[]): FoundBy[] {
  const best = new Map<FoundBy['by'], FoundBy>()
  for (const one of found) if (one.rank < (best.get(one.by)?.rank ?? Infinity)) best.set(one.by, one)
  return [...best.values()]
}

function summed(moves: readonly Factor[]): Factor[] {
  const sums = new Map<Factor['factor'], number>()
  for (const { factor, added: by } of moves) sums.set(factor, by + (sums.get(factor) ?? 0))
  return [...sums].map(([factor, by]) => ({ factor, added: by }))
}
