import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { looksBack } from '../../src/belief/endings.js'
import { farthest, nearest } from '../../src/belief/judge-fact.js'
import { showConfidence } from '../../src/model/fact.js'
import { foldConstants } from '../../src/model/opinion.js'
import { effects } from '../../src/model/verdict.js'
import { checkout } from '../transcripts/stage.js'

const page = readFileSync(join(checkout, 'docs/beliefs.md'), 'utf8').replaceAll(/\s+/g, ' ')

test('docs/beliefs.md has the numbers that the fold goes by, and every verdict', () => {
  const { unstated, step, against, again, within } = foldConstants
  for (const said of [
    `or ${showConfidence(unstated)} where it states none`,
    `| a fact that reinforces | 1 | ${step} |`,
    `| a restatement | its own \`c=\`, else 1 | ${step} |`,
    `| a fact that weakens | 0 | ${step} |`,
    `| a fact that contradicts or supersedes | 0 | ${step * against} |`,
    `| the same, strong, within ${within} days of the last strong day | 0 | ${again} |`,
    `the ${nearest} nearest wordings before it and the ${nearest} nearest after it`,
    `A fact bears on ${farthest} wordings before it and ${farthest} after it`,
    `the ${looksBack} last facts before its day`,
    ...effects.map((effect) => `\`${effect}\``),
  ])
    expect(page).toContain(said)
})
