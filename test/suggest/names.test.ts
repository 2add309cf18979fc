import { describe, expect, test } from '@jest/globals'
import { explainedNames, recurringNames } from '../../src/suggest/names.js'

const found = (days: readonly (readonly string[])[], known: readonly string[] = []): string[] => {
  const passages = days.flatMap((lines, at) =>
    lines.map((text) => ({ text, day: `2026-02-0${at + 1}`, cites: `memory/2026-02-0${at + 1}.md#L1` })),
  )
  return recurringNames(passages, new Set(known), 2).map(({ name }) => name)
}

describe('names that come again in narrative', () => {
  test('are written large within sentences, on more days than one', () => {
    expect(found([['We asked Priya.', 'Then Priya left.'], ['A note for Priya of the glass.']])).toEqual(['Priya'])
    expect(found([['We asked Priya.', 'Then Priya left.', 'A note for Priya.']])).toEqual([])
  })

  test('are no labels, numbered things, first words, or words that are written small in another form', () => {
    const days = [1, 2, 3].map((each) => [
      `Rewrote the page. In Phase ${each} we go on.`,
      'He said Decision: no. **Status** of all',
      'We Searched for it and searching found nothing.',
    ])
    expect(found(days)).toEqual([])
  })

  test('are told by no capital in a language that writes every noun large', () => {
    const days = [1, 2, 3].map(() => ['Wir haben die Mappe auf den Tisch gelegt und nicht mehr an den Alarm gedacht.'])
    expect(found(days)).toEqual([])
  })

  test('are those too, in any case, that a note without a day explains', () => {
    const explained = explainedNames([
      'matcalc = the calculator for quotes on our page',
      '**Ocean One** — boats and what belongs to them',
      '**Email:** somebody@example.com',
      'It is a fine day',
    ])
    expect(explained).toEqual(['matcalc', 'Ocean One'])
    const days = [1, 2, 3].map(() => ['the matcalc page is slow, write an email'])
    expect(found(days, explained)).toEqual(['matcalc'])
  })

  test('are told whole where the beginning of one is a name too', () => {
    const known = explainedNames(['matcalc = the calculator', 'matcalc Pro = the calculator with discounts'])
    const days = [1, 2, 3].map(() => ['We asked matcalc Pro today, and it was slow'])
    expect(found(days, known)).toEqual(['matcalc Pro'])
  })

  test('are found in text that writes no blank around them, and by a capital within them', () => {
    expect(found([['我们问了Priya的意见', '然后Priya走了'], ['给Priya的信']])).toEqual(['Priya'])
    expect(found([['小明说玻璃坏了', '请告诉小明'], ['今天小明来了']], ['小明'])).toEqual(['小明'])
    expect(found([['FrameDesk is slow.', 'FrameDesk is down.'], ['FrameDesk is up again.']])).toEqual(['FrameDesk'])
    expect(found([['Wir haben DieMappe', 'Анна пришла'], ['см. АннаБ']])).toEqual([])
  })
})
