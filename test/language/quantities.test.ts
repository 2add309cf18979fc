import { describe, expect, test } from '@jest/globals'
import { vocabularyIn } from '../../src/language/lexicons.js'
import { type Quantity, comparable, sameValue } from '../../src/language/quantities.js'
import { read } from '../../src/language/sentence.js'

const quantitiesIn = (code: string, text: string): readonly Quantity[] =>
  read(text, vocabularyIn(code), new Set()).quantities

/** `money 40`, `count 2`, one by one. */
const said = (code: string, text: string): string[] =>
  quantitiesIn(code, text).map(({ kind, value }) => `${kind} ${value}`)

test('a word that every object of JavaScript has is no sign of a price', () => {
  expect(said('en', 'Adds 5 constructor calls.')).toEqual(['count 5'])
  expect(said('en', 'Has the constructor 5 times.')).toEqual(['count 5'])
})

describe('a price read as another number would let no other price speak against it', () => {
  test.each([
    ['en', 'The rent is $40.', 'money 40'],
    ['en', 'The rent is $1,200.', 'money 1200'],
    ['en', 'Earned $1,234,567.', 'money 1234567'],
    ['en', 'The rent is $1,234.56.', 'money 1234.56'],
    ['en', 'A ticket is € 19.99.', 'money 19.99'],
    ['en', 'A ticket is 40 euros.', 'money 40'],
    ['en', 'Paid £5 for it.', 'money 5'],
    ['en', 'A ticket is 40€.', 'money 40'],
    ['de', 'Kostet 40 Euro.', 'money 40'],
    ['de', 'Kostet 40 €.', 'money 40'],
    ['de', 'Kostet 19,99 Euro.', 'money 19.99'],
    ['de', 'Kostet 1.200 Euro.', 'money 1200'],
    ['de', 'Kostet 1.234,56 Euro.', 'money 1234.56'],
    ['it', 'Costa 40 euro.', 'money 40'],
    ['es', 'Cuesta 19,50 euros.', 'money 19.5'],
    ['nl', 'Kost veertig euro.', 'money 40'],
    ['tr', 'Bilet 40 lira.', 'money 40'],
    ['ur', 'ٹکٹ 40 روپے کا ہے۔', 'money 40'],
    ['ur', 'ٹکٹ ۴۰ روپے کا ہے۔', 'money 40'],
    ['zh', '票价40元。', 'money 40'],
    ['zh', '票价４０元。', 'money 40'],
  ])('%s: %s', (code, text, expected) => {
    expect(said(code, text)).toEqual([expected])
  })
})

describe('a share is no number of things', () => {
  test.each([
    ['en', 'Scored 65 % on the quiz.', 'percent 65'],
    ['en', 'Scored 65% on the quiz.', 'percent 65'],
    ['en', 'Scored 12.5 percent.', 'percent 12.5'],
    ['en', 'Scored sixty percent.', 'percent 60'],
    ['de', 'Erreichte 12,5 Prozent.', 'percent 12.5'],
    ['nl', 'Haalde 65 procent.', 'percent 65'],
    ['tr', 'Sınavdan %65 aldı.', 'percent 65'],
    ['ur', 'نتیجہ 65 فیصد رہا۔', 'percent 65'],
    ['zh', '得了65%。', 'percent 65'],
  ])('%s: %s', (code, text, expected) => {
    expect(said(code, text)).toEqual([expected])
  })
})

describe('a time of day off by half a day would make a lie of a repeated one', () => {
  test.each([
    ['en', 'Gets up at 9:30.', 9.5],
    ['en', 'Goes to bed at 9:30 pm.', 21.5],
    ['en', 'Goes to bed at 9 pm.', 21],
    ['en', 'Goes to bed at 9pm.', 21],
    ['en', 'Goes to bed at 9 p.m. on Mondays.', 21],
    ['en', 'Goes to bed at 21:30.', 21.5],
    ['en', 'Has lunch at 12:30 pm.', 12.5],
    ['en', 'Has lunch at 12 pm.', 12],
    ['en', 'Goes to bed at 12 am.', 0],
    ['en', 'Goes to bed at 12:30 am.', 0.5],
    ['en', 'The shop closes at 24:00.', 24],
    ['en', "Gets up at 9 o'clock.", 9],
    ['en', 'Gets up at 7.30.', 7.5],
    ['en', 'Gets up at nine.', 9],
    ['en', 'Gets up at half past six.', 6.5],
    ['en', 'Gets up at quarter to nine.', 8.75],
    ['de', 'Steht um 9 Uhr auf.', 9],
    ['de', 'Steht um neun Uhr auf.', 9],
    ['de', 'Steht um 9:30 Uhr auf.', 9.5],
    ['de', 'Steht um 9.30 Uhr auf.', 9.5],
    ['de', 'Geht um 21 Uhr ins Bett.', 21],
    ['de', 'Schließt um 24 Uhr.', 24],
    ['it', 'Si alza alle 9:30.', 9.5],
    ['tr', 'Saat 21:30.', 21.5],
    ['ur', 'وہ 9 بجے اٹھتی ہے۔', 9],
    ['zh', '早上9点起床。', 9],
  ])('%s: %s', (code, text, expected) => {
    expect(said(code, text)).toEqual([`clock ${expected}`])
  })

  test.each(['Stops at 9 people.', 'Runs at 40.'])('no clock where something else is counted: %s', (text) => {
    expect(quantitiesIn('en', text).map(({ kind }) => kind)).toEqual(['count'])
  })
})

describe('a day of the year is one date, whichever way it is written', () => {
  test.each([
    ['en', 'Was born on 14 May.'],
    ['en', 'Was born on 14th of May.'],
    ['en', 'Was born on May 14.'],
    ['en', 'Was born on May 14th, 1990.'],
    ['it', 'È nata il 14 maggio.'],
    ['nl', 'Is geboren op 14 mei.'],
    ['es', 'Nació el 14 de mayo.'],
    ['tr', '14 Mayıs günü doğdu.'],
    ['ur', 'وہ 14 مئی کو پیدا ہوئی۔'],
  ])('%s: %s', (code, text) => {
    expect(said(code, text)).toEqual(['date 514'])
  })

  test('a month has no 35th', () => {
    expect(said('en', 'Saw the film in May 35 times.')).toEqual(['count 35'])
  })
})

describe('how long something takes is the same in any unit', () => {
  test.each([
    ['en', 'Sleeps six hours.', 360],
    ['en', 'Takes 90 minutes.', 90],
    ['en', 'Takes 90min.', 90],
    ['en', 'Takes 1h30m.', 90],
    ['en', 'Takes 2m30s.', 2.5],
    ['en', 'Takes 45 seconds.', 0.75],
    ['en', 'Takes half an hour.', 30],
    ['en', 'Takes an hour and a half.', 90],
    ['en', 'Takes two and a half hours.', 150],
    ['en', 'Takes 1.5 hours.', 90],
    ['en', 'Takes twenty-five minutes.', 25],
    ['de', 'Dauert zwei Stunden.', 120],
    ['de', 'Dauert 1,5 Stunden.', 90],
    ['it', 'Dura due ore.', 120],
    ['es', 'Dura dos horas.', 120],
    ['nl', 'Duurt dertig minuten.', 30],
    ['tr', 'İki saat sürüyor.', 120],
    ['tr', 'Yirmi beş dakika sürüyor.', 25],
    ['ur', 'یہ دو گھنٹے چلتا ہے۔', 120],
    ['zh', '需要两小时。', 120],
  ])('%s: %s', (code, text, expected) => {
    expect(said(code, text)).toEqual([`minutes ${expected}`])
  })
})

describe('a number is told with what it counts', () => {
  test.each([
    ['en', 'Runs two parallel jobs.', 2, 'job'],
    ['en', 'Has 3 sisters.', 3, 'sister'],
    ['en', 'Invited thirty-five guests.', 35, 'guest'],
    ['en', 'Invited two hundred fifty guests.', 250, 'guest'],
    ['en', 'Serves three thousand guests.', 3000, 'guest'],
    ['en', 'Serves 1.5 million guests.', 1_500_000, 'guest'],
    ['en', 'Serves 1,500 guests.', 1500, 'guest'],
    ['en', 'Bought 2 litres of milk.', 2000, 'ml'],
    ['en', 'Bought 2.5kg of flour.', 2500, 'gram'],
    ['en', 'Bought 0.250 kg of flour.', 250, 'gram'],
    ['en', 'Serves two hundred fifty thousand guests.', 250_000, 'guest'],
    ['tr', 'Bin beş yüz misafir davet etti.', 1500, 'misaf'],
    ['en', 'Stays for three weeks.', 21, 'day'],
    ['en', 'Stayed one and a half years.', 18, 'month'],
    ['en', 'Answers in 200ms.', 200, 'ms'],
    ['de', 'Kaufte 2,5 Kilo Mehl.', 2500, 'gram'],
    ['es', 'Compró 2,5 kilos de harina.', 2500, 'gram'],
    ['es', 'Se queda dos semanas.', 14, 'day'],
    ['it', 'Resta due settimane.', 14, 'day'],
  ])('%s: %s', (code, text, value, counted) => {
    const [found, ...others] = quantitiesIn(code, text)
    expect(others).toEqual([])
    expect(found).toMatchObject({ kind: 'count', value })
    expect(found!.of).toContain(counted)
  })

  test('of any language, or no other number could speak against it', () => {
    const values = {
      de: 'Hat zwei Katzen.',
      es: 'Tiene dos gatos.',
      it: 'Ha due gatti.',
      nl: 'Heeft twee katten.',
      tr: 'İki kedisi var.',
      ur: 'اس کے پاس دو بلیاں ہیں۔',
    }
    for (const [code, text] of Object.entries(values)) {
      const [found, ...others] = quantitiesIn(code, text)
      expect({ code, others, value: found?.value, counts: (found?.of.length ?? 0) > 0 }).toEqual({
        code,
        others: [],
        value: 2,
        counts: true,
      })
    }
  })

  test.each([
    ['Expects 10-12 guests.', ['count 10', 'count 12']],
    ['Expects 10–12 guests.', ['count 10', 'count 12']],
    ['Stays 3 to 5 days.', ['count 3', 'count 5']],
    ['Works from 9:00 to 17:30.', ['clock 9', 'clock 17.5']],
    ['Costs between $40 and $50.', ['money 40', 'money 50']],
    ['Sold twenty, three are left.', ['count 20', 'count 3']],
  ])('a range has both its ends: %s', (text, expected) => {
    expect(said('en', text)).toEqual(expected)
  })
})

describe('what is no number of anything contradicts no number', () => {
  test.each([
    ['en', 'Likes tea.'],
    ['en', ''],
    ['en', 'Goes to the gym twice a week.'],
    ['en', 'Checks the mail twice an hour.'],
    ['en', 'Moved there in 2019.'],
    ['en', 'Runs version 1.2.3 of the server.'],
    ['en', 'The fee doubled.'],
    ['en', 'Half of the team agreed.'],
    ['de', 'Wohnt seit 2019 in Graz.'],
    ['es', 'Vive en Cádiz desde 2019.'],
    ['zh', '喜欢茶。'],
  ])('%s: %s', (code, text) => {
    expect(said(code, text)).toEqual([])
  })
})

describe('two numbers are laid side by side only where they count the same thing', () => {
  const first = (code: string, text: string): Quantity => quantitiesIn(code, text)[0]!

  test.each([
    ['Has two cats.', 'Nora has five cats.', true],
    ['Has two cats.', 'Nora has five dogs.', false],
    ['Is 34.', 'Nora is 41.', true],
    ['Pays $40.', 'Nora pays 50 euros.', true],
    ['Pays $40.', 'Nora scored 40 %.', false],
    ['Gets up at 9:30.', 'Nora sleeps nine hours.', false],
    ['Stays three weeks.', 'Nora stays 10 days.', true],
    ['Bought 2 litres.', 'Nora bought 500 ml.', true],
    ['Bought 2 litres.', 'Nora bought 500 grams.', false],
    ['Was born on 14 May.', 'Nora was born on May 15.', true],
  ])('%s | %s: %s', (one, other, expected) => {
    const [a, b] = [first('en', one), first('en', other)]
    expect([comparable(a, b), comparable(b, a)]).toEqual([expected, expected])
  })

  test.each([
    ['en', 'Bought 2 litres.', 'Nora bought 2000 ml.', true],
    ['en', 'Stays three weeks.', 'Nora stays 21 days.', true],
    ['en', 'Stays two weeks.', 'Nora stays 13 days.', false],
    ['en', 'Stayed one year.', 'Nora stayed 12 months.', true],
    ['en', 'Takes half an hour.', 'Takes 30 minutes.', true],
    ['en', 'The build takes 12m05s.', 'The build takes 12 minutes.', true],
    ['en', 'The build takes 12 minutes.', 'The build takes 18 minutes.', false],
    ['en', 'Pays $40.', 'Pays $41.', false],
    ['en', 'Scored 65 %.', 'Scored 66 percent.', false],
    ['en', 'Goes to bed at 9 pm.', 'Goes to bed at 21:00.', true],
    ['en', 'Goes to bed at 24:00.', 'Has lunch at 12:00.', false],
    ['en', 'Has two cats.', 'Has 2 cats.', true],
    ['de', 'Dauert 90 Minuten.', 'Dauert 1,5 Stunden.', true],
    ['de', 'Kostet 1.200 Euro.', 'Kostet 1200 €.', true],
  ])('one amount in two units is the same, two amounts are not: %s: %s | %s: %s', (code, one, other, expected) => {
    const [a, b] = [first(code, one), first(code, other)]
    expect([sameValue(a, b), sameValue(b, a)]).toEqual([expected, expected])
  })
})
