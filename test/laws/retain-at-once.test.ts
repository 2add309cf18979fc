import { expect, test } from '@jest/globals'
import { beside, memoryAgain } from '../support/beside.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

// npm run jest -- test/laws/retain-at-once   with LAW_RUNS=500: as many bullets of each process
const runs = Number(process.env['LAW_RUNS'] ?? 8)
const log = 'memory/2025-11-20.md'

/** One process after another, each writing a bullet; what was written. */
async function writer(repo: Repo, who: string): Promise<string[]> {
  await memoryAgain(repo, runs, `retain "Wrote page $at of ${who}" --entity Ines --on 2025-11-20 --json > out-${who}`)
  return Array.from({ length: runs }, (_, at) => `- W @Ines: Wrote page ${at + 1} of ${who}`)
}

test(
  `two processes that write ${runs} bullets each to one day, and an editor that appends to it, lose none and tear none`,
  () =>
    withRepo(async (repo) => {
      repo.commit(log, '## Retain\n- W @Ines: Is a clerk\n\n## Notes\n')
      let notes = 0
      const editor = setInterval(() => repo.append(log, `Note ${++notes} of an editor.\n`), 60)
      const written = (await Promise.all([writer(repo, 'a'), writer(repo, 'b')])).flat()
      clearInterval(editor)
      const lines = repo.read(log).split('\n')
      expect(lines.filter((line) => line.startsWith('- W')).toSorted()).toEqual(
        ['- W @Ines: Is a clerk', ...written].toSorted(),
      )
      for (let at = 1; at <= notes; at++)
        expect(lines.filter((line) => line === `Note ${at} of an editor.`)).toHaveLength(1)
      repo.git('add', 'memory')
      repo.git('commit', '-q', '-m', 'log')
      await expectSameAsRebuild(repo)
    }),
  3_600_000,
)

/** One process that keeps the workspace open, as a server does, and writes bullet after bullet. */
async function server(repo: Repo, who: string): Promise<string[]> {
  const library = new URL('../../dist/index.js', import.meta.url).href
  const program = `
    const { openWorkspace } = await import(${JSON.stringify(library)})
    const memory = openWorkspace({ workspace: ${JSON.stringify(repo.root)} })
    for (let at = 1; at <= ${runs}; at++)
      await memory.retain([{ text: 'Read page ' + at + ' of ${who}', entities: ['Ines'], on: '2025-11-20' }])
    memory.close()`
  await beside(repo, process.execPath, '--input-type=module', '-e', program)
  return Array.from({ length: runs }, (_, at) => `- W @Ines: Read page ${at + 1} of ${who}`)
}

test(
  `two servers that write ${runs} bullets each to one day lose none and tear none`,
  () =>
    withRepo(async (repo) => {
      repo.commit(log, '## Retain\n- W @Ines: Is a clerk\n')
      repo.memory('init')
      const written = (await Promise.all([server(repo, 'a'), server(repo, 'b')])).flat()
      expect(repo.read(log).trimEnd().split('\n').toSorted()).toEqual(
        ['## Retain', '- W @Ines: Is a clerk', ...written].toSorted(),
      )
      repo.git('add', 'memory')
      repo.git('commit', '-q', '-m', 'log')
      await expectSameAsRebuild(repo)
    }),
  3_600_000,
)
