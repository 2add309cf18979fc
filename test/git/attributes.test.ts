import { describe, expect, test } from '@jest/globals'
import type { Status } from '../../src/index.js'
import { day, retain } from '../support/notes.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { withRepo, type Repo } from '../support/with-repo.js'

const status = (repo: Repo): Promise<Status> => repo.use((workspace) => workspace.status())

/** A note as Git checks it out, which is not as its blob is. */
function checkedOut(repo: Repo, attributes: string, bytes: string | Uint8Array): void {
  repo.commit('.gitattributes', `memory/*.md ${attributes}\n`)
  repo.commit(day(1), bytes)
  repo.remove(day(1))
  repo.git('checkout', '-q', '--', day(1))
  expect(repo.git('status', '--porcelain')).toBe('')
}

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le')

/** What Git does to a note by itself, and how somebody's edit of it is written. */
const changed: Record<string, { attributes: string; bytes: (text: string) => string | Uint8Array }> = {
  ident: { attributes: 'ident', bytes: (text) => `$Id$\n${text}` },
  'working-tree-encoding': { attributes: 'text working-tree-encoding=UTF-16LE-BOM', bytes: utf16 },
  'both, and line ends': {
    attributes: 'text eol=crlf ident working-tree-encoding=UTF-16LE-BOM',
    bytes: (text) => utf16(`$Id$\n${text}`.replaceAll('\n', '\r\n')),
  },
  eol: { attributes: 'text eol=crlf', bytes: (text) => text.replaceAll('\n', '\r\n') },
}

describe('a note that Git changes on its way into the repository', () => {
  test.each(Object.entries(changed))(
    'is not uncommitted for that, and what somebody changes is read as it would be committed: %s',
    (_, { attributes, bytes }) =>
      withRepo(async (repo) => {
        const note = retain('W @Peter: Lives in Graz')
        checkedOut(repo, attributes, bytes(note))
        expect(Buffer.from(repo.files('memory').get(day(1))!, 'latin1')).not.toEqual(
          Buffer.from(repo.git('cat-file', 'blob', `HEAD:${day(1)}`)),
        )
        expect(await status(repo)).toMatchObject({ uncommitted: [], filtered: [], skipped: [] })
        repo.write(day(1), bytes(`${note}- W @Peter: Sings in Vienna\n`))
        expect(await status(repo)).toMatchObject({ uncommitted: [day(1)], filtered: [], skipped: [] })
        expect((await repo.recalled('sings'))[0]).toMatch(/#L\d+ Sings in Vienna$/)
        await expectSameAsRebuild(repo)
      }),
  )

  /** A filter of a person's configuration, which leaves a trace wherever it is run. */
  function withFilter(repo: Repo, clean: string, smudge: string): void {
    repo.git('config', 'filter.theirs.clean', `touch ran; ${clean}`)
    repo.git('config', 'filter.theirs.smudge', smudge)
    repo.write('.git/info/exclude', 'ran\n')
  }

  test('by a filter is said to be behind it, once, and the filter is not run', () =>
    withRepo(async (repo) => {
      withFilter(repo, 'sed s/Graz/Vienna/', 'sed s/Vienna/Graz/')
      checkedOut(repo, 'filter=theirs', retain('W @Peter: Lives in Graz'))
      expect(repo.read(day(1))).toContain('Graz')
      expect(repo.exists('ran')).toBe(true)
      repo.remove('ran')
      // Written anew, so that its times do not tell that it is as Git left it.
      repo.write(day(1), repo.read(day(1)))
      expect(await repo.recalled('lives')).toEqual([`${day(1)}#L2 Lives in Vienna`])
      expect(await status(repo)).toMatchObject({ uncommitted: [], filtered: [day(1)] })
      expect(repo.memory('status').stdout).toMatch(
        /^behind a Git filter: their uncommitted text is not looked at \(1\)\n {2}memory\/2025-11-01\.md$/m,
      )
      expect(repo.exists('ran')).toBe(false)
      // Where nobody configured it, Git takes the bytes as they are.
      repo.git('config', '--remove-section', 'filter.theirs')
      expect(await status(repo)).toMatchObject({ uncommitted: [day(1)], filtered: [] })
    }))

  test.each([
    ['git-crypt', "printf '\\0GITCRYPT\\0'; base64 -w0"],
    ['OpenSSL', 'printf U2FsdGVkX1; base64 -w0'],
  ])('by a filter that encrypts is skipped and listed, and its ciphertext is nowhere: %s', (by, clean) =>
    withRepo(async (repo) => {
      withFilter(repo, clean, 'tail -c +11 | base64 -d')
      const note = retain('W @Peter: Has a secret')
      checkedOut(repo, 'filter=theirs', note)
      repo.write(day(1), note)
      const { skipped, filtered, uncommitted, counts } = await status(repo)
      expect(skipped.map(({ path, message }) => ({ path, message }))).toEqual([
        { path: day(1), message: `not indexed: encrypted by ${by}, its text is not in the repository` },
      ])
      expect({ filtered, uncommitted, facts: counts.facts }).toMatchObject({
        filtered: [day(1)],
        uncommitted: [],
        facts: {},
      })
      expect(await repo.said()).toEqual([])
      expect(await repo.recalled('secret')).toEqual([])
      await expectSameAsRebuild(repo)
    }),
  )

  test('that no attribute names is asked about nowhere: Git is not run for it', () =>
    withRepo(async (repo) => {
      repo.commit('.gitattributes', '*.png binary\nmemory/**/*.md merge=union\n')
      repo.commit(day(1), retain('W One'))
      repo.write(day(1), retain('W One', 'W Two'))
      await repo.use(async (workspace) => {
        workspace.repository.attributes = () => {
          throw new Error('asked')
        }
        expect((await workspace.status()).uncommitted).toEqual([day(1)])
      })
    }))
})
