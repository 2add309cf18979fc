import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { assertionsIn, readEdit, readPageLine } from '../../src/parse/parse-page.js'
import { checkout } from '../transcripts/stage.js'

const page = readFileSync(join(checkout, 'docs/pages.md'), 'utf8')
const generated = page
  .split('\n')
  .map((line) => line.trim())
  .find((line) => line.startsWith('- O(c=0.80)'))!

/** What a line asserts, each with its day. */
const saidBy = (line: string): string[] =>
  assertionsIn('bank/opinions.md', line).map(({ assertion }) =>
    'on' in assertion ? `${assertion.what} ${assertion.on?.day ?? '-'}+${assertion.on?.count ?? 0}` : assertion.what,
  )

describe('docs/pages.md', () => {
  test('shows a line as it is generated', () => {
    expect(readPageLine(generated).what).toBe('generated')
  })

  test.each([
    ['only white space and a sparkline do', (line: string) => line.replace(' · ', '  · ▇▇ '), [], []],
    ['the hash of the bullet is another', (line: string) => line.replace('Likes', 'Loves'), ['wording'], ['wording 2025-11-27+3']],
    ['its c= is another', (line: string) => line.replace('0.80', '0.30'), ['confidence'], ['anchor 2025-11-27+3']],
    ['its c= is taken out', (line: string) => line.replace('(c=0.80)', ''), [], []],
    [
      'both',
      (line: string) => line.replace('0.80', '0.30').replace('Likes', 'Loves'),
      ['wording', 'confidence'],
      ['wording 2025-11-27+3', 'anchor 2025-11-27+3'],
    ],
    ['it is struck through', (line: string) => line.replace(/- (.*)/, '- ~~$1~~'), ['struck'], ['retired']],
    ['it holds a comment', (line: string) => line.replace(' · ', ' <!-- green --> · '), ['remark'], []],
    ['it holds of=', (line: string) => line.replace('0.80', '0.80, of=^k3f9a2c1x7'), ['remark'], []],
    ['its bullet is not well formed', (line: string) => line.replace('0.80', '1.80'), ['wording'], []],
  ])('says what an edited line asserts, where %s', (_where, edit, fields, says) => {
    expect(readEdit(edit(generated))?.fields).toEqual(fields)
    expect(saidBy(edit(generated))).toEqual(says)
  })

  const rows = page.split('\n').flatMap((line) => {
    const [, bullet, says] = /^\| (?:[^`|]*)?`(- [^`]+|<!-- instead of[^`]+)`.*? \| (.+) \|$/.exec(line) ?? []
    return bullet === undefined ? [] : [[bullet, says!] as const]
  })
  const filled = (bullet: string): string =>
    (bullet.startsWith('<!--') ? `- O(c=0.50, of=^ID, on=DAY+N) @Peter: Likes tea ${bullet.replace('…', 'Loves tea')}` : bullet)
      .replaceAll(/ID|OPINION/g, '19zvun63bs')
      .replaceAll('FACT', '12m7d97uez')
      .replaceAll('DAY+N', '2025-11-29+2')

  test('has each form of an assertion', () => {
    expect(rows).toHaveLength(6)
  })

  test.each(rows)('says what “%s” asserts', (bullet, says) => {
    const whats = assertionsIn('bank/opinions.md', filled(bullet)).map(({ assertion }) => assertion.what)
    const named = (['anchor', 'wording', 'retired', 'rejected', 'judged'] as const).filter((what) => new RegExp(`\\b${what}`).test(says))
    expect(whats.toSorted()).toEqual(named.toSorted())
  })
})
