import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { countCjk } from '../../src/text/cjk.js'
import { estimateTokens } from '../../src/recall/answer/budget.js'

const folder = join(import.meta.dirname, '../../examples/workspace/memory')
const lines = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  .filter((line) => line.trim() !== '')
const isCjk = (line: string): boolean => countCjk(line) > line.length / 2
const chinese =
  `我们决定下周把飞书接口换成新的版本，小明负责测试，李雷写文档。会议改到星期四下午三点，地点还是三楼的小会议室。
客户希望在四月之前看到葡萄牙语的报价页面，所以翻译要先做。昨天的服务器故障是磁盘写满造成的，已经加了监控。
妈妈说周末要来上海看我们，记得买火车票，还要订一家安静的餐厅。他喜欢喝乌龙茶，不喜欢太甜的点心。`.split('\n')

describe('the estimate of tokens is within a tenth of what a tokenizer counts', () => {
  test.each([
    ['English logs', lines.filter((line) => !isCjk(line))],
    ['Chinese', [...chinese, ...lines.filter(isCjk)]],
  ])('of %s', (_, text) => {
    const sum = (count: (line: string) => number): number => text.reduce((total, line) => total + count(line), 0)
    const ratio = sum(estimateTokens) / sum((line) => encode(line).length)
    expect(text.length).toBeGreaterThan(2)
    expect(Math.abs(ratio - 1)).toBeLessThan(0.1)
  })
})
