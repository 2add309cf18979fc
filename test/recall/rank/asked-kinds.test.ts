import { describe, expect, test } from '@jest/globals'
import { recall } from '../../../src/recall/recall.js'
import { smallIndex } from '../small-index.js'

/** The first results' texts, of notes by their days; asked on 30 December 2025. */
async function asked(notes: Readonly<Record<string, string>>, question: string): Promise<string[]> {
  const index = await smallIndex(
    Object.entries(notes).map(([day, text]) => [`memory/${day}.md`, `# ${day}\n\n${text}`]),
  )
  try {
    return recall(index.store, question, {}, index.context).results.map(({ content }) => content)
  } finally {
    index.remove()
  }
}

describe('who asks what something is reads first what says it, wherever else it is spoken of', () => {
  const spoken = ['Sent two crates to Tarnwell.', 'Tarnwell called about the crates.', 'Crates back from Tarnwell.']
  test.each([
    ['What is Tarnwell?', 'Tarnwell is the paint shop behind the station that does our doors.'],
    ['tell me about Tarnwell', 'He went on to Tarnwell, our paint shop, and stayed until four.'],
    ['Who or what is Tarnwell?', 'Tarnwell (the paint shop behind the station) wants a slot booked a week ahead.'],
    ['Was ist Tarnwell?', 'Tarnwell ist die Lackiererei hinter dem Bahnhof.'],
    ["cos'è Tarnwell?", 'Tarnwell è la verniciatura dietro la stazione.'],
    ['¿Qué es Tarnwell?', 'Tarnwell es el taller de pintura detrás de la estación.'],
    ['Tarnwell是什么？', 'Tarnwell是车站后面的喷漆店。'],
  ])('%s', async (question, said) => {
    const days = [spoken[0]!, said, spoken[1]!, spoken[2]!].map((text, at): [string, string] => [
      `2025-11-0${at + 1}`,
      text,
    ])
    expect((await asked(Object.fromEntries(days), question))[0]).toBe(said)
  })

  test('a name inside another word is none', async () => {
    const people = { '2025-11-01': 'Ed is a plumber from Graz.', '2025-11-02': 'Ed moved the shed, the old one.' }
    expect((await asked(people, 'Who is Ed?'))[0]).toContain('plumber')
  })

  test('a question about something of it is not answered by what it is', async () => {
    const notes = {
      '2025-11-01': 'Tarnwell is the paint shop behind the station.',
      '2025-11-02': 'Sent two crates to Tarnwell, paid by card.',
    }
    expect((await asked(notes, 'how many crates did Tarnwell get?'))[0]).toContain('two crates')
  })
})

describe('a day that is asked about is a window', () => {
  const notes = {
    '2025-11-03': 'Fleet: 12 trucks out, 3 in the yard.',
    '2025-11-04': 'Fleet: 11 trucks out, 4 in the yard.\n\nThe yard gets a new gate on November 5.',
    '2025-11-05': 'Fleet: 9 trucks out, 6 in the yard.\n\nOffer for the gate of the yard: valid until January 9.',
  }
  test('of a status that is told each day, that of the day comes first', async () => {
    expect((await asked(notes, 'how many trucks were in the yard on November 4?'))[0]).toBe(
      'Fleet: 11 trucks out, 4 in the yard.',
    )
  })

  test('or the newest, where it is asked how it is now', async () => {
    expect((await asked(notes, 'how many trucks are in the yard at the moment?'))[0]).toBe(
      'Fleet: 9 trucks out, 6 in the yard.',
    )
  })

  test('what was noted on it is of it, though it speaks of another day', async () => {
    expect((await asked(notes, 'what did the offer for the gate say on November 5?'))[0]).toContain(
      'valid until January 9',
    )
  })

  test('a time is not looked for in words: no line of that day needs to say it', async () => {
    const months = {
      '2025-09-02': 'The November catalogue is at the printer, 40 pages of boots.',
      '2025-11-20': 'Boots arrived wet, sent all of them back.',
    }
    expect((await asked(months, 'what about the boots on November 20?'))[0]).toContain('arrived wet')
  })

  test('but a weekday and a month are, which a line may tell of each', async () => {
    const week = { '2025-12-21': 'Yoga is every Friday at six with Lena.', '2025-12-26': 'Yoga mat bought.' }
    expect((await asked(week, 'when is yoga on Friday?'))[0]).toContain('every Friday')
    const year = { '2025-04-02': 'The May budget is 400 euros.', '2025-05-09': 'Budget talks, no result.' }
    expect((await asked(year, 'what is the budget in May?'))[0]).toContain('400')
  })

  test('in a month that is asked about, a status of each day does not stand before what happened', async () => {
    const days = Array.from({ length: 9 }, (_, at): [string, string] => [
      `2025-11-1${at}`,
      `Fleet: 1${at} trucks out, ${at} in the yard.${at === 4 ? '\n\nThe yard burnt down.' : ''}`,
    ])
    expect((await asked(Object.fromEntries(days), 'what happened in November?')).slice(0, 2)).toContain(
      'The yard burnt down.',
    )
  })

  test('of days to come nothing was noted yet, so none is a reason against a line', async () => {
    const weeks = {
      '2025-11-03': 'The weekly report opens with the trucks that are out.',
      '2025-12-29': 'Wrote no report.',
    }
    expect((await asked(weeks, 'what does the weekly report of next Friday open with?'))[0]).toContain('opens with')
  })
})

test('who wants something done is told what is to be done from now on, before what was done', async () => {
  const notes = {
    '2025-11-03':
      'The incident of the gate, times by the clock of the gate.\n\nFrom now on, in every text that goes to the insurer or to the town, the times of an incident are in UTC.',
    '2025-11-04': 'The incident of the crane: times as the guard had them.',
    '2025-11-05': 'Times of the incident copied.',
  }
  expect((await asked(notes, 'how should I tell the times of an incident?'))[0]).toContain('From now on')
})

test('a thing that is done before another is no thing of the past', async () => {
  const pills = {
    '2025-11-03': 'Tom takes the red pills before breakfast.',
    '2025-11-04': 'Tom takes the blue pills before breakfast.',
  }
  expect((await asked(pills, 'what pills did Tom take before breakfast?'))[0]).toContain('blue')
})

test('words that only say now are not looked for', async () => {
  const notes = {
    '2025-11-03': 'The trucks are at the harbour.',
    '2025-11-04': 'A present for the guard: it was a good moment.',
  }
  expect((await asked(notes, 'where are the trucks at the moment, at present?'))[0]).toContain('harbour')
})
