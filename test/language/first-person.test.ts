import { expect, test } from '@jest/globals'
import { isFirstPerson } from '../../src/language/first-person.js'

test.each([
  ['I deleted the wrong branch', true],
  ["Yesterday I'm sure it was", true],
  ['It was my mistake', true],
  ['We moved the build', true],
  ['Ich habe den Zweig gelöscht', true],
  ['Das war unsere Änderung', true],
  ['我删错了分支', true],
  ['Lo hice yo', true],
  ['È colpa mia', true],
  ['Dat was mijn fout', true],
  ['Benim hatam', true],
  ['یہ میری غلطی تھی', true],
  ['Moved to the US', false],
  ['US market share', false],
  ['Google IO date', false],
  ['MIR station history', false],
  ['der IK preis', false],
  ['what does the page of socket.io say', false],
  ['owner of api.mi.com', false],
  ['which gold mine did Bo buy', false],
  ['I18n is done', false],
  ['Quali sono i progetti', false],
  ['Ben likes tea', false],
  ['Michael mixes meat', false],
  ['Übermich', false],
  ['', false],
])('%s', (text, is) => {
  expect(isFirstPerson(text)).toBe(is)
})
