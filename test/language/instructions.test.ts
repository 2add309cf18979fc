import { expect, test } from '@jest/globals'
import { isInstruction } from '../../src/language/instructions.js'

test.each([
  'Never wants a call before ten',
  'From now on: metric units',
  'Don’t book flights',
  'Möchte immer zuerst das Ergebnis',
  'Quiere siempre un resumen',
  "D'ora in poi in italiano",
  'Wil nooit voor negen gebeld worden',
  'Bundan sonra kısa yanıt',
  '总是先给结论',
  'ہمیشہ پہلے پوچھیں',
])('%s: says how things are to be done', (text) => {
  expect(isInstruction(text)).toBe(true)
})

test.each(['Lives in Graz', 'Fährt im Mai nach Wels', 'Read Neverwhere', '申请了签证', 'Fotografiert Niederbayern'])(
  '%s: does not',
  (text) => {
    expect(isInstruction(text)).toBe(false)
  },
)
