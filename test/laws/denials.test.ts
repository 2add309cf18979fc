import { describe, expect, test } from '@jest/globals'
import { judgeMet, judgePair } from '../../src/judge/judge-pair.js'
import type { Judged } from '../../src/model/verdict.js'
import { Dice } from './dice.js'
import { drawDenied, tongues } from './statements-denied.js'

const seed = Number(process.env['LAW_SEED'] ?? 1)
const runs = Number(process.env['LAW_RUNS'] ?? 120)

const kinds = ['opinion', 'world', 'experience'] as const

describe('law 16 (denials): a denial never raises a confidence, nor does a statement that of its denial', () => {
  test.each(tongues)('%s', (tongue) => {
    const dice = new Dice(seed)
    const raised = new Set<string>()
    let against = 0
    for (let run = 0; run < runs; run++) {
      const { statement, denial } = drawDenied(tongue, dice)
      const mentions = dice.one([['Mara'], ['Kafka'], ['Peter', 'Vim'], []])
      for (const [stated, told] of [
        [statement, denial],
        [denial, statement],
      ] as const) {
        const opinion: Judged = { kind: 'opinion', text: stated, mentions }
        const fact: Judged = { kind: dice.one(kinds), text: told, mentions }
        const { effect, restates } = judgePair(opinion, fact)
        // However little a rule had to be asked.
        if (restates || effect === 'reinforces' || judgeMet(opinion, fact).effect === 'reinforces')
          raised.add(`${stated} | ${told}`)
        if (effect === 'contradicts' || effect === 'supersedes') against++
      }
    }
    expect([...raised]).toEqual([])
    // Silence would keep the law, too.
    expect(against / (2 * runs)).toBeGreaterThan(0.3)
  })

  test('counts the denials of a text by itself, in any language', async () => {
    const { polarityOf } = await import('../../src/language/denial.js')
    const dice = new Dice(seed)
    const lost: string[] = []
    for (const tongue of tongues)
      for (let run = 0; run < runs; run++) {
        const { statement, denial } = drawDenied(tongue, dice)
        const [stated, told] = [polarityOf(statement), polarityOf(denial)]
        const isOpposite =
          /more|less|rarely|mehr|weniger|más|menos|più|meno|meer|minder|çok|az|زیادہ|کم|更|plus|moins|un(?=ready)/i
        if (stated.denials === told.denials && !isOpposite.test(denial)) lost.push(`${statement} | ${denial}`)
      }
    expect([...new Set(lost)]).toEqual([])
  })
})
