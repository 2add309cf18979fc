import { expect, test } from '@jest/globals'
import { recall } from '../../../src/recall/recall.js'
import { smallIndex } from '../small-index.js'

/** What the line that says what a thing is gains by that, and its place. */
async function definition(noted: string, asked: string): Promise<{ place: number; added: number | undefined }> {
  const index = await smallIndex([['memory/2025-11-27.md', `## Retain\n${noted}`]])
  const { results } = recall(index.store, asked, {}, index.context)
  const place = results.findIndex(({ content }) => content.includes('meeting'))
  const added = results[place]?.why.factors.find(({ factor }) => factor === 'defines')?.added
  index.remove()
  return { place, added }
}

const note = '- W: Café Übermut was full.\n- W: Café Übermut is the meeting place of the choir.\n'

test.each([
  ['as it is', note, 'what is Café Übermut'],
  ['asked without accents', note, 'what is cafe ubermut'],
  ['noted without accents', '- W: Cafe Ubermut is the meeting place of the choir.\n', 'what is Café Übermut'],
  ['taken apart', note.normalize('NFD'), 'what is Café Übermut'],
])('a line says what a name is, whichever way its accents are written: %s', async (_, noted, asked) => {
  expect(await definition(noted, asked)).toEqual({ place: 0, added: 0.3 })
})
