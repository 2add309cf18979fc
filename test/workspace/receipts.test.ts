import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { answerOf } from '../../src/mcp/answer.js'
import { tools } from '../../src/mcp/tools.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, memoryCommand, type Repo } from '../support/with-repo.js'

const withTea = beginningWith(
  (repo: Repo) =>
    void repo.commit(day(1), retain('O(c=0.55) @Peter: Likes mint tea', 'W @Peter: Lives in Graz', 'W @Nina: Rows')),
)

const ownFolder = (repo: Repo): string => repo.path('.git/workspace-memory')
const names = (repo: Repo): string[] =>
  readdirSync(ownFolder(repo))
    .filter((name) => !/-(?:shm|wal)$/.test(name))
    .toSorted()
const ledger = (repo: Repo): string => readFileSync(join(ownFolder(repo), 'receipts.jsonl'), 'utf8')
const rows = (repo: Repo): { verb: string; session: string | null; ids: string[]; tokens: number }[] =>
  ledger(repo)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as never)

test('off, nothing is written by any verb, and what is answered is the same to the byte', () =>
  withTea(async (repo) => {
    const memory = repo.open()
    await memory.recall('tea')
    const before = names(repo)
    const off = [await memory.recall('mint tea'), await memory.brief()]
    await memory
      .retain([{ text: 'Sold the boat', entities: ['Peter'], was: off[0] && '^00000000ab' }])
      .catch(() => undefined)
    expect(names(repo)).toEqual(before)
    await memory.receipts({ keep: true })
    expect([await memory.recall('mint tea'), await memory.brief()]).toEqual(off)
    expect(rows(repo).map(({ verb }) => verb)).toEqual(['recall', 'brief'])
    await memory.receipts({ keep: false })
    expect(readdirSync(ownFolder(repo)).filter((name) => name.startsWith('receipts'))).toEqual([])
  }))

test('the command, the tools and the library note alike, and no word of a question, an answer or a bullet', () =>
  withTea(async (repo) => {
    expect(repo.memory('receipts', 'on').status).toBe(0)
    await repo.open({ session: 'one' }).recall('Who rows zebras?')
    repo.memory('recall', 'Who rows zebras?')
    const recall = tools.find(({ name }) => name === 'recall')!
    await answerOf(recall, repo.open({ session: 'one' }), { question: 'Who rows zebras?' }, 'tester', new Set())
    const noted = rows(repo).map(({ verb, ids, tokens }) => [verb, ids, tokens])
    expect(noted).toHaveLength(3)
    expect(new Set(noted.map((row) => JSON.stringify(row))).size).toBe(1)
    expect(rows(repo).map(({ session }) => session)).toEqual(['one', null, 'one'])
    await repo.open().retain([{ text: 'Moved from Graz to Wels', entities: ['Peter'] }], { commit: true })
    repo.memory('brief')
    expect(ledger(repo)).not.toMatch(/tea|Graz|Wels|Peter|Nina|zebra|rows/i)
    expect(repo.git('status', '--porcelain', '--ignored')).not.toContain('receipts')
  }))

test('what a later bullet cites by id or place counts as used, and what nothing cites is named', () =>
  withTea(async (repo) => {
    await repo.open().receipts({ keep: true })
    const at = { session: 's', now: new Date('2025-11-03T10:00:00Z') }
    const { results } = await repo.open(at).recall('Peter')
    const [tea, graz] = ['mint tea', 'Graz'].map((word) => results.find(({ content }) => content.includes(word))!)
    await repo.open(at).recall('zzzzqqqq')
    await repo
      .open(at)
      .retain([{ text: 'Asked for mint tea', entities: ['Peter'], kind: 'B', supports: [`^${tea!.id}`] }])
    const asked = await repo.open(at).receipts({ since: '7d' })
    expect(asked).toMatchObject({ on: true, sessions: 1, given: results.length, cited: 1 })
    expect(asked.days).toEqual([{ day: '2025-11-03', briefs: 0, recalls: 2, none: 1, tokens: expect.any(Number) }])
    expect(asked.never.map(({ id }) => id)).not.toContain(tea!.id)
    expect(asked.never).toContainEqual({ id: graz!.id, content: graz!.content, source: graz!.source, times: 1 })
    await repo
      .open(at)
      .retain([{ text: `Told where he lives (${day(1)}#L3)`, entities: ['Peter'], kind: 'B' }], { asIs: true })
    expect((await repo.open(at).receipts()).cited).toBe(2)
    await repo
      .open(at)
      .retain([{ text: 'Has an address in Styria', entities: ['Peter'], from: [tea!.id] }], { asIs: true })
    expect(ledger(repo).trimEnd().split('\n').at(-1)).toContain(`"retain","ids":["${tea!.id}"]`)
    expect((await repo.open({ now: new Date('2026-02-01T10:00:00Z') }).receipts()).given).toBe(0)
  }))

test('processes that note at once lose no line, and the files stay bounded', () =>
  withTea(async (repo) => {
    repo.memory('receipts', 'on')
    const run = (): Promise<unknown> =>
      new Promise((resolve) =>
        spawn(process.execPath, [memoryCommand, 'recall', 'tea'], {
          cwd: repo.root,
          env: repo.environment,
          stdio: 'ignore',
        }).on('close', resolve),
      )
    await Promise.all(Array.from({ length: 6 }, run))
    expect(rows(repo)).toHaveLength(6)
    const line = `${JSON.stringify({ at: '2025-11-03T10:00:00.000Z', session: null, verb: 'recall', ids: ['0123456789'], tokens: 5 })}\n`
    for (let times = 0; times < 8; times++) {
      appendFileSync(join(ownFolder(repo), 'receipts.jsonl'), line.repeat(6000))
      await repo.open().recall('tea')
    }
    const files = readdirSync(ownFolder(repo)).filter((name) => /^receipts.*l$/.test(name))
    const bytes = files.reduce((sum, name) => sum + statSync(join(ownFolder(repo), name)).size, 0)
    expect(bytes).toBeLessThan(3_000_000)
    appendFileSync(join(ownFolder(repo), 'receipts.jsonl'), '{"at":"2025-\nnull\n{"at":1}\n')
    expect((await repo.open({ now: new Date('2025-11-04T10:00:00Z') }).receipts()).days[0]!.recalls).toBeGreaterThan(
      5000,
    )
  }))
