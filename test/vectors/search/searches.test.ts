import { describe, expect, test } from '@jest/globals'
import { openStore } from '../../../src/store/store.js'
import { anyNumbers } from '../../../src/text/any-numbers.js'
import { bytesOf, cosine, unit } from '../../../src/model/vector.js'
import { searches } from '../../../src/vectors/search/searches.js'
import { indexFolder } from '../../support/index-place.js'
import { withRepo } from '../../support/with-repo.js'

const width = 96
/** Points around each of some centres; questions lie there too, and are none of them. */
const any = anyNumbers()
const centres = Array.from({ length: 20 }, () => Float32Array.from({ length: width }, () => any() - 0.5))
const around = (at: number): Float32Array => centres[at % centres.length]!.map((each) => each + any() - 0.5)
const points = Array.from({ length: 4000 }, (_, at) => bytesOf(around(at)))
const questions = Array.from({ length: 40 }, (_, at) => around(at))

const nearestOf = (question: Float32Array, places: readonly number[]): readonly number[] =>
  places
    .map((place) => ({ place, angle: cosine(unit(question), points[place]!) }))
    .toSorted((one, other) => other.angle - one.angle)
    .slice(0, 10)
    .map(({ place }) => place)
const exact = questions.map((question) => nearestOf(question, [...points.keys()]))

describe.each(Object.entries(searches))('%s', (name, { build, open }) => {
  test('finds the nearest in the index', () =>
    withRepo(async (repo) => {
      const store = openStore(repo.path(indexFolder))
      await store.write(() => {
        store.vectors.madeBy('points')
        points.forEach((bytes, at) => store.vectors.keep(`id${at}`, bytes))
      })
      const vectors = store.vectors.places()
      const find = open(vectors, build?.(vectors) ?? new Uint8Array())
      const found = questions.map((question) => find(question, 10))
      store.close()
      const shares = found.map(
        (places, at) => nearestOf(questions[at]!, places).filter((each) => exact[at]!.includes(each)).length / 10,
      )
      const recall = shares.reduce((sum, each) => sum + each, 0) / shares.length
      expect(recall).toBeGreaterThanOrEqual(name === 'flat' ? 1 : 0.95)
      // Whoever compares what it found with the question has less to do than without it.
      expect(Math.max(...found.map(({ length }) => length))).toBeLessThan(points.length / 2)
    }))
})
