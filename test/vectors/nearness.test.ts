import { describe, expect, test } from '@jest/globals'
import { nearnessTo, type Nearness } from '../../src/vectors/nearness.js'
import { bytesOf } from '../../src/model/vector.js'
import { flat } from '../../src/vectors/search/flat.js'
import { searchedBy } from '../support/vectors-in-memory.js'

const vectorOf = (seed: number, length = 64): Float32Array =>
  Float32Array.from({ length }, (_, at) => Math.sin(seed * 977 + at * 31 + ((seed * at) % 7)))
const kept = Array.from({ length: 400 }, (_, at) => bytesOf(vectorOf(at)))

const near = (question: Float32Array, all: readonly Int8Array[]): Nearness =>
  nearnessTo(question, searchedBy(flat, all), {
    idAt: (place) => `id${place}`,
    of: (id) => all[Number(id.slice(2))],
  })

describe('what is near', () => {
  test('is what a comparison of all the numbers finds, and itself first', () => {
    const asked = vectorOf(17)
    const { nearest, of } = near(asked, kept)
    expect(nearest(1)).toEqual(['id17'])
    const angle = (other: Float32Array): number => {
      const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, each, at) => sum + each * b[at]!, 0)
      return dot(asked, other) / Math.sqrt(dot(asked, asked) * dot(other, other))
    }
    const exact = kept
      .map((_, at) => ({ id: `id${at}`, angle: angle(vectorOf(at)) }))
      .toSorted((a, b) => b.angle - a.angle)
      .slice(0, 10)
    const found = new Set(nearest(10))
    expect(exact.filter(({ id }) => found.has(id)).length).toBeGreaterThanOrEqual(9)
    expect(of('id17')).toBeGreaterThan(0)
    expect(of('nobody')).toBe(0)
  })

  test('does not hang on how long vectors are', () => {
    const longer = vectorOf(17).map((each) => each * 40)
    expect(near(longer, kept).nearest(5)).toEqual(near(vectorOf(17), kept).nearest(5))
    expect(bytesOf(longer)).toEqual(bytesOf(vectorOf(17)))
  })

  test('is compared where it came after a search was opened', () => {
    const searched = { ...searchedBy(flat, kept.slice(0, 17)), vectors: searchedBy(flat, kept).vectors }
    const rows = { idAt: (place: number) => `id${place}`, of: () => undefined }
    expect(nearnessTo(vectorOf(17), searched, rows).nearest(1)).toEqual(['id17'])
  })

  test.each([
    ['no line at all', []],
    ['lines of another model', kept.map(() => bytesOf(vectorOf(1, 32)))],
    ['lines that are all one', kept.map(() => bytesOf(vectorOf(1)))],
    ['a line that says nothing', [bytesOf(new Float32Array(64))]],
  ])('is nothing among %s', (_, lines) => {
    const { nearest, of } = near(vectorOf(17), lines)
    expect(of('id0')).toBe(0)
    expect(nearest(3)).toEqual([])
  })
})

test('a vector is kept as the same bytes on every machine', () => {
  expect([...bytesOf(Float32Array.of(0.5, -1, 0.2499, 0))]).toEqual([64, -127, 32, 0])
})
