import { expect, test } from '@jest/globals'
import { recall } from '../../src/recall/recall.js'
import { show } from '../../src/recall/show.js'
import { smallIndex, today } from './small-index.js'

/** A statement of each script, a question of its words, and a name. */
const scripts = [
  { script: 'kana with dakuten', text: 'ポケットガイドを鞄に入れた', asked: 'ガイド', name: 'ジョバンニ' },
  { script: 'hangul', text: '휴대용 안내서를 가방에 넣었다', asked: '안내서', name: '김철수' },
  { script: 'latin with accents', text: 'Hängt die Übersicht über das Öfchen', asked: 'Übersicht', name: 'Jürgen' },
  { script: 'vietnamese', text: 'Thích phở bò ở quán Tiến Đạt', asked: 'phở quán', name: 'Nguyễn' },
  { script: 'devanagari with nukta', text: 'सड़क पर ज़मीन ख़रीदी', asked: 'ज़मीन', name: 'फ़िरोज़' },
  { script: 'arabic with marks', text: 'القُرآن على الرفّ الأعلى', asked: 'القُرآن', name: 'آدم' },
  { script: 'hebrew with points', text: 'שָׁלוֹם לַבַּיִת הַגָּדוֹל', asked: 'שָׁלוֹם', name: 'דָּוִד' },
  { script: 'bengali', text: 'সে কোথায় বাড়ি কিনেছে', asked: 'বাড়ি', name: 'সৌমেন' },
  { script: 'greek', text: 'Αγόρασε ένα σπίτι στην Αθήνα', asked: 'σπίτι Αθήνα', name: 'Θεόδωρος' },
] as const
const forms = ['NFC', 'NFD'] as const

test.each(scripts)('$script: composed or not, a note is found by a question, and says its own bytes', async (row) => {
  const answers = []
  for (const noted of forms) {
    const text = row.text.normalize(noted)
    const name = row.name.normalize(noted)
    const index = await smallIndex([
      [
        'memory/2025-11-27.md',
        `# ${text}\n\n${text}\n\n## Retain\n- W @${name}: ${text}\n- W @other: milk and bread\n`,
      ],
    ])
    for (const asked of forms) {
      const answer = recall(index.store, row.asked.normalize(asked), {}, index.context)
      const [first] = answer.results
      expect(first?.content).toBe(text)
      expect(answer.support).toBeGreaterThan(0.15)
      const { entities } = recall(index.store, '', { entities: [row.name.normalize(asked)] }, index.context)
      expect(entities).toEqual([name])
      const shown = show(index.store, row.name.normalize(asked), today)
      expect(shown).toMatchObject({ what: 'entity', facts: [{ content: text }] })
      answers.push({
        support: answer.support,
        results: answer.results.map(({ id, score, why }) => ({ id, score, why })),
        named: recall(index.store, `${row.name} ${row.asked}`.normalize(asked), {}, index.context).support,
      })
    }
    index.remove()
  }
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test.each([
  ['ﾎﾟｹｯﾄｶﾞｲﾄﾞを買った', 'ガイド'],
  ['ポケットガイドを買った', 'ｶﾞｲﾄﾞ'],
  ['型番はＡＢＣ１２３です', 'ABC123'],
  ['The part is ABC123', 'ＡＢＣ１２３'],
  ['Uses Foo™ at home', 'foo'],
  ['The ﬁrst oﬃce', 'office'],
])('characters of another width are the same ones: %s is found by %s', async (text, asked) => {
  const index = await smallIndex([['memory/2025-11-27.md', `## Retain\n- W @Peter: ${text}\n- W @Peter: milk\n`]])
  const { results, support } = recall(index.store, asked, {}, index.context)
  expect(results.map(({ content }) => content)).toEqual([text])
  expect(support).toBeGreaterThan(0.15)
  index.remove()
})

test('a name is one entity, composed or not, in notes, in the name of its page and in what is asked for', async () => {
  const [composed, apart] = forms.map((form) => 'José'.normalize(form)) as [string, string]
  const index = await smallIndex([
    ['memory/2025-11-27.md', `## Retain\n- W @${composed}: Lives in Rome\n`],
    ['memory/2025-11-28.md', `## Retain\n- W @${apart}: Likes tea\n`],
    [`bank/entities/${apart}.md`, '---\ntype: person\n---\n'],
  ])
  for (const name of [composed, apart]) {
    const shown = show(index.store, name, today)
    expect(shown).toMatchObject({ what: 'entity', page: `bank/entities/${apart}.md`, aliases: [] })
    expect(shown.what === 'entity' && shown.facts).toHaveLength(2)
  }
  index.remove()
})

test('a note is shown by its path as anybody types it, and cited by the one that Git has', async () => {
  const [composed, apart] = forms.map((form) => `memory/Übersicht.md`.normalize(form)) as [string, string]
  const index = await smallIndex([[apart, 'Bought milk.\n']])
  for (const path of [composed, apart, `${composed}#L1`, `${composed}:1`])
    expect(show(index.store, path, today)).toMatchObject({ what: 'place', facts: [{ source: `${apart}#L1` }] })
  expect(() => show(index.store, `${composed}#L7`, today)).toThrow('begins on L1')
  index.remove()
})

test('what was written in another form is replaced in the index without a trace', async () => {
  const of = (form: (typeof forms)[number]) =>
    smallIndex([['memory/a.md', `ポケットガイド\n\n한국어 메모\n`.normalize(form)]])
  const indexes = [await of('NFC'), await of('NFD')]
  const words = indexes.map(({ store }) => ['ポケ', 'ガイ', '한국'].map((word) => store.frequency(`"${word}"`, 10)))
  expect(words).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ])
  for (const { store, remove } of indexes) {
    await store.write(() => store.notes().remove('memory/a.md'))
    expect(['ポケ', 'ガイ', '한국', 'ホ'].map((word) => store.frequency(`"${word}"*`, 10))).toEqual([0, 0, 0, 0])
    remove()
  }
})
