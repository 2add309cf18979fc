import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Judged, Verdict } from '../../src/model/verdict.js'
import { effects } from '../../src/model/verdict.js'
import { judgePair } from '../../src/judge/judge-pair.js'
import { growth, linear } from '../support/growth.js'

const opinion = (text: string, ...mentions: string[]): Judged => ({ kind: 'opinion', text, mentions })
const fact = (text: string, ...mentions: string[]): Judged => ({ kind: 'world', text, mentions })
const judge = (said: string, told: string): Verdict => judgePair(opinion(said, 'Nora'), fact(told, 'Nora'))

describe('what two statements have in common', () => {
  // A language says which of its words are likings by name: *schnell* once stood where English has its wishes.
  test.each([
    ['Arbeitet schnell mit dem alten Rechner im Büro.', 'Anna arbeitet nicht mehr im Büro.', 'supersedes'],
    ['Trabaja rápido con el ordenador viejo de la oficina.', 'Anna ya no trabaja en la oficina.', 'supersedes'],
  ])('is no liking because of the place of its words in a list: %s | %s', (said, told, effect) => {
    expect(judgePair(opinion(said, 'Anna'), fact(told, 'Anna')).effect).toBe(effect)
  })
})

describe('a text that its file has taken apart', () => {
  test.each([
    ['Mag Äpfel.', 'Mag keine Äpfel.'],
    ['Isst gern Öl mit Gemüse.', 'Isst gern Öl mit Gemüse.'],
    ['Mara hält Kafka für zuverlässig.', 'Mara hält Kafka nicht für zuverlässig.'],
    ['Prefiere el café.', 'Ya no prefiere el café.'],
  ])('is judged as the same text composed: %s | %s', (said, told) => {
    const forms = ['NFC', 'NFD'].flatMap((a) => ['NFC', 'NFD'].map((b) => [a, b] as const))
    const verdicts = forms.map(([a, b]) =>
      judgePair(opinion(said.normalize(a), 'Jürgen'.normalize(a)), fact(told.normalize(b), 'Jürgen'.normalize(b))),
    )
    for (const verdict of verdicts) expect(verdict).toEqual(verdicts[0])
  })
})

describe('restates: two opinions that are one', () => {
  test.each([
    ['Prefers tea over coffee.', 'Nora prefers tea to coffee.'],
    ['Prefers tea over coffee.', 'Prefers tea over coffee!'],
    ['Nora mentors Felix on databases.', 'Felix is mentored by Nora on databases.'],
    ['For reading, prefers paper.', 'Prefers paper for reading.'],
    ['Likes long walks.', 'nora likes   long walks'],
  ])('%s | %s', (one, other) => {
    expect(judge(one, other)).toMatchObject({ effect: 'reinforces', restates: true })
  })

  test.each([
    ['Prefers tea over coffee.', 'Prefers coffee over tea.'],
    ['Likes tea with milk.', 'Likes tea without milk.'],
    ['Likes long walks.', 'Likes long walks in the rain.'],
    ['Likes long walks.', 'Liked long walks.'],
    ['Usually likes long walks.', 'Likes long walks.'],
    ['Likes long walks.', 'Does Nora like long walks?'],
    ['Flies to Rome every month.', 'Flies from Rome every month.'],
    ['Has two cats.', 'Has three cats.'],
  ])('not %s | %s', (one, other) => {
    expect(judge(one, other).restates).toBe(false)
  })

  test('not where two people say it of themselves', () => {
    const names = ['Nora', 'Felix']
    expect(judgePair(opinion('Nora prefers tea.', ...names), opinion('Felix prefers tea.', ...names)).restates).toBe(
      false,
    )
    expect(judgePair(opinion('Nora trusts Felix.', ...names), opinion('Felix trusts Nora.', ...names)).restates).toBe(
      false,
    )
  })
})

describe('what a verdict says of itself', () => {
  test('a negation, an opposite and an end are strong; another number is not', () => {
    expect(judge('Likes opera.', 'Nora does not like opera.')).toMatchObject({ effect: 'contradicts', strong: true })
    expect(judge('Finds the flat warm.', 'Nora finds the flat cold.')).toMatchObject({
      effect: 'contradicts',
      strong: true,
    })
    expect(judge('Plays the flute.', 'Nora no longer plays the flute.')).toMatchObject({
      effect: 'supersedes',
      strong: true,
    })
    expect(judge('Has two cats.', 'Nora has five cats.')).toMatchObject({ effect: 'contradicts', strong: false })
  })

  test.each([
    [
      'has one word of many',
      'Paints harbours in oil and sells prints at the spring market.',
      'Nora stopped visiting the market.',
    ],
    ['is a noun', 'Wears a wool coat.', 'Nora liked the drop of the coat.'],
    [
      'tells of another number',
      'Scored 65 % on the grammar quiz.',
      'Nora raised test coverage of the grammar parser to 85 %.',
    ],
    ['tells how far, not where to', 'Cut her sugar by 25 % in Lent.', 'Nora reduced her sugar in Lent by 30 %.'],
    ['tells of the same again', 'Added 12 photos to the album.', 'Nora added 15 photos to the album.'],
    [
      'has its verb in another clause',
      'Runs 12 km on Sundays.',
      'Nora improved her diet; on Sundays she baked 12 loaves and ran 9 km.',
    ],
    ['begins something', 'Volunteers at the shelter with friends.', 'Nora adopted a cat from the shelter.'],
  ])('what %s ends nothing', (_, said, told) => {
    expect(judge(said, told)).toMatchObject({ strong: false })
  })

  test.each([
    ['Dislikes green tea.', 'Nora likes the colour blue.'],
    ['Likes red wine.', 'Nora dislikes the red sofa.'],
    ['Likes short meetings.', 'Hates short skirts.'],
    ['Likes tea.', 'Nora hates tea towels.'],
    ['Is a careful driver.', 'Nora is a careless speller.'],
    ['Prefers dark mode.', 'Switched to dark mode on the phone as well.'],
    ['Lives frugally.', 'No longer lives in Bonn.'],
    ['Finds the UI confusing.', 'No longer finds the docs confusing.'],
    ['Thinks Rust is hard.', 'Worked hard on the Rust port.'],
    ['Finds the UI confusing.', 'Finds the docs clear.'],
    ['Likes coffee.', 'Does not like waiting for coffee.'],
    ['Likes the new logo.', 'Does not like the old logo.'],
    ['Wants a dog.', 'Does not want a second dog.'],
    ['Is available on Mondays.', 'Is not available on Tuesdays.'],
    ['Trusts Bob.', 'Bob does not trust the vendor.'],
    ['Thinks the plan is good.', "Thinks Bob's plan is bad."],
    ['Loves Rome.', 'Moved from Rome to Milan.'],
    ['Likes cats.', 'Dislikes people who like cats.'],
    ['The test suite is flaky.', 'I fixed the flaky test suite.'],
    ['The sync engine is reliable.', 'I fixed a crash in the sync engine.'],
    ['Has never missed a train.', 'Nora met the band Missed Train.'],
    ['Cannot ski.', 'Lost his ski helmet.'],
    ['The backup of pool A is slow.', 'The backup of pool C is fast.'],
    ['Does not drink any alcohol.', 'Nora wiped the old label residue off the drink bottle with rubbing alcohol.'],
  ])('of another thing nothing is said, nor by what was mended: %s | %s', (said, told) => {
    expect(judge(said, told).effect).toBe('unrelated')
  })

  test.each([
    ['Dislikes green tea.', 'Nora likes tea.'],
    ['Likes Dutch cheese.', 'Nora does not care for Dutch cheese.'],
    ['Is a morning person.', 'Nora is a night owl.'],
    ['Trusts Bob.', 'Nora does not trust Bob.'],
    ['Likes the new logo.', 'Does not like the logo.'],
    ['Enjoys long walks in the rain.', 'Nora hates walking in the rain.'],
    ['The sync engine is reliable.', 'The sync engine crashed again.'],
    ['Is patient.', 'Honestly, Nora and I are not patient.'],
    ['The hotel is good.', 'The hotel in Rome was bad.'],
    ['Is honest.', 'Nora is not an honest person.'],
    ['Is careful.', 'Nora is a careless driver.'],
    ['Likes star wars.', 'Nora hates Star Wars.'],
    ['Likes python.', 'Nora hates Python 3.'],
    ['Hates tea.', 'Nora likes tea, buys it from a small shop behind the station and drinks four cups every morning.'],
  ])('of the very thing it is: %s | %s', (said, told) => {
    expect(judge(said, told)).toMatchObject({ effect: 'contradicts' })
  })

  test('of two that have a word of their name in common, one says nothing of the other', () => {
    const of = (entity: string, said: string, told: string): string =>
      judgePair({ kind: 'opinion', text: said, mentions: [entity] }, { kind: 'world', text: told, mentions: [entity] })
        .effect
    expect(of('Dentist Moreau', 'Is gentle with kids.', 'Next door, dentist Albrecht was rough with kids.')).toBe(
      'unrelated',
    )
    expect(of('Pool A', 'Pool A is slow.', 'Pool C is fast.')).toBe('unrelated')
    expect(of('Pool A', 'Pool A is slow.', 'Pool A is fast.')).toBe('contradicts')
  })

  test('what only sounds like a denial is none', () => {
    expect(judge('Likes jazz.', 'Not only likes jazz but plays it.').effect).not.toBe('contradicts')
    expect(judge('Likes jazz.', 'Likes nothing more than jazz.').effect).not.toBe('contradicts')
  })

  test('a long statement is not denied by two words of it', () => {
    const said = 'Has never submitted her cover letter to the editor for review.'
    expect(judge(said, 'Nora and the editor held a review of the budget.').effect).toBe('unrelated')
    expect(judge(said, 'Nora submitted her cover letter to the editor for review.')).toMatchObject({ strong: true })
  })

  test('the cues are words of the two texts', () => {
    expect(judge('Has two cats.', 'Nora has five cats.').cues).toContain('number: two → five')
    expect(judge('Plays the flute.', 'Nora no longer plays the flute.').cues).toContain('ended: no longer')
    expect(judge('Likes opera.', 'Nora hates opera.').cues).toContain('opposite: likes ~ hates')
  })
})

const words = [
  'Nora likes does not never prefers tea over to coffee more than less every usually no longer moved from Rome 40 $50 9am',
  'half past six three sisters , . ; ? is by was told except may 非常 喜欢 不 再 نہیں پسند değil nicht più jamás — ’ \u0000 😀',
]
  .join(' ')
  .split(' ')
const sentence = fc.oneof(
  fc.array(fc.constantFrom(...words), { maxLength: 14 }).map((list) => list.join(' ')),
  fc.string({ unit: 'binary', maxLength: 80 }),
)
const judged = fc.record({
  kind: fc.constantFrom('world' as const, 'experience' as const, 'opinion' as const),
  text: sentence,
  mentions: fc.array(fc.constantFrom('Nora', 'Rome', '陈静', ''), { maxLength: 2 }),
})

describe('what is denied or over of a sort of thing', () => {
  test.each([
    ['Is afraid of dogs.', 'Is no longer afraid of small dogs.'],
    ['Is afraid of dogs.', 'Is not afraid of small dogs.'],
    ['Is allergic to nuts.', 'Is no longer allergic to pine nuts.'],
    ['Eats meat.', 'Has stopped eating red meat.'],
    ['Eats meat.', 'Nora does not eat cooked meat any more.'],
    ['Drinks coffee.', 'No longer drinks cheap instant coffee.'],
    ['Eats meat.', 'Gave up red meat.'],
    ['Plays tennis.', 'Gave up competitive tennis.'],
    ['Hat Angst vor Hunden.', 'Hat keine Angst mehr vor kleinen Hunden.'],
  ])('says nothing of the thing: %s | %s', (said, told) => {
    expect(judge(said, told).effect).toBe('unrelated')
  })

  test.each([
    ['Is afraid of dogs.', 'Is no longer afraid of dogs.'],
    ['Is afraid of big dogs.', 'Is no longer afraid of dogs.'],
    ['Is afraid of dogs.', 'Is no longer afraid of any dogs.'],
    ['Works with Steiner.', 'No longer works with Ben Steiner.'],
    ['Drives the Golf.', 'Stopped driving the old Golf.'],
    ['Loves tea.', 'Nora has stopped drinking tea.'],
    ['The seed catalog ships to Norway.', 'The seed catalog discontinued shipping to Norway.'],
  ])('is none where all is meant, or one thing told more closely: %s | %s', (said, told) => {
    expect(judge(said, told).effect).toBe('supersedes')
  })
})

describe('an opinion of two things', () => {
  test.each([
    ['Likes tea and coffee.', 'No longer likes coffee.', 'contradicts'],
    ['Speaks French and Italian.', 'No longer speaks Italian.', 'contradicts'],
    ['Likes tea and coffee.', 'No longer likes tea or coffee.', 'supersedes'],
    ['Works from home on Mondays and Fridays.', 'No longer works from home.', 'supersedes'],
  ])('is contradicted where one of them is over, and ended where both are: %s | %s', (said, told, effect) => {
    expect(judge(said, told).effect).toBe(effect)
  })
})

describe('how far a number moved', () => {
  test.each([
    ['Costs 240 euros a month.', 'Raised by 20 euros a month.'],
    ['Costs 240 euros a month.', 'Cut the bill by 40 euros a month.'],
    ['Pays 900 euros.', 'The rent went up by 50 euros.'],
  ])('is not what it is now: %s | %s', (said, told) => {
    expect(judge(said, told).effect).toBe('unrelated')
  })

  test('hides no new number behind it', () => {
    expect(judge('Costs 240 euros a month.', 'Raised by 20 euros to 260 euros a month.').cues).toContain(
      'number: 240 euros → 260 euros',
    )
  })

  test('is a number like any other where the opinion states it', () => {
    expect(judge('Is late by 5 minutes.', 'Nora is late by 10 minutes.').effect).toBe('contradicts')
  })
})

describe('who moved something lives where they lived', () => {
  test.each([
    ['Lives in Graz.', 'Moved the server to Wels.', 'unrelated'],
    ['Is based in Lisbon.', 'Moved the deadline to Friday.', 'unrelated'],
    ['Lives in Graz.', 'Moved a year ago to Wels.', 'supersedes'],
    ['Lives in Graz.', 'Moved with her family to Wels.', 'supersedes'],
  ])('%s | %s', (said, told, effect) => {
    expect(judge(said, told).effect).toBe(effect)
  })
})

describe('a measure that is not exceeded', () => {
  test.each([
    ['Drinks coffee.', 'Drinks no more than two coffees a day.'],
    ['Wants short meetings.', 'Wants meetings no longer than half an hour.'],
    ['Works on Fridays.', 'Works no longer than six hours on Fridays.'],
    ['Works at Bosch.', 'Works at Bosch no more than at Lumen.'],
    ['Trinkt Kaffee.', 'Nora trinkt nicht mehr als zwei Kaffee am Tag.'],
    ['Drinkt koffie.', 'Nora drinkt niet meer dan twee koffie per dag.'],
    ['Beve caffè.', 'Nora non beve più di due caffè al giorno.'],
    ['Bebe café.', 'Nora no bebe más de dos cafés al día.'],
    ['Bebe café.', 'Nora no bebe más que dos cafés al día.'],
  ])('ends nothing: %s | %s', (said, told) => {
    expect(judge(said, told).effect).toBe('unrelated')
  })

  test('is told from an end that begins alike', () => {
    expect(judge('Arbeitet als Lehrer.', 'Nora arbeitet nicht mehr als Lehrer.').effect).toBe('supersedes')
    expect(judge('Works on Fridays.', 'No longer works on Fridays.').effect).toBe('supersedes')
  })
})

describe('laws', () => {
  test('any two texts get a verdict, and the same one again', () => {
    fc.assert(
      fc.property(judged, judged, (a, b) => {
        const verdict = judgePair(a, b)
        expect(judgePair(structuredClone(a), structuredClone(b))).toEqual(verdict)
        expect(effects).toContain(verdict.effect)
        if (verdict.strong) expect(['contradicts', 'supersedes']).toContain(verdict.effect)
      }),
      { numRuns: 1000 },
    )
  })

  test('restates is symmetric and implies reinforces', () => {
    fc.assert(
      fc.property(judged, judged, fc.boolean(), (a, b, same) => {
        const other = same ? { ...b, text: `${a.text}.` } : b
        const [there, back] = [judgePair(a, other), judgePair(other, a)]
        expect(there.restates).toBe(back.restates)
        if (there.restates) expect(there.effect).toBe('reinforces')
      }),
      { numRuns: 1000 },
    )
  })

  test('what was judged before does not matter', () => {
    const before = judge('Likes opera.', 'Nora hates opera.')
    for (let at = 0; at < 5000; at++) judge(`Likes opera ${at}.`, 'Nora hates opera.')
    expect(judge('Likes opera.', 'Nora hates opera.')).toEqual(before)
  })

  test('white space and the case of all letters change no effect', () => {
    const pairs = [
      ['Likes opera.', 'Nora does not like opera.'],
      ['Has two cats.', 'Nora has five cats.'],
      ['Plays the flute.', 'Nora no longer plays the flute.'],
      ['Works 40 hours a week.', 'Nora now works 32 hours a week.'],
      ['Prefers tea over coffee.', 'Nora prefers coffee over tea.'],
      ['Likes opera.', 'Nora bought a lamp.'],
    ] as const
    for (const [said, told] of pairs) {
      const { effect } = judge(said, told)
      expect(judge(` ${said.replaceAll(' ', '  ')}\t`, told.replaceAll(' ', ' \u00a0')).effect).toBe(effect)
      expect(judge(said.toLowerCase(), told.toLowerCase()).effect).toBe(effect)
      expect(judge(said.toUpperCase(), told.toUpperCase()).effect).toBe(effect)
    }
  })
})

describe('long and hostile texts', () => {
  const long = {
    'one word': (size: number) => 'a'.repeat(size),
    'many words': (size: number) => 'not never over than 40 hours '.repeat(size / 29),
    digits: (size: number) => '1,'.repeat(size / 2),
    'one long run of Han': (size: number) => '不喜欢'.repeat(size / 3),
    apostrophes: (size: number) => "n't'".repeat(size / 4),
    blanks: (size: number) => ' '.repeat(size),
  }
  test.each(Object.entries(long))('%s', (_, make) => {
    expect(growth(make, (text) => judge(text, `${text} not`), 200_000)).toBeLessThan(linear)
  })
})
