import { describe, expect, test } from '@jest/globals'
import { holdsAny } from '../../src/model/same-words.js'
import { printable } from '../../src/text/safe-text.js'
import { escapeStatement } from '../../src/render/escape.js'

const said = 'Says <b>"open & shut"</b>, İlk\u200b kapı, 门 ^^ to the [door](https://example.com/x)'
const holds = (text: string, saying = said): boolean => holdsAny([saying])(Buffer.from(text))

describe('words that are looked for are found', () => {
  const forms: Record<string, string> = {
    'as they were said': said,
    'as a page says them': escapeStatement(said),
    'as a message says them': printable(escapeStatement(said)),
    'as a refused line quotes them': escapeStatement(said).replaceAll('"', '&quot;'),
    wrapped: said.replace(' to the ', '\n    to   the\t'),
    'wrapped with carriage returns': said.replace(' to the ', '\r\n  to the '),
    'quoted in a mail': `> ${said.replace(' to the ', '\n> > to the ')}`,
    'in other letters of the same': said.replace('Says', 'SAYS').normalize('NFD'),
    'by number': said.replace('<', '&#60;').replace('>', '&#x3E;'),
  }
  test.each(Object.entries(forms))('%s', (_form, text) => {
    expect(holds(`- W @Peter: ${text} · [2025-11-27](../memory/2025-11-27.md) <!-- … -->\n`)).toBe(true)
    expect(holds(text.replace('open', 'closed'))).toBe(false)
  })

  test('linked, where they have no link themselves', () => {
    expect(holds('He opens the [red\n  door](https://example.com).', 'opens the red door')).toBe(true)
    expect(holds('opens the red door', 'opens the [red](https://example.com/key) door')).toBe(false)
  })

  test('with accents written in one character or in two', () => {
    expect(holds('Il beve caffè'.normalize('NFC'), 'beve caffè'.normalize('NFD'))).toBe(true)
    expect(holds('Il beve caffè'.normalize('NFD'), 'beve caffè'.normalize('NFC'))).toBe(true)
  })

  test('where they have no letter of the Latin script, beside bytes that are no text, and never where there are none', () => {
    expect(holdsAny(['门 开'])(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('他说：门\n开')]))).toBe(true)
    expect(holdsAny(['', ' \n'])(Buffer.from('anything'))).toBe(false)
  })
})
