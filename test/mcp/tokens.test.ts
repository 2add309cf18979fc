import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { Dice } from '../laws/dice.js'
import { retain } from '../support/notes.js'
import { beginningWith, checkout, withRepo } from '../support/with-repo.js'
import { agentSession } from './agent-session.js'
import { call, request, talk } from './talk.js'
import { withDoor, type Door } from './door.js'

const counted = (text: string): number => encode(text, { allowedSpecial: new Set() }).length

const subjects = {
  english: `Prefers concise replies on the phone; long content goes into files
Moved the nightly backup from 02:00 to 03:30, since the export takes longer than it used to
The contract with Northwind ends on 2026-12-31 and is not to be renewed
Keeps the staging cluster on version 1.29.4 until the driver is certified`,
  german: `Möchte am Freitagnachmittag keine Besprechungen, außer es brennt wirklich
Die Übersiedlung des Servers wartet, bis die Datenbank gesichert und geprüft ist
Das Angebot der Druckerei war um 240 Euro teurer als im Vorjahr
Die Steuererklärung liegt beim Finanzamt; der Bescheid kommt frühestens Ende März`,
  chinese: `客户希望在四月之前看到葡萄牙语的报价页面，所以翻译要先做
昨天的服务器故障是磁盘写满造成的，已经加了监控
会议改到星期四下午三点，地点还是三楼的小会议室
喜欢喝乌龙茶，不喜欢太甜的点心`,
  paths: `src/recall/answer/budget.ts:42 reads MODEL_PRICING of claude-opus-4-6
The checksum of release-2026.03.1.tar.gz is 9f3ab210c4e1d77e
Listens on 10.0.12.7:36003, in /home/me/.config/app/settings.json
Ticket KES-4821 needs better-sqlite3@12.11.1 and node >=20.19`,
}
const names = ['Peter', 'Müller', '李雷', 'Kershaw', 'KES-4821']

const varied = beginningWith((repo) => {
  const dice = new Dice(37)
  for (let at = 1; at <= 12; at++) {
    const bullets = Object.values(subjects).map(
      (lines) => `${dice.one(['W', 'O(c=0.7)', 'B'])} @${dice.one(names)}: ${dice.one(lines.split('\n'))} (${at})`,
    )
    repo.write(`memory/2025-10-${String(at).padStart(2, '0')}.md`, retain(...bullets))
  }
  repo.write(
    'MEMORY.md',
    Object.entries(subjects)
      .map(([name, text]) => `## ${name}\n\n${text}\n`)
      .join('\n'),
  )
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'notes')
})

describe('what a model reads', () => {
  test('tools and instructions take 3,000 tokens together at most', () =>
    varied(async (repo) => {
      const { replies } = await talk(
        repo,
        [
          request(1, 'initialize', {
            protocolVersion: '2025-06-18',
            capabilities: {},
            clientInfo: { name: 'tester', version: '1' },
          }),
          request(2, 'tools/list'),
        ].join('\n'),
      )
      const [{ instructions }, { tools }] = replies.map(({ result }) => result) as unknown as [
        { instructions: string },
        { tools: object[] },
      ]
      expect(counted(instructions) + counted(JSON.stringify(tools))).toBeLessThanOrEqual(3000)
    }))

  test('a budget holds for all that is sent, in any language, with ids, paths and numbers', () =>
    varied(async (repo) => {
      const dice = new Dice(37)
      const budgets = Array.from({ length: 80 }, () => 170 + dice.number(dice.one([60, 400, 2000])))
      const questions = Object.values(subjects).flatMap((text) => text.split('\n'))
      const lines = budgets.map((budget, at) => {
        const [question, tool] = [dice.one(questions), dice.one(['recall', 'recall', 'brief', 'log', 'beliefs'])]
        if (tool === 'brief') return call(at, 'brief', { budget })
        if (tool === 'recall') return call(at, 'recall', { question, budget, k: 40 })
        return call(at, 'log', { since: '2025-10', budget, beliefs: tool === 'beliefs' })
      })
      const { replies } = await talk(repo, lines.join('\n'))
      let used = 0
      for (const { id, result } of replies) {
        const text = result!.content![0]!.text
        expect([lines[Number(id)], text.slice(0, 20), counted(text) <= budgets[Number(id)]!]).toEqual([
          lines[Number(id)],
          'From memory, quoted:',
          true,
        ])
        used += counted(text) / budgets[Number(id)]!
      }
      expect(replies).toHaveLength(budgets.length)
      // A budget that is held by saying nothing is none.
      expect(used / budgets.length).toBeGreaterThan(0.5)
      const low = (await talk(repo, call(1, 'recall', { question: 'tea', budget: 20 }))).replies[0]!.result!
      expect([low.isError, low.content![0]!.text]).toEqual([
        true,
        'bad-argument: budget takes a whole number from 170, got 20',
      ])
    }))

  test('a session of forty calls takes half at most of the 21,237 tokens that it took as JSON', () =>
    withRepo(async (repo) => {
      cpSync(join(checkout, 'examples/workspace'), repo.root, { recursive: true })
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'notes')
      const session = async ({ call: ask }: Door): Promise<void> => {
        const told = await agentSession(ask)
        expect([told.length, told.filter(([, { isError }]) => isError)]).toEqual([40, []])
        const tokens = told.map(([, { content }]) => counted(content.map(({ text }) => text).join('\n')))
        expect(tokens.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(21_237 / 2)
      }
      await withDoor(repo, session, '--now', '2026-03-23')
    }))
})
