import { describe, expect, test } from '@jest/globals'
import type { Judged } from '../../src/model/verdict.js'
import { languageOf, vocabulariesOf, vocabularyOf, votesOf } from '../../src/language/detect-language.js'
import { codes } from '../../src/language/languages.js'

const said = (text: string): Judged => ({ kind: 'opinion', text, mentions: [] })
const readIn = (one: string, other = one): string => vocabularyOf(said(one), said(other)).code

/** Everyday words of a language, and hardly any that only a list of opposites would know. */
const everyday = {
  en: 'She has been there with him since the summer.',
  zh: '他已经在那里工作了很多年。',
  it: 'Lei è stata con lui durante tutta la primavera.',
  nl: 'Zij heeft daar met hem over gesproken.',
  tr: 'Onun için daha sonra bir şey oldu.',
  ur: 'وہ اس کے ساتھ وہاں رہتی ہے۔',
  es: 'Ella estaba con él durante los últimos años.',
  de: 'Sie war mit ihm während der letzten Wochen dort.',
}

describe('a text is read in its own language, or every rule is asked in the wrong words', () => {
  test.each(Object.entries(everyday))('%s: %s', (code, text) => {
    expect(readIn(text)).toBe(code)
  })

  test('no language goes without a text here', () => {
    expect(Object.keys(everyday).toSorted()).toEqual(codes.toSorted())
  })

  // Without `ı`, `ğ`, `ş` and `ß` these would be strings of names.
  test.each([
    ['tr', 'Kırmızı ışık.'],
    ['de', 'Große Straße.'],
    ['ur', 'گہرا سبز'],
    ['zh', '深绿色'],
  ])('%s by its letters, where no word is known: %s', (code, text) => {
    expect(readIn(text)).toBe(code)
  })

  test('a name in Chinese letters does not make an English sentence Chinese', () => {
    expect(readIn('Works with 陈静 on the new release and trusts her.')).toBe('en')
  })

  test('two texts are read in one language, whichever stands first', () => {
    const [short, long] = ['Pablo come carne.', 'Pablo ya no come carne porque es vegetariano.']
    expect([readIn(short, long), readIn(long, short)]).toEqual(['es', 'es'])
  })

  test('what two languages could say is kept in both, for the text beside it to decide', () => {
    const may = vocabulariesOf(said('Pablo come carne.')).map(({ code }) => code)
    expect(may).toEqual(expect.arrayContaining(['en', 'es']))
  })

  test('a text of no language has one all the same', () => {
    expect(readIn('4711')).toBe('en')
    expect(vocabulariesOf(said('')).map(({ code }) => code)).toEqual(['en'])
  })

  describe('a word that two texts of two languages share is one by chance', () => {
    const together = (a: string, b: string) => {
      const [one, other] = [votesOf(said(a)).by, votesOf(said(b)).by]
      expect(languageOf(one, other)).toBe(languageOf(other, one))
      return codes[languageOf(one, other)]
    }
    const [english, german] = [
      'He will die if he is not in the car.',
      'Die Frau ist nicht in dem Auto und hat es nicht.',
    ]

    test('so there is none in which they are read', () => {
      expect(together(english, german)).toBeUndefined()
    })

    test.each([
      ['of one language', english, 'She is not in the house and has no car.', 'en'],
      ['one of which is of two', 'She has seen them, und hat es nicht.', german, 'de'],
      ['one of which has no word of any', '4711', german, 'de'],
      ['one of which has a word of each', 'Pablo come carne.', 'No le gusta la carne.', 'es'],
    ])('but there is for two texts, %s', (_, a, b, language) => {
      expect(together(a, b)).toBe(language)
    })
  })
})
