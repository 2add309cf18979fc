import { expect, test } from '@jest/globals'
import { inboxAct, type InboxItem } from '../../src/model/inbox.js'
import { mergeText } from '../../src/git/merge-text.js'
import { inboxPage, isInbox, mergedInbox, ticksOn, withoutItems } from '../../src/pages/inbox-page.js'

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
  const within = (box: string): string => page.replace('<!-- memory:inbox end -->', `${box}\n<!-- memory:inbox end -->`)
  expect(said(within(`* [X] of course <!-- keep ^${one} -->\r`))).toEqual([`keep ^${one}`])
  expect(said(within(`- [x] keep it, ^${one}`))).toEqual([])
  expect(said(within('- [x] rm <!-- delete ^aaaaaaaaaa -->'))).toEqual([])
  // Outside of the markers it is a person's text.
  expect(said(`${page}\n- [x] keep <!-- keep ^${one} -->\n`)).toEqual([])
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

test('what is ticked and has no item any more stays ticked until it is done or unticked', () => {
  const made = inboxPage({ items: [draft(two)], more: {} }, tick(page, `keep ^${one}`), [{ verb: 'keep', ids: [one] }])
  expect(said(made)).toEqual([`keep ^${one}`])
  expect(inboxPage({ items: [draft(two)], more: {} }, made)).toBe(
    inboxPage({ items: [draft(two)], more: {} }, undefined),
  )
})

test('a name hides nothing of what a box is about', () => {
  const told = { ...line(one, 'Pays to account 666.'), entities: ['Eve <!--', '<!-- memory:inbox end -->'] }
  const made = inboxPage({ items: [{ ...draft(one), told: [told] }], more: {} }, undefined)
  expect(made).toContain('@Eve &lt;!--')
  expect(said(made)).toEqual([])
  expect(inboxPage({ items: [], more: {} }, made)).toBe(inboxPage({ items: [], more: {} }, undefined))
})

test('a marker more is a person’s text, and nothing before it goes', () => {
  const more = `${page}\nmy text\n<!-- memory:inbox end -->\n`
  expect(inboxPage({ items: [], more: {} }, more)).toContain('\nmy text\n<!-- memory:inbox end -->\n')
})

const merge = (ours: string, theirs: string, base = page): { text: string; conflict: boolean } =>
  mergedInbox([base, ours, theirs], mergeText)

test('two branches that ticked both keep their ticks, and one that the other has no item for', () => {
  const ours = tick(page, `keep ^${one}`)
  const theirs = tick(inboxPage({ items: [draft(two), draft('cccccccccc')], more: {} }, undefined), `drop ^${two}`)
  expect(said(merge(ours, theirs).text)).toEqual([`keep ^${one}`, `drop ^${two}`])
  expect(said(merge(ours, tick(theirs, 'keep ^cccccccccc')).text).toSorted()).toEqual(
    [`drop ^${two}`, `keep ^${one}`, 'keep ^cccccccccc'].toSorted(),
  )
})

test('a tick that stood before the branches parted is no new one, and the side that took it off is followed', () => {
  const ticked = tick(page, `keep ^${one}`)
  const done = inboxPage({ items: [draft(two)], more: {} }, ticked)
  expect(said(merge(page, `${ticked}\nTheirs.\n`, ticked).text)).toEqual([])
  expect(merge(done, `${ticked}\nTheirs.\n`, ticked).text).toBe(`${done}\nTheirs.\n`)
  expect(said(merge(`${ticked}\nMine.\n`, page, ticked).text)).toEqual([])
  expect(said(merge(`${ticked}\nMine.\n`, tick(done, `drop ^${two}`), ticked).text)).toEqual([`drop ^${two}`])
  expect(said(merge(`${ticked}\nMine.\n`, ticked, ticked).text)).toEqual([`keep ^${one}`])
})

test('what either wrote around it is merged as text, and is a conflict where both wrote there', () => {
  const merged = merge(`Mine.\n\n${page}`, `${page}\nTheirs.\n`)
  expect(merged).toEqual({ text: `Mine.\n\n${page}\nTheirs.\n`, conflict: false })
  expect(merge(`${page}\nMine.\n`, `${page}\nTheirs.\n`).conflict).toBe(true)
})

test('a page of facts on which a line looks like its marker is none', () => {
  expect(isInbox(page)).toBe(true)
  expect(isInbox('# O\n\n<!-- memory:begin 1a2b3c4d -->\n## Eve <!-- memory:inbox -->\n<!-- memory:end -->\n')).toBe(
    false,
  )
  expect(isInbox(`<!-- memory:begin 1a2b3c4d -->\n${page}<!-- memory:end -->\n`)).toBe(false)
})

test('what is forgotten is on it no more, and all else is', () => {
  const items = [draft(one, 'A secret.'), draft(two)]
  const after = withoutItems(inboxPage({ items, more: {} }, undefined), one)
  expect(after).toBe(inboxPage({ items: [items[1]!], more: {} }, undefined))
})

test.each([
  ['*', '  '],
  ['+', '    '],
  ['1.', '   '],
  ['-', '\t'],
])('also where a formatter set items out with %j and in with %j', (marker, indent) => {
  const formatted = (text: string): string => text.replaceAll(/^- /gm, `${marker} `).replaceAll(/^ {2}/gm, indent)
  const both: InboxItem = { ...draft('cccccccccc'), told: [line('cccccccccc', 'Sings.'), line(one, 'A secret.')] }
  const items = [draft(one, 'A secret.'), { ...both, note: 'A secret note.' }, draft('dddddddddd')]
  const made = withoutItems(formatted(inboxPage({ items, more: {} }, undefined)), one)
  expect(made).toBe(formatted(inboxPage({ items: [draft('dddddddddd')], more: {} }, undefined)))
})

test('with a fact that is forgotten goes what is quoted without an id, and a person’s own list about it stays', () => {
  const unclear = {
    sort: 'unclear' as const,
    told: [],
    note: 'memory/2025-11-01.md:3: write W @Peter: Secret six.',
    choices: [],
  }
  const mine = `${inboxPage({ items: [draft(one), unclear], more: {} }, undefined)}\n- my list about ^${one}\n  and more\n`
  const after = withoutItems(mine, one)
  expect(after).not.toContain('Secret')
  expect(after).toContain(`\n- my list about ^${one}\n  and more\n`)
})
