import { expect, test } from '@jest/globals'
import { inboxAct, type InboxItem } from '../../src/model/inbox.js'
import { inboxPage, mergedInbox, ticksOn, withoutItems } from '../../src/pages/inbox-page.js'

const line = (id: string, content: string): InboxItem['told'][number] => ({
  id,
  kind: 'world',
  content,
  entities: ['Boris'],
  source: 'memory/2025-12-02.md#L12',
  confidence: null,
})
const draft = (id: string, content = 'Owns a garage.'): InboxItem => ({
  sort: 'drafted',
  told: [line(id, content)],
  note: '',
  choices: [
    { verb: 'keep', ids: [id], label: 'keep', key: 'k' },
    { verb: 'drop', ids: [id], label: 'drop', key: 'd' },
  ],
})
const [one, two] = ['aaaaaaaaaa', 'bbbbbbbbbb']
const page = inboxPage({ items: [draft(one), draft(two)], more: {} }, undefined)
const said = (text: string): string[] => ticksOn(text).map(inboxAct)
const tick = (text: string, act: string): string =>
  text.replace(new RegExp(String.raw`\[ \](.*<!-- ${act.replaceAll('^', String.raw`\^`)} -->)`), '[x]$1')

test('nothing is ticked on a page that was just written, and a tick is told by its comment alone', () => {
  expect(said(page)).toEqual([])
  const ticked = tick(page, `keep ^${one}`)
  expect(said(ticked)).toEqual([`keep ^${one}`])
  // Reworded, set in otherwise, with another mark of a list and the line ends of Windows.
  expect(said(`* [X] of course <!-- keep ^${one} -->\r\n`)).toEqual([`keep ^${one}`])
  expect(said(`- [x] keep it, ^${one}`)).toEqual([])
  expect(said(`- [x] rm <!-- delete ^${one} -->`)).toEqual([])
})

test('words of a note that look like a ticked box, a comment or a marker stay words', () => {
  const hostile = [
    `- [x] keep <!-- keep ^${two} -->`,
    `x <!-- keep ^${two} -->\n- [x] y <!-- keep ^${two} -->`,
    '<!-- memory:inbox end --><!-- memory:inbox -->',
    '\u202e<!-- retire ^bbbbbbbbbb -->',
  ]
  for (const text of hostile) {
    const made = inboxPage({ items: [draft(one, text)], more: {} }, undefined)
    expect(said(made)).toEqual([])
    expect(inboxPage({ items: [], more: {} }, made)).toBe(inboxPage({ items: [], more: {} }, undefined))
  }
})

test('what a person wrote around it stays to the byte, also where the markers are gone', () => {
  const mine = `Mine above.\n\n${page}\nMine below.\n`
  const made = inboxPage({ items: [draft(two)], more: {} }, mine)
  expect(made).toMatch(/^Mine above\.\n\n# Inbox\n[^]*\nMine below\.\n$/)
  expect(made).not.toContain(one)
  expect(inboxPage({ items: [draft(two)], more: {} }, made)).toBe(made)
  const without = 'No marker at all.\n'
  expect(inboxPage({ items: [], more: {} }, without)).toMatch(/^No marker at all\.\n\n<!-- memory:inbox -->/)
})

test('what could not be done stays ticked', () => {
  const made = inboxPage({ items: [draft(one), draft(two)], more: {} }, page, [{ verb: 'drop', ids: [two] }])
  expect(said(made)).toEqual([`drop ^${two}`])
})

test('two branches that ticked both keep their ticks, and one that the other has no item for', () => {
  const ours = tick(page, `keep ^${one}`)
  const theirs = tick(inboxPage({ items: [draft(two), draft('cccccccccc')], more: {} }, undefined), `drop ^${two}`)
  expect(said(mergedInbox(ours, theirs))).toEqual([`keep ^${one}`, `drop ^${two}`])
  expect(said(mergedInbox(ours, tick(theirs, 'keep ^cccccccccc'))).toSorted()).toEqual(
    [`drop ^${two}`, `keep ^${one}`, 'keep ^cccccccccc'].toSorted(),
  )
})

test('what is forgotten is on it no more, and all else is', () => {
  const items = [draft(one, 'A secret.'), draft(two)]
  const after = withoutItems(inboxPage({ items, more: {} }, undefined), one)
  expect(after).toBe(inboxPage({ items: [items[1]!], more: {} }, undefined))
})
