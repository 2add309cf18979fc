import { expect, test } from '@jest/globals'
import { openDatabase } from '../../src/sqlite/engine.js'
import { indexFile } from '../support/index-place.js'
import { day, retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

test('while another process writes the index, recall and log answer from what it stands for, and say so', () =>
  withRepo(async (repo) => {
    repo.commit(day(1), retain('W Peter keeps bees'))
    await repo.digest()
    const before = repo.git('rev-parse', 'HEAD')
    repo.commit(day(2), retain('W Peter keeps bees no longer'))
    const other = openDatabase(repo.path(indexFile))
    try {
      other.exec('BEGIN IMMEDIATE')
      const late = {
        commit: before,
        notices: [`another process is writing the index: this is as of ${before.slice(0, 7)}`],
      }
      await repo.use(
        async (workspace) => {
          const answer = await workspace.recall('bees')
          expect(answer).toMatchObject({ ...late, results: [{ content: 'Peter keeps bees' }] })
          expect(await workspace.log()).toMatchObject(late)
          await expect(workspace.sync()).rejects.toMatchObject({ code: 'index-busy' })
        },
        { patience: 20 },
      )
    } finally {
      other.close()
    }
    expect((await repo.recalled('bees no longer')).length).toBe(2)
  }))
