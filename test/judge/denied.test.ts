import { describe, expect, test } from '@jest/globals'
import { judgePair } from '../../src/judge/judge-pair.js'
import { polarityOf } from '../../src/language/denial.js'
import type { Effect } from '../../src/model/verdict.js'

/** What one does to the other, whichever of the two was noted first. */
const effectsOf = (one: string, other: string, about = 'Mara'): [Effect, Effect] => {
  const effectOf = (stated: string, told: string): Effect =>
    judgePair({ kind: 'opinion', text: stated, mentions: [about] }, { kind: 'opinion', text: told, mentions: [about] })
      .effect
  return [effectOf(one, other), effectOf(other, one)]
}

describe('a denial is heard', () => {
  test.each([
    ['of a name that is no entity of the bullet', 'Kafka works.', 'Kafka does not work.'],
    ['of what will be', 'NATS will scale.', 'NATS won’t scale.'],
    ['of what can be', 'Kafka can handle the load.', 'Kafka cannot handle the load.'],
    ['of a person who is no entity of the bullet', 'Peter helps the team.', 'Peter does not help the team.'],
    ['inside what is believed', 'Believes that Kafka works.', 'Believes that Kafka does not work.'],
    ['of what must be', 'Kafka must go.', 'Kafka must not go.'],
    ['of what should be done', 'Kafka should be kept.', 'Kafka should not be kept.'],
    ['written with capitals', 'Kafka Works Well.', 'Kafka Does Not Work Well.'],
    ['in German', 'Kafka funktioniert.', 'Kafka funktioniert nicht.'],
    ['in Turkish, inside a verb', 'Kafka çalışıyor.', 'Kafka çalışmıyor.'],
    ['in French, which no rule knows', 'Kafka fonctionne bien.', 'Kafka ne fonctionne pas bien.'],
  ])('%s: %s | %s', (_what, statement, denial) => {
    expect(effectsOf(statement, denial)).toEqual(['contradicts', 'contradicts'])
  })

  test.each([
    ['Kafka works.', 'Under load Kafka does not work.'],
    ['Vim saves time.', 'Vim does not really save any time.'],
  ])('beside other words, of a subject that no article tells: %s | %s', (statement, denial) => {
    expect(effectsOf(statement, denial)[0]).toBe('contradicts')
  })

  test.each([
    ['Trinkt gern Tee.', 'Trinkt keinen Tee mehr.'],
    ['Luca fuma un pacchetto al giorno.', 'Luca non fuma più da gennaio.'],
  ])('as the end that it is, where what has ended stands inside the words that say so: %s | %s', (earlier, later) => {
    expect(effectsOf(earlier, later, 'Luca')[0]).toBe('supersedes')
  })
})

describe('nothing is raised', () => {
  test.each([
    ['Wants more tests.', 'Wants fewer tests.'],
    ['Prefers more detail.', 'Prefers less detail.'],
    ['Jenkins should stay.', 'Jenkins should go.'],
    ['Will mehr Tests.', 'Will weniger Tests.'],
    ['Quiere más pruebas.', 'Quiere menos pruebas.'],
    ['Wants Kafka, not NATS.', 'Wants NATS, not Kafka.'],
  ])('by words that say the opposite: %s | %s', (one, other) => {
    expect(effectsOf(one, other)).not.toContain('reinforces')
  })
})

describe('what only looks like a denial contradicts nothing', () => {
  test.each([
    ['a denial of the opposite', 'Is reliable.', 'Has never been unreliable.'],
    ['no objection', 'Is happy on the farm.', 'Mara has no complaints about the farm.'],
    [
      'a name that both have',
      'Likes the film Not Without My Daughter.',
      'Mara likes the film Not Without My Daughter.',
    ],
    ['a comparison from the other side', 'Enjoys winter more than summer.', 'Mara enjoys summer less than winter.'],
    ['what is not only so', 'Plays the flute.', 'Mara plays not only the flute.'],
  ])('%s: %s | %s', (_what, one, other) => {
    expect(effectsOf(one, other)[0]).not.toBe('contradicts')
  })

  test('and a name that both have raises', () => {
    const [one, other] = ['Likes the film Not Without My Daughter.', 'Mara likes the film Not Without My Daughter.']
    expect(effectsOf(one, other)).toEqual(['reinforces', 'reinforces'])
  })
})

test('the denials of a text are counted by itself, an echo once', () => {
  expect(polarityOf('Kafka doesn’t work.')).toEqual({ words: ['kafka', 'work'], denials: 1 })
  expect(polarityOf('No confía en nadie.').denials).toBe(1)
  expect(polarityOf('Nunca toma café sin azúcar.').denials).toBe(2)
  expect(polarityOf('Nobody does not like it.').denials).toBe(2)
  expect(polarityOf('从来没有人信任他。').denials).toBe(1)
  expect(polarityOf('Not only the flute.').denials).toBe(0)
})
