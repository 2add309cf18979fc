import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { evidencePath, readMarksPath } from '../../../src/model/note.js'
import type { LogsRead } from '../../../src/index.js'
import { day, retain } from '../../support/notes.js'
import { expectSameAsRebuild } from '../../support/oracle.js'
import { beginningWith, type Repo } from '../../support/with-repo.js'

/**
 * A reader by rule for whatever it is asked: of lines that begin `- Ruth` it makes bullets, of each pair it says what stands
 * in `../verdict`, and of facts it sums up the first and the last. What it was asked stands in `../asked`.
 */
const rule = `#!${process.execPath}
const fs = require('node:fs')
const folder = process.argv[2]
const text = fs.readFileSync(0, 'utf8')
fs.appendFileSync(folder + '/asked', JSON.stringify(text) + '\\n')
const quoted = /\\n(log|facts|about) .*\\n([\\s\\S]*)\\nend =/.exec(text)
const [, what, lines] = quoted
if (what === 'log') {
  const found = [...lines.matchAll(/^(\\d+) - (.*\\bRuth\\b.*)$/gm)]
  console.log(JSON.stringify({ bullets: found.map(([, cites, said]) => ({ cites, text: said.replace(/\\.$/, ''), kind: 'B', entities: [...said.matchAll(/Ruth|Zelda|Boris/g)].map(([name]) => name) })) }))
} else if (what === 'facts') {
  let fact
  const verdicts = []
  for (const line of lines.split('\\n')) {
    const [, other] = /does what to \\^(\\w+)/.exec(line) ?? []
    if (other) verdicts.push({ fact: '^' + fact, belief: '^' + other, verdict: fs.readFileSync(folder + '/verdict', 'utf8').trim(), why: 'so it seems' })
    else fact = /\\^(\\w+)/.exec(line)[1]
  }
  verdicts.push({ fact: '^aaaaaaaaaa', belief: '^bbbbbbbbbb', verdict: 'supports', why: 'nobody asked' })
  console.log(JSON.stringify({ verdicts }))
} else {
  const numbered = [...lines.matchAll(/^(\\d+) \\S+ (.*?) \\(Ruth.*\\)$/gm)]
  const [first, last] = [numbered[0], numbered.at(-1)]
  const summary = /^summary \\^(\\w+)/m.exec(lines)
  console.log(JSON.stringify({ bullets: [
    { cites: first[1] + ',' + last[1], text: 'Ruth first ' + first[2].replace(/^Ruth /, '').toLowerCase() + ', then ' + last[2].replace(/^Ruth /, '').toLowerCase(), kind: 'S', entities: ['Ruth'], was: summary ? '^' + summary[1] : null },
    { cites: '1', text: 'Ruth has 77 cats', kind: 'S', entities: ['Ruth'] },
  ] }))
}
`

const now = (): Date => new Date('2025-12-01T12:00:00Z')
const begun = beginningWith((repo) => {
  repo.write('../rule', rule)
  chmodSync(repo.path('../rule'), 0o755)
  repo.write('../verdict', 'contradicts')
  repo.commit(day(1), retain('O(c=0.8) @Ruth: Likes the green gate', 'W @Ruth: Has the key of the gate'))
})
const set = (repo: Repo): Promise<unknown> =>
  repo.open({ now }).setReader({ command: [repo.path('../rule'), repo.path('..')] })
const read = (repo: Repo, options = {}): Promise<LogsRead> => repo.open({ now }).readLogs({ all: true, ...options })
const log = (...lines: readonly string[]): string =>
  `# A day\n\n## Garden\n\n${lines.map((line) => `- ${line}\n`).join('')}`
const subjects = (repo: Repo, range: string): string[] =>
  repo.git('log', '--reverse', '--format=%s', range).trim().split('\n')
const asked = (repo: Repo): string[] =>
  repo
    .read('../asked')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string)

describe('what reading goes on to', () => {
  test('verdicts on what was just drafted are a commit behind it, on pairs that were asked about alone', () =>
    begun(async (repo) => {
      await set(repo)
      repo.commit(day(2), log('Ruth painted the green gate white.'))
      const found = await read(repo)
      expect(found.verdicts).toEqual([
        expect.stringMatching(
          /^- \^\w{10} contradicts \^\w{10}: "B @Ruth: .*" about "O @Ruth: .*" <!-- so it seems -->$/,
        ),
      ])
      expect(found.refused.map(({ text }) => text)).toEqual([
        '^aaaaaaaaaa supports ^bbbbbbbbbb: ^aaaaaaaaaa and ^bbbbbbbbbb are no pair that was asked about',
      ])
      expect(subjects(repo, 'main..memory/read')).toEqual([
        'memory: 1 bullet read from logs by rule',
        'memory: 1 verdict of rule',
        'memory: what was read',
      ])
      expect(repo.git('show', '--format=', '--name-only', 'memory/read~1').trim()).toBe(evidencePath)
      expect(found.summary).toMatch(
        /^## 1 bullet read[\s\S]*\n- `B\(from=\^\w+\) @Ruth: [\s\S]*## 1 verdict[\s\S]*contradicts/,
      )
      // Merged it moves the belief, and nothing is asked again.
      repo.git('merge', '-q', '--ff-only', 'memory/read')
      const { changes } = await repo.use((workspace) => workspace.beliefs({ since: '2025-01-01' }))
      expect(changes.find(({ content }) => content === 'Likes the green gate')).toMatchObject({
        after: expect.any(Number),
      })
      const before = asked(repo).length
      expect(await read(repo)).toMatchObject({ packets: 0, commit: null })
      expect(await read(repo, { dryRun: true })).toMatchObject({ open: { facts: 0, names: 0 } })
      expect(asked(repo)).toHaveLength(before)
      await expectSameAsRebuild(repo)
    }))

  test('that two have nothing to do with each other is no line, and is not asked again, in no other clone either', () =>
    begun(async (repo) => {
      await set(repo)
      repo.write('../verdict', 'unrelated')
      repo.commit(day(2), log('Ruth painted the green gate white.'))
      const found = await read(repo)
      expect(found.verdicts).toEqual([])
      repo.git('merge', '-q', '--ff-only', 'memory/read')
      expect(repo.exists(evidencePath)).toBe(false)
      const clone = repo.another('clone')
      clone.git('pull', '-q', repo.root, 'main')
      await clone.open({ now }).setReader({ command: [repo.path('../rule'), repo.path('..')] })
      const before = asked(repo).length
      expect(await clone.open({ now }).readLogs({ all: true })).toMatchObject({ packets: 0, commit: null })
      expect(asked(repo)).toHaveLength(before)
    }))

  test('a fact that denies what a belief says supports it in no verdict', () =>
    begun(async (repo) => {
      await set(repo)
      repo.write('../verdict', 'supports')
      repo.commit(day(2), retain('B @Ruth: Does not like the green gate at all'))
      const found = await read(repo)
      expect(found.verdicts).toEqual([])
    }))

  test('of a name with enough that is new it says what the facts come to, each with its facts, and says it anew later', () =>
    begun(async (repo) => {
      await set(repo)
      repo.write('../verdict', 'unrelated')
      const lines = ['oiled the barn door', 'sold two lambs', 'bought a ladder', 'fixed the well', 'met the vet']
      for (const [at, line] of lines.entries()) repo.commit(day(3 + at), retain(`B @Ruth: Ruth ${line}`))
      const found = await read(repo)
      expect(found.summaries).toEqual([
        expect.stringMatching(/^- S\(from=\^\w{10}\+\^\w{10}\) @Ruth: Ruth first .* the gate, then met the vet$/),
      ])
      expect(found.refused.map(({ text }) => text)).toEqual([expect.stringContaining('Ruth has 77 cats')])
      expect(repo.git('show', 'memory/read:memory/2025-12-01.md')).toContain(found.summaries[0])
      repo.git('merge', '-q', '--ff-only', 'memory/read')
      expect(await read(repo)).toMatchObject({ commit: null, summaries: [] })
      for (const [at, line] of ['planted oaks', 'built a shed', 'left for Wels'].entries())
        repo.commit(day(10 + at), retain(`B @Ruth: Ruth ${line}`))
      const again = await read(repo)
      expect(again.summaries).toEqual([expect.stringMatching(/^- S\(was=\^\w{10}, from=.*then left for wels$/)])
      await expectSameAsRebuild(repo)
    }))

  test('a server that holds its model to the form of an answer can give summaries', () =>
    begun(async (repo) => {
      const server = createServer((request, response) => {
        const parts: Buffer[] = []
        request.on('data', (part: Buffer) => parts.push(part))
        request.on('end', () => {
          const { format, messages } = JSON.parse(Buffer.concat(parts).toString()) as {
            format: { properties: { bullets?: { items: { properties: { kind: { enum: readonly string[] } } } } } }
            messages: readonly { content: string }[]
          }
          const allowed = format.properties.bullets?.items.properties.kind.enum ?? []
          const kind = allowed.includes('S') ? 'S' : allowed[0]
          const text = 'Ruth has the key of the gate and met the vet'
          const bullets = messages.at(-1)!.content.startsWith('about Ruth ')
            ? [{ cites: '1-2,7', text, kind, entities: ['Ruth'] }]
            : []
          response.end(JSON.stringify({ message: { content: JSON.stringify({ bullets, verdicts: [] }) } }))
        })
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      try {
        const { port } = server.address() as AddressInfo
        await repo.open({ now }).setReader({ server: `http://127.0.0.1:${port}`, model: 'm' })
        const lines = ['oiled the barn door', 'sold two lambs', 'bought a ladder', 'fixed the well', 'met the vet']
        for (const [at, line] of lines.entries()) repo.commit(day(3 + at), retain(`B @Ruth: Ruth ${line}`))
        const { summaries, refused } = await read(repo)
        expect({ summaries: summaries.map((line) => line.replace(/^.*: /, '')), refused }).toEqual({
          summaries: ['Ruth has the key of the gate and met the vet'],
          refused: [],
        })
      } finally {
        server.closeAllConnections()
        server.close()
      }
    }))

  test('with --commit each lands in HEAD, pages follow, and what is uncommitted stays', () =>
    begun(async (repo) => {
      await set(repo)
      repo.commit(day(2), log('Ruth painted the green gate white.'))
      repo.write('MEMORY.md', 'Mine.\n')
      const found = await read(repo, { commit: true })
      expect(found).toMatchObject({ branch: null, read: 1 })
      expect(found.commit).toBe(repo.git('rev-parse', 'HEAD').trim())
      expect(subjects(repo, 'HEAD~3..HEAD')).toEqual([
        'memory: 1 bullet read from logs by rule',
        'memory: 1 verdict of rule',
        'memory: what was read',
      ])
      expect(repo.read(day(2))).toContain('@Ruth: Ruth painted the green gate white')
      expect(repo.git('status', '--porcelain', '--', 'memory', 'MEMORY.md')).toBe('?? MEMORY.md')
      await expect(read(repo, { commit: true, branch: 'x' })).rejects.toMatchObject({ code: 'bad-argument' })
      await expectSameAsRebuild(repo)
    }))

  test('lines for MEMORY.md land too, on a branch and with --commit, where nobody has written there meanwhile', () =>
    begun(async (repo) => {
      await set(repo)
      repo.write('../verdict', 'supports')
      for (const at of [2, 3, 4, 5, 6]) repo.commit(day(at), retain('O(c=0.97) @Ruth: Prefers oak to pine'))
      const found = await read(repo)
      expect(found.proposed).toEqual([expect.stringContaining('@Ruth: Prefers oak to pine')])
      expect(repo.git('show', 'memory/read:MEMORY.md')).toContain(found.proposed[0])
      expect(repo.git('log', '--format=%B', 'memory/read', '--', 'MEMORY.md')).toContain('is not proposed again')
      const landed = await read(repo, { commit: true })
      expect(landed.proposed).toEqual(found.proposed)
      expect(repo.git('show', 'HEAD:MEMORY.md')).toContain(found.proposed[0])
    }))

  test('a file that is no text, or a link, is never written over: it is said before anybody is asked', () =>
    begun(async (repo) => {
      await set(repo)
      repo.commit(day(2), log('Ruth painted the green gate white.'))
      repo.write(evidencePath, '')
      writeFileSync(repo.path(evidencePath), Buffer.from('Caf\xe9\n', 'latin1'))
      repo.git('add', '.')
      repo.git('commit', '-qm', 'mine')
      await expect(read(repo)).rejects.toMatchObject({
        code: 'bad-argument',
        message: expect.stringContaining(evidencePath),
      })
      expect(repo.exists('../asked')).toBe(false)
    }))

  test('what HEAD adds to a log while the branch waits stands before its Retain section, and is read', () =>
    begun(async (repo) => {
      // The driver that merges logs is a clone's own.
      expect(repo.memory('init').status).toBe(0)
      await set(repo)
      repo.write('../verdict', 'unrelated')
      repo.commit(day(2), log('Ruth painted the green gate white.'))
      await read(repo)
      repo.append(day(2), '- Ruth bought wine for Mara.\n')
      repo.git('commit', '-qam', 'more')
      repo.commit(day(3), log('It rained.'))
      const found = await read(repo)
      expect(found.drafted.map(({ cites }) => cites)).toEqual([`${day(2)}#L6`])
      repo.git('merge', '-q', 'memory/read')
      expect(repo.read(day(2)).indexOf('bought wine')).toBeLessThan(repo.read(day(2)).indexOf('## Retain'))
      await expectSameAsRebuild(repo)
    }))

  test('what is merged verifies, bullets and summaries', () =>
    begun(async (repo) => {
      await set(repo)
      repo.write('../verdict', 'unrelated')
      for (const [at, line] of [
        'oiled the barn door',
        'sold two lambs',
        'bought a ladder',
        'fixed the well',
        'met the vet',
      ].entries())
        repo.commit(day(3 + at), retain(`B @Ruth: Ruth ${line}`))
      repo.commit(day(9), log('Ruth left for Wels.'))
      const found = await read(repo)
      expect([found.drafted.length, found.summaries.length]).toEqual([1, 1])
      repo.git('merge', '-q', '--ff-only', 'memory/read')
      await repo.use((workspace) => workspace.commit())
      expect(repo.memory('verify')).toMatchObject({ status: 0, stdout: expect.not.stringContaining('memory reflect') })
    }))

  test('a log with a conflict in it is not read', () =>
    begun(async (repo) => {
      await set(repo)
      repo.commit(day(2), '# Day\n\n<<<<<<< HEAD\n- Ruth has a bike.\n=======\n- Ruth has a car.\n>>>>>>> other\n')
      expect(await read(repo)).toMatchObject({ packets: 0, drafted: [] })
    }))

  test('a commit that is dropped is not asked about again: what was read stands in one of its own', () =>
    begun(async (repo) => {
      await set(repo)
      repo.commit(day(2), log('Ruth painted the green gate white.'))
      await read(repo)
      repo.git('switch', '-q', '-c', 'picked', 'main')
      repo.git('cherry-pick', 'memory/read')
      repo.git('branch', '-qD', 'memory/read')
      expect(repo.git('show', '--format=', '--name-only').trim()).toBe(readMarksPath)
      const before = asked(repo).length
      expect(await read(repo)).toMatchObject({ packets: 0, drafted: [] })
      expect(asked(repo)).toHaveLength(before)
    }))

  test('a budget of tokens ends before what it cannot pay for, and the next time goes on', () =>
    begun(async (repo) => {
      await set(repo)
      repo.commit(day(2), log('Ruth painted the green gate white.'))
      const { tokens } = await read(repo, { dryRun: true })
      const found = await read(repo, { tokens })
      expect(found).toMatchObject({ read: 1, verdicts: [], stopped: 'there are no tokens left for the rest of it' })
      expect(await read(repo)).toMatchObject({ packets: 0, verdicts: [expect.stringContaining('contradicts')] })
    }))
})

describe('a name that no bullet had', () => {
  test('is mentioned once three lines or two days speak of it, and until then stands in the words alone', () =>
    begun(async (repo) => {
      await set(repo)
      repo.commit(day(2), log('Ruth met Zelda at the well.'))
      const found = await read(repo)
      expect(found.newNames).toEqual([{ name: 'Zelda', lines: 1, days: 1, isMentioned: false }])
      expect(found.drafted.map(({ bullet }) => bullet)).toEqual([
        expect.stringMatching(/^- B\(from=\^\w{10}\) @Ruth: Ruth met Zelda at the well$/),
      ])
      repo.git('merge', '-q', '--ff-only', 'memory/read')
      repo.commit(day(3), log('Ruth phoned Zelda.'))
      const again = await read(repo)
      expect(again.newNames).toEqual([{ name: 'Zelda', lines: 3, days: 2, isMentioned: true }])
      expect(again.drafted.map(({ bullet }) => bullet)).toEqual([
        expect.stringMatching(/^- B\(from=\^\w{10}\) @Ruth @Zelda: Ruth phoned Zelda$/),
      ])
    }))
})
