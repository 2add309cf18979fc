import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { countCjk } from '../../src/text/cjk.js'
import { estimateTokens } from '../../src/recall/answer/budget.js'

const seed = 37
const root = join(import.meta.dirname, '../..')
const linesOf = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => readFileSync(join(root, folder, name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
const messages = (language: string): string[] =>
  Object.values(
    JSON.parse(
      readFileSync(join(root, `node_modules/typescript/lib/${language}/diagnosticMessages.generated.json`), 'utf8'),
    ) as Record<string, string>,
  )
const logs = linesOf('examples/workspace/memory')
const isCjk = (line: string): boolean => countCjk(line) > line.length / 2
const german = `Peter zieht im Januar nach Wels, weil die Wohnung in Graz zu klein geworden ist.
Das Angebot der Druckerei war um 240 Euro teurer als im Vorjahr, wir nehmen es trotzdem.
Gerhard möchte keine Besprechungen am Freitagnachmittag, außer es brennt wirklich.
Die Steuererklärung liegt beim Finanzamt; der Bescheid kommt frühestens Ende März.
Mit der Übersiedlung des Servers warten wir, bis die Datenbank gesichert und geprüft ist.
Für die Geburtstagsfeier sind zwölf Leute angemeldet, zwei davon essen vegetarisch.`.split('\n')
const chinese =
  `我们决定下周把飞书接口换成新的版本，小明负责测试，李雷写文档。会议改到星期四下午三点，地点还是三楼的小会议室。
客户希望在四月之前看到葡萄牙语的报价页面，所以翻译要先做。昨天的服务器故障是磁盘写满造成的，已经加了监控。
妈妈说周末要来上海看我们，记得买火车票，还要订一家安静的餐厅。他喜欢喝乌龙茶，不喜欢太甜的点心。`.split('\n')
const english = linesOf('docs').filter((line) => /^[A-Z][^|`#]{60,}$/.test(line))

const counted = (text: string): number => encode(text, { allowedSpecial: new Set() }).length

describe('the estimate of tokens is no lower than what a tokenizer counts', () => {
  test.each([
    // Of the last seven, `npm run fit:tokens` fits its table to seven pieces of ten.
    ['German, which nothing was fitted on', german, 1.25],
    ['Chinese, which nothing was fitted on', chinese, 1.45],
    ['fitted: English prose', english, 1.2],
    ['fitted: English logs', logs.filter((line) => !isCjk(line)), 1.2],
    ['fitted: German messages', messages('de'), 1.25],
    ['fitted: Chinese logs and messages', [...linesOf('test/fixtures/recall/zh/memory'), ...messages('zh-cn')], 1.4],
    ['fitted: Italian', linesOf('test/fixtures/recall/it/memory'), 1.25],
    ['fitted: Japanese, Korean, Russian', ['ja', 'ko', 'ru'].flatMap(messages), 1.3],
    ['fitted: sources', linesOf('docs/commands'), 1.25],
  ])('of %s, and not by far above it', (_, lines, most) => {
    const text = lines.join('\n')
    const ratio = estimateTokens(text) / counted(text)
    expect(lines.length).toBeGreaterThan(2)
    expect(ratio).toBeGreaterThanOrEqual(1)
    expect(ratio).toBeLessThan(most)
  })

  test('of any mixture of these with ids, paths, places and numbers', () => {
    const letters = (alphabet: string, length: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length })
    const id = letters('abcdefghijklmnopqrstuvwxyz234567', 10).map((each) => `^${each}`)
    const place = fc
      .tuple(fc.nat(28), fc.nat(11), fc.nat(300))
      .map(([day, month, line]) => `memory/2025-${String(month + 1).padStart(2, '0')}-${day + 1}.md#L${line}`)
    const path = fc.constantFrom(
      'src/recall/answer/budget.ts',
      'notes/Zürich/Übersicht 2.md',
      '/home/me/.config/x.toml',
    )
    const number = fc.oneof(
      fc.nat(1e9).map(String),
      fc.double({ noNaN: true, min: 0, max: 1 }).map((n) => n.toFixed(2)),
    )
    const line = fc.oneof(
      ...[english, logs, german, chinese, messages('de'), messages('zh-cn')].map((lines) => fc.constantFrom(...lines)),
    )
    const word = fc.oneof({ weight: 4, arbitrary: line }, { weight: 1, arbitrary: fc.oneof(id, place, path, number) })
    fc.assert(
      fc.property(fc.array(word, { minLength: 16, maxLength: 60 }), fc.constantFrom('\n', ' '), (words, between) => {
        const text = words.join(between)
        const ratio = estimateTokens(text) / counted(text)
        expect(ratio).toBeGreaterThanOrEqual(1)
        expect(ratio).toBeLessThan(1.4)
      }),
      { seed, numRuns: 300 },
    )
  })
})
