import { describe, expect, test } from '@jest/globals'
import { defaultConfig } from '../../../src/model/config.js'
import { parseNote } from '../../../src/parse/parse-note.js'
import { Dice } from '../dice.js'
import { bulletLines, noteText } from './content.js'
import { referenceFacts } from './reference.js'

/** A note of the histories after a few edits, some of them a merge that nobody finished. */
function editedNote(dice: Dice): string {
  const lines = noteText(dice).split('\n')
  for (let edits = dice.number(4); edits > 0; edits--) {
    const at = dice.number(lines.length)
    const conflict = ['<<<<<<< HEAD', ...bulletLines(dice), '=======', ...bulletLines(dice), '>>>>>>> 1f2e3d4 (log)']
    const added = dice.one([[], bulletLines(dice), conflict])
    lines.splice(at, dice.number(2), ...added)
  }
  return lines.join('\n')
}

describe('the reference parser, which knows nothing of ours', () => {
  test('reads the same facts on the same lines as the parser of notes', () => {
    let facts = 0
    for (let at = 0; at < 400; at++) {
      const text = editedNote(new Dice(at * 7919))
      const reference = referenceFacts(text, [])
      const ours = parseNote('memory/2025-11-01.md', text, defaultConfig).facts.filter(({ kind }) => kind !== 'passage')
      const said = ours.map(({ source: { first, last }, kind, confidence, mentions, text: words }) => {
        return { first, last, kind, confidence, mentions, text: words }
      })
      expect({ text, facts: said }).toEqual({ text, facts: reference })
      facts += reference.length
    }
    expect(facts).toBeGreaterThan(900)
  })
})
