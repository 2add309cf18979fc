import { mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import type { RecallAnswer } from '../../../src/index.js'
import { indexFolder } from '../../support/index-place.js'
import { movedClock } from '../../support/moved-clock.js'
import { day, retain } from '../../support/notes.js'
import { beginningWith, checkout, memoryCommand, type Repo } from '../../support/with-repo.js'

const kept = `${indexFolder}/seen-notes`
const days = [1, 2, 3].map(day)
const later = new Date(Date.now() + 3_600_000)

/** Of whose files Git's index tells nothing any more, as in a copy. */
const withCopied = beginningWith(async (repo) => {
  for (const [at, path] of days.entries()) repo.write(path, retain(`W @Peter: Drinks tea number ${at} here`))
  repo.write(day(4), 'Made by $Id$ of tea\n')
  repo.git('add', '.')
  repo.git('commit', '--quiet', '--message', 'notes')
  await repo.digest()
})
const asCopied = (work: (repo: Repo) => void): Promise<void> =>
  withCopied((repo) => {
    for (const path of [...days, day(4)]) utimesSync(repo.path(path), new Date(1e12), new Date(1e12))
    work(repo)
  })

interface AskedTea {
  readonly answer: RecallAnswer
  /** Below the workspace, in the order of their names. */
  readonly opened: readonly string[]
}

/** @param moment by the clock of the process; in an hour, what was written now was left alone for long */
function asked(repo: Repo, moment = later): AskedTea {
  const clock = movedClock(repo, undefined, moment.toISOString())
  const opened = repo.path('../opened')
  writeFileSync(opened, '')
  const noting = ['--import', join(checkout, 'test/support/opened-files.js')]
  const { stdout } = repo
    .with({ ...clock.environment, OPENED_FILES: opened })
    .run(process.execPath, ...clock.nodeOptions, ...noting, memoryCommand, 'recall', 'tea', '--json')
  const paths = readFileSync(opened, 'utf8')
    .split('\n')
    .map((path) => relative(repo.root, path))
  return {
    answer: JSON.parse(stdout) as RecallAnswer,
    opened: paths.filter((path) => /^memory\/.*\.md$/.test(path) || path === kept).toSorted(),
  }
}

/** As if the file system had told a later time than that of the notes, as it does where they were left alone. */
const age = (repo: Repo): void => utimesSync(repo.path(kept), later, later)

describe('in a workspace that was copied', () => {
  test('the first question reads every note, the next ones read none, and all answer alike', () =>
    asCopied((repo) => {
      const first = asked(repo)
      expect(first.opened).toEqual([kept, ...days, day(4)])
      expect(first.answer.results.length).toBeGreaterThan(0)
      age(repo)
      for (const _ of [2, 3]) expect(asked(repo)).toEqual({ answer: first.answer, opened: [kept] })
    }))

  test('a note that was edited since is read, though its length and its time are as they were', () =>
    asCopied((repo) => {
      asked(repo)
      age(repo)
      repo.write(day(2), repo.read(day(2)).replace('tea number 1', 'tea of Assam'))
      utimesSync(repo.path(day(2)), new Date(1e12), new Date(1e12))
      for (const _ of [1, 2]) {
        const { answer, opened } = asked(repo)
        expect(opened).toEqual([kept, day(2)])
        expect(answer.uncommitted).toEqual([day(2)])
        expect(answer.results.map(({ content }) => content)).toContain('Drinks tea of Assam here')
      }
    }))

  test('nothing is kept of notes that were written to just now, by the clock of the machine or that of the disk', () =>
    asCopied((repo) => {
      asked(repo, new Date())
      expect(repo.exists(kept)).toBe(false)
      asked(repo)
      expect(repo.exists(kept)).toBe(true)
      // The disk says that it was written when the notes were.
      expect(asked(repo).opened).toEqual([kept, kept, ...days, day(4)])
    }))

  test('what Git makes of a note by its attributes is asked again, for these may change', () =>
    asCopied((repo) => {
      repo.write('.git/info/attributes', '*.md ident\n')
      repo.write(day(4), 'Made by $Id: 0123456789 $ of tea\n')
      utimesSync(repo.path(day(4)), new Date(1e12), new Date(1e12))
      expect(asked(repo).answer.uncommitted).toEqual([])
      age(repo)
      expect(asked(repo)).toMatchObject({ answer: { uncommitted: [] }, opened: [kept, day(4)] })
      repo.remove('.git/info/attributes')
      expect(asked(repo).answer.uncommitted).toEqual([day(4)])
    }))

  test('what is kept is nothing where it was damaged, cut short or is no file of ours, and the answer is the same', () =>
    asCopied((repo) => {
      const { answer } = asked(repo)
      const whole = readFileSync(repo.path(kept), 'latin1')
      const others = repo.path('../others')
      for (const bytes of [whole.slice(0, -20), whole.replace(/(?<=[0-9a-f])0/, '1'), `${whole}\0`, '\xff\0\n', '']) {
        writeFileSync(repo.path(kept), bytes, 'latin1')
        age(repo)
        expect(asked(repo)).toEqual({ answer, opened: [kept, kept, ...days, day(4)] })
        age(repo)
        expect(asked(repo)).toEqual({ answer, opened: [kept] })
      }
      writeFileSync(others, 'of somebody else')
      repo.remove(kept)
      symlinkSync(others, repo.path(kept))
      expect(asked(repo).answer).toEqual(answer)
      expect(readFileSync(others, 'utf8')).toBe('of somebody else')
    }))
})

test('where nothing can be kept, each question reads the notes', () =>
  asCopied((repo) => {
    mkdirSync(repo.path(kept))
    const first = asked(repo)
    expect(first.opened).toEqual([kept, ...days, day(4)])
    expect(asked(repo)).toEqual(first)
    repo.remove(kept)
    expect(asked(repo).answer).toEqual(first.answer)
  }))

test('where Git tells of every note, nothing is read and nothing is kept', () =>
  asCopied((repo) => {
    repo.git('update-index', '-q', '--refresh')
    const { opened } = asked(repo)
    expect(opened).toEqual([])
    expect(repo.exists(kept)).toBe(false)
  }))
