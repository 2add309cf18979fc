import { shownLine, type ReaderPacket, type ReaderSection } from '../../reader/packet.js'
import type { ReaderLine } from '../../reader/reader-line.js'
import { tokenCost } from '../../text/tokens.js'

/**
 * Cuts a packet into two halves of about the same size: between two sections, or inside its only section, at a blank
 * line if there is one. Both parts of a cut section keep its id. Undefined where nothing can be cut.
 */
export function halvesOf(packet: ReaderPacket): readonly [ReaderPacket, ReaderPacket] | undefined {
  const { sections } = packet
  const [only] = sections
  if (only === undefined) return undefined
  if (sections.length > 1) {
    const places = sections.flatMap((_, at) => (at > 0 ? [at] : []))
    const at = middleOf(
      sections.map(({ lines }) => costOf(lines)),
      places,
    )
    return [packetOf(packet, sections.slice(0, at)), packetOf(packet, sections.slice(at))]
  }
  const { lines } = only
  // A heading stays with the text below it.
  const places = lines.flatMap((_, at) => (at > 0 && lines[at - 1]!.level === undefined ? [at] : []))
  const apart = places.filter((at) => lines[at]!.isApart)
  const costs = lines.map((line) => costOf([line]))
  const at = middleOf(costs, apart.length > 0 ? apart : places)
  if (at === undefined) return undefined
  const [before, after] = [lines.slice(0, at), lines.slice(at)]
  return [packetOf(packet, [{ ...only, lines: before }]), packetOf(packet, [partOf(only, after)])]
}

const partOf = ({ id }: ReaderSection, lines: readonly ReaderLine[]): ReaderSection => ({
  id,
  above: lines[0]!.under,
  lines,
})

const costOf = (lines: readonly ReaderLine[]): number =>
  lines.reduce((sum, line) => sum + tokenCost(shownLine(line)), 0)

const packetOf = ({ path, day }: ReaderPacket, sections: readonly ReaderSection[]): ReaderPacket => ({
  path,
  day,
  sections,
  isPart: true,
  tokens: Math.ceil(sections.reduce((sum, { lines }) => sum + costOf(lines), 0)),
})

/** The place that cuts `costs` most evenly; undefined where `places` is empty. */
function middleOf(costs: readonly number[], places: readonly number[]): number | undefined {
  const sum = (parts: readonly number[]): number => parts.reduce((total, cost) => total + cost, 0)
  const unevenAt = (at: number): number => Math.abs(sum(costs.slice(0, at)) - sum(costs.slice(at)))
  return places.toSorted((a, b) => unevenAt(a) - unevenAt(b))[0]
}
