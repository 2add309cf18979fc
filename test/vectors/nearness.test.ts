import { describe, expect, test } from '@jest/globals'
import { nearnessTo, rounded } from '../../src/vectors/nearness.js'

const vectorOf = (seed: number, length = 64): Float32Array =>
  Float32Array.from({ length }, (_, at) => Math.sin(seed * 977 + at * 31 + ((seed * at) % 7)))
const kept = Array.from({ length: 400 }, (_, at) => [`id${at}`, rounded(vectorOf(at))] as const)

describe('what is near', () => {
  test('is what a comparison of all the numbers finds, and itself first', () => {
    const asked = vectorOf(17)
    const { nearest, of } = nearnessTo(asked, kept)
    expect(nearest(1)).toEqual(['id17'])
    const angle = (other: Float32Array): number => {
      const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, each, at) => sum + each * b[at]!, 0)
      return dot(asked, other) / Math.sqrt(dot(asked, asked) * dot(other, other))
    }
    const exact = kept
      .map(([id], at) => ({ id, angle: angle(vectorOf(at)) }))
      .toSorted((a, b) => b.angle - a.angle)
      .slice(0, 10)
    const found = new Set(nearest(10))
    expect(exact.filter(({ id }) => found.has(id)).length).toBeGreaterThanOrEqual(9)
    expect(of('id17')).toBeGreaterThan(0)
    expect(of('nobody')).toBe(0)
  })

  test('does not hang on how long vectors are', () => {
    const longer = vectorOf(17).map((each) => each * 40)
    expect(nearnessTo(longer, kept).nearest(5)).toEqual(nearnessTo(vectorOf(17), kept).nearest(5))
    expect(rounded(longer)).toEqual(rounded(vectorOf(17)))
  })

  test.each([
    ['no line at all', []],
    ['lines of another model', kept.map(([id]) => [id, rounded(vectorOf(1, 32))] as const)],
    ['lines that are all one', kept.map(([id]) => [id, rounded(vectorOf(1))] as const)],
    ['a line that says nothing', [['id0', rounded(new Float32Array(64))] as const]],
  ])('is nothing among %s', (_, lines) => {
    const { nearest, of } = nearnessTo(vectorOf(17), lines)
    expect(of('id0')).toBe(0)
    expect(nearest(3)).toEqual([])
  })
})

test('a vector is kept as the same bytes on every machine', () => {
  expect([...new Int8Array(rounded(Float32Array.of(0.5, -1, 0.2499, 0)).buffer)]).toEqual([64, -127, 32, 0])
})
