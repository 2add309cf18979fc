import { describe, expect, test } from '@jest/globals'
import { readerPackets, type ReaderPacket } from '../../../src/reader/packet.js'
import { halvesOf } from '../../../src/workspace/reader/halves.js'

const packetOf = (...lines: readonly string[]): ReaderPacket =>
  readerPackets({ path: 'memory/2025-11-27.md', day: '2025-11-27', text: lines.join('\n') })[0]!
const numbersOf = (packet: ReaderPacket | undefined): number[] =>
  packet?.sections.flatMap(({ lines }) => lines.map(({ number }) => number)) ?? []
const halves = (...lines: readonly string[]): number[][] => halvesOf(packetOf(...lines))?.map(numbersOf) ?? []

const said = (words: number): string => `- ${'word '.repeat(words)}`

describe('a packet in two', () => {
  test('is cut between sections where both sides are nearest to the same size, and no line is lost', () => {
    const lines = ['# A', said(5), '# B', said(40), '# C', said(20), '# D', said(20)]
    expect(halves(...lines)).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ])
    const packet = packetOf(...lines)
    const [first, second] = halvesOf(packet)!
    expect([...first.sections, ...second.sections]).toEqual(packet.sections)
    expect(Math.abs(first.tokens + second.tokens - packet.tokens)).toBeLessThan(3)
  })

  test('of one section is cut within it, at a blank line where there is any, and never between a heading and what is below it', () => {
    expect(halves('# A', said(9), said(9), said(9), '', said(9))).toEqual([[1, 2, 3, 4], [6]])
    expect(halves('# A', '', said(9), said(9))).toEqual([[1, 3], [4]])
    expect(halves('# A', said(9), said(9), said(9), said(9))).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
  })

  test('shows the headings of a section above its second part, which has its id', () => {
    const packet = packetOf('# A', '## B', said(9), '', said(9))
    const [first, second] = halvesOf(packet)!
    expect(second.sections[0]!.above.map(({ title }) => title)).toEqual(['A', 'B'])
    expect([first, second].map(({ sections }) => sections[0]!.id)).toEqual([
      packet.sections[0]!.id,
      packet.sections[0]!.id,
    ])
  })

  test('is none where there is but a line', () => {
    expect(halvesOf(packetOf('# A', '', said(9)))).toBeUndefined()
    expect(halvesOf(packetOf(said(9)))).toBeUndefined()
  })
})
