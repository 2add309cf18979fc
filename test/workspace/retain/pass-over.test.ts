import { describe, expect, test } from '@jest/globals'
import { readMarksPath } from '../../../src/model/note.js'
import type { SuggestPackets } from '../../../src/index.js'
import { day } from '../../support/notes.js'
import { withRepo, type Repo } from '../../support/with-repo.js'

const text =
  '# Day\n\n## Well\n\nRovira charges 80 euros an hour for it.\n\n## Gate\n\nMarlene prefers the green paint to the white one.\n'
const offered = (repo: Repo): string[] =>
  (
    JSON.parse(repo.memory('suggest', '--passages', '--since', '2025-01', '--json').stdout) as SuggestPackets
  ).packets.map(({ cites }) => cites)
/** Of what stands in HEAD, what a reader would be asked to read. */
const packets = async (repo: Repo): Promise<number> => {
  await repo.use((workspace) => workspace.setReader({ command: ['false'] }))
  return (await repo.use((workspace) => workspace.readLogs({ all: true, dryRun: true }))).packets
}

describe('suggest pass', () => {
  test('a section that is passed over is not offered again, by hand, by rule, to a reader or in another clone', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), text)
      expect(offered(repo)).toEqual([`${day(1)}#L5`, `${day(1)}#L9`])
      const { stdout, status } = repo.memory('suggest', 'pass', `${day(1)}#L9`)
      expect([status, stdout]).toEqual([0, `${day(1)}#L7-L9\n1 section passed over.\n`])
      expect(offered(repo)).toEqual([`${day(1)}#L5`])
      expect(repo.memory('suggest', 'pass', '2025-11-01', '--commit').status).toBe(0)
      expect(repo.git('status', '--porcelain')).toBe('')
      expect(offered(repo)).toEqual([])
      expect(await packets(repo)).toBe(0)
      const clone = repo.another('clone')
      clone.git('pull', '-q', repo.root, 'main')
      expect(offered(clone)).toEqual([])
      expect(repo.memory('suggest', 'pass', day(1)).stdout).toBe('All of that was read or passed over before.\n')
    }))

  test('a log that no commit has is passed over too', () =>
    withRepo((repo) => {
      repo.commit(day(2), '# Day\n')
      repo.write(day(1), text)
      expect(repo.memory('suggest', 'pass', `${day(1)}#L5`).stdout).toContain('1 section passed over')
      expect(offered(repo)).toEqual([`${day(1)}#L9`])
    }))

  test('what changes is offered again, and what stands nowhere is refused with nothing written', () =>
    withRepo((repo) => {
      repo.commit(day(1), text)
      expect(repo.memory('suggest', 'pass', day(1), '--dry-run').stdout).toContain('#L7-L9')
      expect(repo.exists(readMarksPath)).toBe(false)
      repo.memory('suggest', 'pass', day(1), '--commit')
      repo.commit(day(1), text.replace('green', 'red'))
      expect(offered(repo)).toEqual([`${day(1)}#L9`])
      const before = repo.read(readMarksPath)
      expect(repo.memory('suggest', 'pass', day(1), 'memory/2025-11-09.md#L3')).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('no log says anything at memory/2025-11-09.md#L3'),
      })
      expect(repo.read(readMarksPath)).toBe(before)
    }))

  test('a section of which all was drafted or refused by hand is none that a reader is asked to read', () =>
    withRepo(async (repo) => {
      repo.commit(day(1), text)
      expect(await packets(repo)).toBe(1)
      const bullets = [
        { cites: `${day(1)}#L5`, text: 'Rovira charges 80 euros an hour', entities: ['Rovira'] },
        { cites: `${day(1)}#L9`, text: 'Prefers the green paint', entities: ['Marlene'] },
      ]
      repo.write('../bullets.json', JSON.stringify(bullets))
      expect(repo.memory('suggest', '--from', repo.path('../bullets.json'), '--commit').status).toBe(0)
      expect(await packets(repo)).toBe(0)
      repo.append(day(1), '\n## Evening\n\nThe well is dry again.\n')
      repo.git('commit', '-qam', 'more')
      expect(await packets(repo)).toBe(1)
    }))
})
