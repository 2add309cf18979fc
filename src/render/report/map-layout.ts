import type { ReportEntity, ReportTie } from '../../model/report.js'
import { widthOf } from '../../text/columns.js'

export const mapSize = { width: 960, height: 600 } as const

/** A name on the map: its disc, and the label below it. */
export interface MapPlace {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly label: string
}

/** Longer names are cut on the map; the table beside it has them in full. */
const longestLabel = 22
const perColumn = 7.4
const labelHeight = 17

interface Moving {
  x: number
  y: number
  readonly radius: number
  readonly label: string
  readonly half: number
}

/**
 * The places of names on a map: names that facts name together are close, and labels do not overlap. The same counts
 * give the same map on every machine: names begin on a spiral, the most named in the middle, and nothing is random.
 */
export function mapPlaces(entities: readonly ReportEntity[], ties: readonly ReportTie[]): readonly MapPlace[] {
  const most = Math.max(1, ...entities.map(({ facts }) => facts))
  const places = entities.map(({ name, facts }, at): Moving => {
    const label = [...name].length > longestLabel ? `${[...name].slice(0, longestLabel - 1).join('')}…` : name
    const [angle, distance] = [at * 2.399963, 34 * Math.sqrt(at)]
    return {
      x: Math.cos(angle) * distance * 1.5,
      y: Math.sin(angle) * distance,
      radius: 5 + 17 * Math.sqrt(facts / most),
      label,
      half: Math.max(12, ([...label].reduce((sum, each) => sum + widthOf(each), 0) * perColumn) / 2),
    }
  })
  pullTogether(places, ties)
  spread(places)
  for (let round = 0; round < 120 && pushApart(places); round++) clamp(places)
  clamp(places)
  settle(places)
  const tenth = (number: number): number => Math.round(number * 10) / 10
  return places.map(({ x, y, radius, label }) => ({ x: tenth(x), y: tenth(y), radius: tenth(radius), label }))
}

/** Fruchterman and Reingold (1991): all names push each other away, ties pull, and each round moves less. */
function pullTogether(places: readonly Moving[], ties: readonly ReportTie[]): void {
  const rounds = 260
  const ideal = 92
  const strongest = Math.max(1, ...ties.map(({ facts }) => facts))
  for (let round = 0; round < rounds; round++) {
    const moves = places.map(() => ({ x: 0, y: 0 }))
    for (let one = 0; one < places.length; one++)
      for (let other = one + 1; other < places.length; other++) {
        const { x, y, distance } = between(places[one]!, places[other]!)
        const push = (ideal * ideal) / distance / distance
        moves[one]!.x -= x * push
        moves[one]!.y -= y * push
        moves[other]!.x += x * push
        moves[other]!.y += y * push
      }
    for (const { one, other, facts } of ties) {
      const { x, y, distance } = between(places[one]!, places[other]!)
      const pull = (distance / ideal) * (0.15 + 0.85 * (facts / strongest))
      moves[one]!.x += x * pull
      moves[one]!.y += y * pull
      moves[other]!.x -= x * pull
      moves[other]!.y -= y * pull
    }
    const most = 40 * (1 - round / rounds)
    for (const [at, place] of places.entries()) {
      const move = moves[at]!
      // A pull to the middle keeps names without ties from drifting away.
      move.x -= place.x * 0.06
      move.y -= place.y * 0.1
      const length = Math.hypot(move.x, move.y) || 1
      place.x += (move.x / length) * Math.min(length, most)
      place.y += (move.y / length) * Math.min(length, most)
    }
  }
}

function between(one: Moving, other: Moving): { x: number; y: number; distance: number } {
  const [x, y] = [other.x - one.x, other.y - one.y]
  return { x, y, distance: Math.max(1, Math.hypot(x, y)) }
}

/** The share of a name's position that is its rank's: a few names without ties would otherwise take all the room. */
const byRank = 0.62

/** The rank of each value: 0 for the least, 1 for the greatest. */
function ranksOf(values: readonly number[]): readonly number[] {
  const order = values.map((_, at) => at).toSorted((a, b) => values[a]! - values[b]! || a - b)
  const ranks = values.map(() => 0)
  for (const [rank, at] of order.entries()) ranks[at] = rank / Math.max(1, values.length - 1)
  return ranks
}

/** Spreads the names over all of the map, with room for labels. */
function spread(places: readonly Moving[]): void {
  const [left, right] = [Math.min(...places.map(({ x }) => x)), Math.max(...places.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...places.map(({ y }) => y)), Math.max(...places.map(({ y }) => y))]
  const { width, height } = mapSize
  const [across, down] = [ranksOf(places.map(({ x }) => x)), ranksOf(places.map(({ y }) => y))]
  const scale = (value: number, from: number, to: number, rank: number, size: number, margin: number): number =>
    to - from < 1
      ? size / 2
      : margin + (byRank * rank + (1 - byRank) * ((value - from) / (to - from))) * (size - 2 * margin)
  for (const [at, place] of places.entries()) {
    place.x = scale(place.x, left, right, across[at]!, width, 80)
    place.y = scale(place.y, top, bottom, down[at]!, height, 44)
  }
}

/** Moves overlapping names apart, and returns whether any overlapped. */
function pushApart(places: readonly Moving[]): boolean {
  let moved = false
  for (let one = 0; one < places.length; one++)
    for (let other = one + 1; other < places.length; other++) {
      const [a, b] = [places[one]!, places[other]!]
      const { across, down } = overlapOf(a, b)
      if (across <= 0 || down <= 0) continue
      moved = true
      if (across < down) {
        const way = a.x <= b.x ? -1 : 1
        a.x += (way * across) / 2
        b.x -= (way * across) / 2
      } else {
        const way = a.y <= b.y ? -1 : 1
        a.y += (way * down) / 2
        b.y -= (way * down) / 2
      }
    }
  return moved
}

const gap = 4

/** How far the boxes of two names, with their labels, overlap; they do where both numbers are above 0. */
function overlapOf(a: Moving, b: Moving): { across: number; down: number } {
  const across = Math.max(a.half, a.radius) + Math.max(b.half, b.radius) + gap - Math.abs(a.x - b.x)
  const [above, below] = a.y <= b.y ? [a, b] : [b, a]
  return { across, down: above.y + above.radius + labelHeight + gap - (below.y - below.radius) }
}

/** Resolves the overlaps that are left: the most named stay, and each other name goes to the nearest free place. */
function settle(places: readonly Moving[]): void {
  for (const [at, place] of places.entries()) {
    const before = places.slice(0, at)
    const isFree = (): boolean =>
      before.every((other) => {
        const { across, down } = overlapOf(place, other)
        return across <= 0 || down <= 0
      })
    const { x, y } = place
    for (let step = 0; step < 4000 && !isFree(); step++) {
      const distance = 3 * Math.sqrt(step)
      place.x = x + Math.cos(step * 2.399963) * distance * 1.6
      place.y = y + Math.sin(step * 2.399963) * distance
      clamp([place])
    }
  }
}

function clamp(places: readonly Moving[]): void {
  for (const place of places) {
    const side = Math.max(place.half, place.radius) + 6
    place.x = Math.min(mapSize.width - side, Math.max(side, place.x))
    place.y = Math.min(mapSize.height - place.radius - labelHeight - 6, Math.max(place.radius + 6, place.y))
  }
}
