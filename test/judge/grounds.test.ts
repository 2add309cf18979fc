import { describe, expect, test } from '@jest/globals'
import { judgePair } from '../../src/judge/judge-pair.js'
import type { Effect } from '../../src/model/verdict.js'

const effectOf = (about: string, opinion: string, fact: string): Effect =>
  judgePair({ kind: 'opinion', text: opinion, mentions: [about] }, { kind: 'world', text: fact, mentions: [about] })
    .effect

describe('words in common are no ground', () => {
  test.each([
    ['what a relative does', 'Ruth', 'Plays the cello in a quartet.', "Ruth's sister never plays the cello."],
    [
      'what somebody was told',
      'Ruth',
      'Likes the early shift.',
      'The nurses told Ruth that they dislike the early shift.',
    ],
    ['what is only supposed', 'Ruth', 'Owns a van.', 'Suppose Ruth did not own a van: who would drive?'],
    ['what was so in another year', 'Ruth', 'Leads the choir.', 'In 2019, before the move, Ruth led the choir.'],
    [
      'a number of another year',
      'Ruth',
      'Wants to sail to Malta in 2027.',
      'No longer wants to sail to Malta in 2028.',
    ],
    ['a second value beside the first', 'Ruth', 'Works with the Oslo branch.', 'Works with the Bergen branch as well.'],
    ['another thing in its place', 'Ruth', 'Is walking to the harbour.', 'Ruth is walking with her neighbours.'],
    ['a denial of an end', 'Ruth', 'Uses a fountain pen.', 'Ruth has not given up her fountain pen.'],
    [
      'praise of another sort',
      'mill',
      'The mill is a reliable supplier.',
      'The mill has a lovely view from the supplier entrance.',
    ],
    [
      'the same words in a longer clause',
      'mill',
      'The mill can not run without water.',
      'The mill is one engine and runs happily in a barn that has no water in it.',
    ],
    ['the end of what was not so', 'Ruth', 'Does not play the cello.', 'Ruth has stopped playing the cello.'],
    [
      'a part of it that was replaced',
      'Ruth',
      'Hates the coffee mill.',
      'Replaced the blade of the coffee mill for Ruth.',
    ],
    ['the other way about', 'Ruth', "Ruth's mother admires her aunt.", "Ruth's aunt admires her mother."],
    [
      'praise of the same word',
      'Ruth',
      'Dislikes the taste of fennel.',
      'Ruth admired the taste with which the hall had been furnished.',
    ],
    ['what closes beside its subject', 'yard', 'The boatman is resting.', 'The boatman has one eye closed.'],
    ['an opposite beside its subject', 'yard', 'The older nurse has a nephew.', 'The child calls the nurse auntie.'],
    [
      'an event that is a thing',
      'yard',
      'The man sitting down is a painter.',
      'The man sitting down is a graduate of an art school.',
    ],
    [
      'a few of many',
      'yard',
      'The baker is selling buns.',
      'The baker just removed a fresh tray of buns from the oven.',
    ],
    ['a part that was dropped', 'Ruth', 'Juggles with the glass jugs.', 'Ruth dropped one of the glass jugs.'],
    [
      'a stranger who was asked',
      'yard',
      'The porter is walking to the inn.',
      'The porter asks directions from a stranger to get to the old inn.',
    ],
    [
      'how something is done',
      'yard',
      'The scarf and hat that the porter is holding are popular.',
      'The porter clutches the scarf and hat tightly.',
    ],
    [
      'a like number in other words',
      'yard',
      'Two rowers train for the last race.',
      'Two rowers train for the best boat.',
    ],
    ['only some of it', 'yard', 'The rower has his hands free.', 'The rower only has one hand free.'],
    ['another thing denied', 'Ruth', 'Likes red wine.', 'Does not like white wine.'],
    ['an allergy to something else denied', 'Ruth', 'Is allergic to cats.', 'Is not allergic to dogs.'],
    ['another instrument', 'Ruth', 'Plays piano well.', 'Does not play guitar well.'],
    ['another day', 'Ruth', 'Likes working on Mondays.', 'Does not like working on Fridays.'],
    ['what was not done yet of what is wished', 'Ruth', 'Wants to visit Japan.', 'Has never visited Japan.'],
    ['what was not got of what is wished', 'Ruth', 'Wants a window seat.', 'Did not get a window seat.'],
    ['something that lacks what is preferred', 'Ruth', 'Prefers dark mode.', 'The new laptop has no dark mode.'],
    ['what is disliked, refused', 'Ruth', 'Hates meetings before noon.', 'Asked for no meetings before noon.'],
    ['what is disliked, left out', 'Ruth', 'Dislikes sugar in coffee.', 'Takes no sugar in coffee.'],
    ['a relative without a name', 'Ruth', 'Likes flying.', 'Her husband hates flying.'],
    ['somebody else by name', 'Ruth', 'Likes flying.', 'Tom hates flying.'],
    ['the other of two', 'Ruth', 'Trusts Anna with money.', 'Anna does not trust her with money.'],
    ['without for with', 'Ruth', 'Likes coffee with milk.', 'Likes coffee without milk.'],
    ['after for before', 'Ruth', 'Prefers calls before lunch.', 'Prefers calls after lunch.'],
    ['old for new', 'Ruth', 'Likes the new office.', 'Likes the old office.'],
    ['a week for an hour', 'Ruth', 'Answers within an hour.', 'Answers within a week.'],
    ['not the one extreme', 'Ruth', 'Thinks the budget is too small.', 'The budget is not too large.'],
    ['a denial in Japanese', 'Ruth', '短いメールが好き。', '短いメールが好きではない。'],
    ['a denial in Finnish', 'Ruth', 'Pitää kahvista.', 'Ei pidä kahvista.'],
  ])('%s moves nothing', (_, about, opinion, fact) => expect(effectOf(about, opinion, fact)).toBe('unrelated'))

  test.each<[string, string, string, string, Effect]>([
    ['its own, though a relative is near', 'Ruth', 'Plays the cello.', 'Ruth no longer plays the cello.', 'supersedes'],
    ['one wish for another', 'Ruth', 'Prefers short replies.', 'Does not want short replies.', 'contradicts'],
    ['all of it denied', 'Ruth', 'Likes red wine.', 'Does not like red wine.', 'contradicts'],
    ['more than it denied', 'Ruth', 'Likes red wine.', 'Does not like wine.', 'contradicts'],
    ['one of all denied', 'Ruth', 'Reads every review.', 'Did not read the review of Tom.', 'weakens'],
  ])('but %s does', (_, about, opinion, fact, effect) => expect(effectOf(about, opinion, fact)).toBe(effect))
})

describe('a denial in a language that no rule knows raises nothing, and contradicts where all other words are the same', () => {
  test.each([
    ['fr', 'Il boit du café.', 'Il ne boit pas de café.'],
    ['pt', 'Bebe café.', 'Não bebe café.'],
    ['sv', 'Dricker kaffe.', 'Dricker inte kaffe.'],
    ['da', 'Drikker kaffe.', 'Drikker ikke kaffe.'],
    ['is', 'Drekkur kaffi.', 'Drekkur ekki kaffi.'],
    ['hu', 'Iszik kávét.', 'Nem iszik kávét.'],
    ['ru', 'Пьёт кофе.', 'Не пьёт кофе.'],
    ['uk', 'Має каву.', 'Не має каву.'],
    ['el', 'Πίνει καφέ.', 'Δεν πίνει καφέ.'],
    ['ar', 'هو مدير المكتب.', 'هو ليس مدير المكتب.'],
    ['hi', 'वह कॉफ़ी पीता है।', 'वह कॉफ़ी नहीं पीता है।'],
    ['vi', 'Thích cà phê.', 'Không thích cà phê.'],
    ['id', 'Suka kopi hitam.', 'Tidak suka kopi hitam.'],
    ['fi', 'Hän on opettaja.', 'Hän ei ole opettaja, hän on opettaja.'],
    ['ja', 'コーヒーを飲みます。', 'コーヒーを飲みません。'],
    ['ko', '커피를 마신다.', '커피를 안 마신다.'],
    ['th', 'ชอบกาแฟ', 'ไม่ชอบกาแฟ'],
  ])('%s', (language, opinion, fact) => {
    const effects = [effectOf('Ruth', opinion, fact), effectOf('Ruth', fact, opinion)]
    const isOther = ['fr', 'fi', 'ja', 'th'].includes(language)
    expect(effects).toEqual(isOther ? ['unrelated', 'unrelated'] : ['contradicts', 'contradicts'])
  })

  test('though one that is known still contradicts with a word of another', () => {
    expect(effectOf('Ruth', 'Trinkt Kaffee.', 'Trinkt nie Kaffee.')).toBe('contradicts')
    expect(effectOf('Ruth', 'Beve caffè.', 'Non beve caffè.')).toBe('contradicts')
  })
})
