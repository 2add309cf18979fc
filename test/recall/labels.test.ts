import { describe, expect, test } from '@jest/globals'
import type { Brief, LogAnswer, RecallAnswer, Status } from '../../src/index.js'
import { commandsShareAProcess } from '../support/served.js'
import { beginningWith, withRepo, type Repo } from '../support/with-repo.js'

commandsShareAProcess()

const logs: Readonly<Record<string, string>> = {
  'memory/2026-02-03.md': `# 2026-02-03

## Disk full on the till

**Problem:** the till stopped at noon,
and nobody could pay
**Root cause:** logs filled the disk
**Fix:** logs are cut at 100 MB

### Lessons learned

- Watch the disk
  - from outside

\`\`\`
df -h
\`\`\`

## Next steps

- [ ] key to the back door
- [ ] second till roll, blue
- ask Bob about the lease
- **Decision:** the lease stays

## Notes

Goals:

- open on Sundays

Plain words about Sundays.
`,
  'memory/2026-02-05.md': `- [x] key to the back door, copied
- second order of paper, blue, came with the till in a box ✅
`,
  'bank/entities/Bob.md': `---
name: Bob
---
Decision: none of ours
`,
}

const begun = beginningWith((repo) => {
  for (const [path, text] of Object.entries(logs)) repo.write(path, text)
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'logs')
  repo.init()
})
const asked = (repo: Repo, ...args: string[]): RecallAnswer['results'] =>
  (JSON.parse(repo.memory('recall', ...args, '--json').stdout) as RecallAnswer).results
const labelled = (repo: Repo, label: string, ...more: string[]): string[] =>
  asked(repo, '--label', label, ...more)
    .map(({ content, source }) => `${content} ${source}`)
    .toSorted()
const first = 'memory/2026-02-03.md'

describe('labels of a log', () => {
  test('name lines, what stands below a label, and what stands below a heading; each line of a paragraph by itself', () =>
    begun((repo) => {
      const told = ['problem', 'cause', 'fix', 'lesson', 'decision', 'goal'].map((label) => labelled(repo, label))
      expect(told).toEqual([
        [`**Problem:** the till stopped at noon, and nobody could pay ${first}#L5-L6`],
        [`**Root cause:** logs filled the disk ${first}#L7`],
        [`**Fix:** logs are cut at 100 MB ${first}#L8`],
        [`Watch the disk ${first}#L12`, `df -h ${first}#L15-L17`, `from outside ${first}#L13`],
        [`**Decision:** the lease stays ${first}#L24`],
        [`open on Sundays ${first}#L30`],
      ])
      expect(asked(repo, 'lease decision')[0]).toMatchObject({ label: 'decision' })
    }))

  test('leave out what is done since, and count what is left; of an earlier day it is still open', () =>
    begun((repo) => {
      const open = [`[ ] second till roll, blue ${first}#L22`, `ask Bob about the lease ${first}#L23`]
      expect(labelled(repo, 'open')).toEqual(open)
      expect(labelled(repo, 'open', '--as-of', '2026-02-04')).toEqual([
        `[ ] key to the back door ${first}#L21`,
        ...open,
      ])
      expect(asked(repo, '--label', 'open', '--label', 'done').map(({ label }) => label)).toEqual([
        'done',
        'done',
        'open',
        'open',
        'open',
      ])
      expect((JSON.parse(repo.memory('status', '--json').stdout) as Status).open).toBe(2)
      expect(repo.memory('status').stdout).toContain('2 lines of what is to be done: memory recall --label open')
    }))

  test('a later line about another number closes nothing, among thousands alike', () =>
    withRepo((repo) => {
      const line = (box: string, at: number): string => `- [${box}] load batch ${at} of the winter plan at gate seven`
      const numbers = Array.from({ length: 6000 }, (_, at) => at)
      repo.write('memory/2026-02-03.md', `${numbers.map((at) => line(' ', at)).join('\n')}\n`)
      repo.write(
        'memory/2026-02-05.md',
        `${numbers
          .slice(1)
          .map((at) => line('x', at))
          .join('\n')}\n`,
      )
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'logs')
      expect(labelled(repo, 'open')).toEqual([`[ ] load batch 0 of the winter plan at gate seven ${first}#L1`])
    }))

  test('stand in the order of what happened, and narrow a question', () =>
    begun((repo) => {
      const log = JSON.parse(repo.memory('log', '--label', 'done', '--label', 'fix', '--json').stdout) as LogAnswer
      expect(log.results.map(({ when, label }) => `${when} ${label}`)).toEqual([
        '2026-02-03 fix',
        '2026-02-05 done',
        '2026-02-05 done',
      ])
      expect(asked(repo, 'disk', '--label', 'lesson')[0]?.content).toBe('Watch the disk')
    }))

  test('that nobody reads are refused by name, and no belief has one', () =>
    begun((repo) => {
      expect(repo.memory('recall', '--label', 'rule').stderr).toContain('--label takes decision, lesson, cause, ')
      expect(repo.memory('log', '--beliefs', '--label', 'lesson').stderr).toContain('no belief has a label')
    }))
})

describe('a brief of logs without a bullet', () => {
  test('tells what is to be done and not done since, and what is labelled before the rest of a day', () =>
    begun((repo) => {
      const { sections } = JSON.parse(repo.memory('brief', '--json', '--budget', '3000').stdout) as Brief
      const told = (name: string): string[] =>
        sections.find((section) => section.name === name)!.lines.map((line) => /“(.*)”/.exec(line)?.[1] ?? line)
      expect(told('under way')).toEqual(['[ ] second till roll, blue', 'ask Bob about the lease'])
      const days = told('last days')
      expect(days.slice(0, 2)).toEqual(expect.arrayContaining([expect.stringContaining('second order of paper')]))
      expect(days.findIndex((line) => line.includes('**Root cause:**'))).toBeLessThan(
        days.findIndex((line) => line.includes('Plain words')),
      )
      expect(days.join('\n')).toContain('**Decision:** the lease stays')
    }))
})
