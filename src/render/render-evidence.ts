import type { Source } from '../model/fact.js'
import type { Evidence, Opinion } from '../model/opinion.js'
import { lineSigns } from '../model/page.js'

/** More places would make a line unreadable; `memory show` has all. */
const mostPlaces = 5

/**
 * The evidence behind a line. A belief that has moved shows its path, the place that stated it first, and day by day
 * what raised it, lowered it or set it:
 *
 *     ▇▆▇ [2026-03-03](…) −[2026-03-06](…) +[2026-03-17](…)
 *
 * Where there are too many places, the last of each sign and the latest are shown.
 */
export function evidenceOf(
  founding: readonly Source[],
  opinion: Opinion | undefined,
  cite: (source: Source) => string,
): string {
  const moves = movesOf(opinion?.evidence ?? [])
  if (moves.length === 0) return shorten(founding).map(cite).join(' ')
  const latest = moves.toReversed()
  const ofEach = Object.values(lineSigns).flatMap((sign) => latest.find((move) => move.sign === sign) ?? [])
  const chosen = new Set([...new Set([...ofEach, ...latest])].slice(0, mostPlaces - 1))
  const shown = moves.filter((move) => chosen.has(move)).map(({ sign, source }) => sign + cite(source))
  return [sparkline(opinion!.evidence), cite(founding[0]!), ...shown].join(' ')
}

/** The first place, and the latest of the others. */
const shorten = (places: readonly Source[]): readonly Source[] =>
  places.length > mostPlaces ? [places[0]!, ...places.slice(1 - mostPlaces)] : places

interface Move {
  readonly sign: string
  readonly source: Source
}

/** What moved a confidence, and which way. Where it did not change, its effect gives the sign. */
function movesOf(evidence: readonly Evidence[]): Move[] {
  let before: number | undefined
  return evidence.flatMap(({ counts, effect, confidence, source }): Move[] => {
    const was = before
    before = confidence
    if (!counts || effect === 'states') return []
    if (effect === 'anchors' || effect === 'pins') return [{ sign: lineSigns.set, source }]
    const up =
      was === undefined || was === confidence ? effect === 'reinforces' || effect === 'restates' : confidence > was
    return [{ sign: up ? lineSigns.up : lineSigns.down, source }]
  })
}

/** The most steps in a path. */
const mostSteps = 8
const bars = [...'▁▂▃▄▅▆▇█']

/** The path of a confidence in its latest steps: `▅▆▇`. */
const sparkline = (evidence: readonly Evidence[]): string =>
  evidence
    .filter(({ counts }) => counts)
    .slice(-mostSteps)
    .map(({ confidence }) => bars[Math.min(bars.length - 1, Math.floor((confidence * bars.length) / 1000))]!)
    .join('')
