import { describe, expect, test } from '@jest/globals'
import { defaultConfig } from '../../src/model/config.js'
import { parseNote } from '../../src/parse/parse-note.js'
import type { Names } from '../../src/suggest/drafts.js'
import { draftsOfLabels, type LabelledDraft } from '../../src/suggest/labelled.js'

const known = ['Marlene', 'Rovira']
const names: Names = {
  at: (text, place) => known.find((name) => text.startsWith(name, place)),
  within: (text) => known.filter((name) => text.includes(name)),
  called: (written) => written,
}

function drafted(text: string, path = 'memory/2025-11-10.md', recurring: readonly string[] = []): LabelledDraft[] {
  const written = text.split('\n')
  const lines = parseNote(path, text, defaultConfig).facts.map((fact) => ({
    ...fact,
    written: written[fact.source.first - 1]!,
  }))
  return draftsOfLabels({ path, day: '2025-11-10', lines, recurring: new Set(recurring) }, names)
}
const textsOf = (text: string, path?: string): string[] => drafted(text, path).map((draft) => draft.text)

describe('what labelled lines of a log are drafted as', () => {
  test('a problem, its cause and how it was mended are one bullet with what they are about, of all their lines', () => {
    const [draft, ...more] = drafted(`# Monday

## 14:10 UTC — Shipping labels ✅

- **Problem:** twenty labels of the roll came out blank.
- **Root cause:** the roll was in upside down
- **Fix:** turned the roll around and printed a test label
`)
    expect(more).toEqual([])
    expect(draft).toEqual({
      text: 'Shipping labels: Problem: twenty labels of the roll came out blank; Root cause: the roll was in upside down; Fix: turned the roll around and printed a test label',
      kind: 'experience',
      entities: [],
      of: [0, 1, 2],
    })
  })

  test('how something is to be mended is not told as done', () => {
    expect(
      textsOf(`## Shipping labels

- Problem: twenty labels of the roll came out blank
- Cause: the roll was in upside down
- Fix: turn the roll around before the next parcel
`),
    ).toEqual([
      'Shipping labels: Problem: twenty labels of the roll came out blank; Cause: the roll was in upside down',
    ])
  })

  test('what to do each time is told as such, and not as done', () => {
    expect(
      drafted(`## Impressora

- Fricção: as etiquetas saem em branco depois da pausa
- Solução: usar o rolo novo e imprimir um teste
`),
    ).toMatchObject([
      {
        kind: 'world',
        text: 'Impressora: Fricção: as etiquetas saem em branco depois da pausa; Solução: usar o rolo novo e imprimir um teste',
      },
    ])
  })

  test('two problems in a row have each its own cause', () => {
    expect(
      textsOf(`## Printer

- Problem: the labels come out blank
- Cause: the roll was in upside down
- Problem: the invoices come out grey
- Cause: the toner cartridge was shaken too little
`),
    ).toEqual([
      'Printer: Problem: the labels come out blank; Cause: the roll was in upside down',
      'Printer: Problem: the invoices come out grey; Cause: the toner cartridge was shaken too little',
    ])
  })

  test('sections that are a label each are a problem with its cause, under the heading above both or the name of the log', () => {
    const text = `# 2025-11-10

## Issue

The labels came out blank all morning.

## Root cause

The roll was in upside down since the move.
`
    expect(textsOf(text, 'memory/2025-11-10-shipping-desk.md')).toEqual([
      'Shipping desk: Issue: The labels came out blank all morning; Root cause: The roll was in upside down since the move',
    ])
  })

  test('the lessons of a list are a bullet each, what they are about before those that do not name it', () => {
    expect(
      drafted(`## Winter tyres

### Lessons learned

- Never order the tyres before the rims were measured twice
- Rovira measures the rims for nothing when the tyres are ordered at once
- Short and idle
`),
    ).toMatchObject([
      {
        text: 'Winter tyres: Never order the tyres before the rims were measured twice',
        kind: 'world',
        entities: [],
      },
      { text: 'Rovira measures the rims for nothing when the tyres are ordered at once', entities: ['Rovira'] },
    ])
  })

  test('a decision has its reason with it, and the list that it leads to', () => {
    expect(
      textsOf(`## Purchasing

- **Decision:** two suppliers are left for the spring:
  - Rovira for all the tyres
  - the garage in Graz for rims
- **Rationale:** the third one was late on every delivery
`),
    ).toEqual([
      'Purchasing: Decision: two suppliers are left for the spring: Rovira for all the tyres, the garage in Graz for rims; Rationale: the third one was late on every delivery',
    ])
  })

  test('a wish is an opinion of the one whom its heading names, and nobody’s where none does', () => {
    const wishes = '\n- No update of anything before the brief was read\n'
    expect(drafted(`## Marlene\n\n### Preferences\n${wishes}`)).toMatchObject([
      { kind: 'opinion', confidence: 0.8, entities: ['Marlene'] },
    ])
    expect(drafted(`## Kettle\n\n### Preferences\n${wishes}`)).toEqual([])
  })

  test('today is given its date, and a time that only its day tells drafts nothing', () => {
    expect(textsOf('## Tyres\n\nLesson: the rims that came today are an inch too small\n')).toEqual([
      'Tyres: the rims that came today (2025-11-10) are an inch too small',
    ])
    expect(textsOf('## Tyres\n\nLesson: the rims that came yesterday are an inch too small\n')).toEqual([])
  })

  test.each([
    ['begins with what stands before it', 'Lesson: This is why the roll has to be turned around first'],
    ['is a guess', 'Lesson: perhaps the roll has to be turned around before printing'],
    ['is of the moment', 'Lesson: the printer is not yet able to print a whole roll'],
    ['is a question', 'Lesson: why was the roll in upside down for a week?'],
    ['talks to somebody', 'Lesson: turn your roll around before printing the labels'],
    ['is a quotation', '> Lesson: turn the roll around before printing the labels'],
    ['is code', '```\nLesson: turn the roll around before printing the labels\n```'],
    ['is a row', '| Lesson | Day |\n|---|---|\n| turn the roll around before printing the labels | Monday |'],
    ['is still to be done', '- [ ] Lesson: turn the roll around before printing the labels'],
    ['leads to more than it has', 'Lesson: turn the roll around before printing these labels:'],
    ['is still open', 'Next steps: turn the roll around before printing the labels'],
    ['is done and no more', 'Done: turned the roll around before printing the labels'],
  ])('nothing is drafted of what %s', (_, line) => {
    expect(drafted(`## Shipping labels\n\n${line}\n`)).toEqual([])
  })

  test('nothing is drafted of what is about nobody knows what', () => {
    expect(drafted('# 2025-11-10\n\n## Lessons\n\n- never order anything before it was measured twice\n')).toEqual([])
  })

  test('Chinese and German lines are drafted as English ones', () => {
    expect(
      textsOf('## 快递站\n\n- **症状**：整卷标签打印出来都是空白的\n- **根因**：标签卷装反了，没有人检查\n'),
    ).toEqual(['快递站: 症状: 整卷标签打印出来都是空白的; 根因: 标签卷装反了，没有人检查'])
    expect(
      textsOf('## Etiketten\n\n- Problem: die ganze Rolle kam leer heraus\n- Ursache: die Rolle lag verkehrt herum\n'),
    ).toEqual(['Etiketten: Problem: die ganze Rolle kam leer heraus; Ursache: die Rolle lag verkehrt herum'])
  })

  test('what is decided in a section that comes again and again is of its hour, and such a heading is no topic', () => {
    const log = `# Thursday

## Proactive work

**Decision:** did not write to anybody, nothing is urgent on a Saturday morning

## Winter tyres

### Proactive work

**Lesson:** the garage is full in the first week of snow, so book in October
`
    expect(drafted(log, 'memory/2025-11-10.md', ['Proactive work']).map(({ text }) => text)).toEqual([
      'Winter tyres: the garage is full in the first week of snow, so book in October',
    ])
  })

  test('nothing is drafted of what says that there is nothing, only praises, or is the record of one thing', () => {
    const decided = (text: string): string[] => textsOf(`## Sorting the prints\n\n**Decisions**\n\n- ${text}\n`)
    for (const text of [
      'Nothing to sort in this round, the box of Marlene stays shut',
      'Nada a separar nesta rodada, a caixa fica fechada até segunda',
      '暂无新的决定，明天早上再继续检查所有的箱子和标签，然后记录下来',
      'The two new drawers for the small prints of Marlene worked well.',
      'in the attic. Author: Weber. Source: the old house. Pages: twenty, of which two are torn',
    ])
      expect([text, decided(text)]).toEqual([text, []])
    for (const text of [
      'None of the drawers for the small prints is locked over night',
      'The drawers worked well in the attic, so the cellar gets two of these as well',
      'Two sorts of prints: small ones go into drawers, large ones hang: glue is for neither',
    ])
      expect(decided(text)).toHaveLength(1)
  })

  test('nobody wishes what a line beside who asked leads to', () => {
    const found = (lead: string): LabelledDraft[] =>
      drafted(`## Labels\n\n**${lead}**\n\n- Rovira prints on both sides of every roll of paper labels\n`)
    expect(found('Requested by Marlene:')).toHaveLength(1)
    expect(found('Requested by Marlene. Found:')).toEqual([])
  })
})
