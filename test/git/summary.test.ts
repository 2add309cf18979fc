import { expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

const idOf = (repo: Repo, path: string, words: string): string =>
  new RegExp(`${words}.*<!-- \\^(\\w{10})`).exec(repo.read(path))![1]!

/** Titles of the body's sections, with the cells of each of their rows. */
function sectionsOf(body: string): Record<string, string[][]> {
  const found: Record<string, string[][]> = {}
  for (const part of body.split(/^### /m).slice(1)) {
    const [title = '', ...lines] = part.split('\n')
    const rows = lines.filter((line) => line.startsWith('| ')).slice(2)
    found[title.replace(/ \(\d+\)$/, '')] = rows.map((line) => line.slice(2, -2).split(' | '))
  }
  return found
}

test('memory reflect --summary md puts every change where a reviewer looks for it', () =>
  withRepo((repo) => {
    const started = [
      'O(c=0.8) @Peter: Likes tea',
      'W @Peter: Lives in Graz',
      'W @Anna: Has a cat',
      'W @Anna: Plays the flute',
      'W @Anna: Says 1 < 2',
      'B @Anna: Went to a fair',
    ]
    repo.commit(day(1), retain(...started))
    repo.memory('reflect', '--commit')
    const world = 'bank/world.md'
    const graz = idOf(repo, world, 'Lives in Graz')
    repo.memory('retire', idOf(repo, world, 'Has a cat'))
    repo.write(world, repo.read(world).replace('Plays the flute', 'Plays the piano'))
    repo.git('commit', '-q', '-a', '-m', 'by hand')
    repo.commit(day(1), retain(...started.filter((bullet) => !bullet.startsWith('B'))))
    const more = ['O(c=0.3) @Peter: Likes tea', `W(was=^${graz}) @Peter: Lives in Linz`, 'O(c=2) @Peter: Too sure']
    repo.commit(day(2), retain(...more))

    const done = repo.memory('reflect', '--summary', 'md', '--links', 'https://host.example/me/notes/blob/main/')
    expect(done).toMatchObject({ status: 0, stderr: '' })
    const link = (line: number): string =>
      `[\`${day(2)}#L${line}\`](https://host.example/me/notes/blob/main/${day(2)}?plain=1#L${line})`
    const said = repo.memory('show', `${day(2)}#L2`, '--json').stdout
    const again = (JSON.parse(said) as { facts: { id: string }[] }).facts[0]!.id.replace(/^\^?/, '^')
    expect(sectionsOf(done.stdout)).toEqual({
      'Beliefs that moved': [
        [
          '`Peter`',
          '`Likes tea`',
          '0.80 → 0.75',
          link(2),
          `\`memory retire ${again} --for ^${idOf(repo, 'bank/opinions.md', 'Likes tea')}\``,
        ],
      ],
      'No longer true': [['`Peter`', '`Lives in Graz`', '`2025-11-02`', expect.stringContaining(`${day(1)}#L3`)]],
      Retired: [['`Anna`', '`Has a cat`', '`bank/entities/Anna.md`']],
      'Told in other words': [['`Anna`', '`Plays the flute`', '`Plays the piano`']],
      New: [['`Peter`', '`Lives in Linz`', link(3), expect.stringMatching(/^`\^\w{10}`$/)]],
      Gone: [['`Anna`', '`Went to a fair`', '`bank/entities/Anna.md`']],
      'Not understood': [[expect.stringContaining(`${day(2)}:4 confidence must be 0 to 1`)]],
    })
    expect(repo.git('status', '--porcelain')).toBe('')
    // And the branch says the same of itself, however often it is built.
    const branch = (): string => repo.memory('reflect', '--branch', 'memory/reflect', '--summary', 'md').stdout
    expect(branch()).toBe(repo.memory('reflect', '--summary', 'md').stdout)
    expect(branch()).toBe(branch())
  }))

test('a proposal stays in the body as long as it is one', () =>
  withRepo((repo) => {
    for (const at of [1, 2, 3]) repo.commit(day(at), retain('O(c=0.95) @Peter: Likes tea'))
    const body = (): string =>
      repo.memory('reflect', '--branch', 'memory/reflect', '--propose-core', '--summary', 'md').stdout
    const first = body()
    expect(sectionsOf(first)['Proposed for MEMORY.md']).toEqual([['`@Peter: Likes tea`']])
    expect(body()).toBe(first)
    repo.git('merge', '-q', '--ff-only', 'memory/reflect')
    expect(body()).toBe('Every page is as the logs say.\n')
  }))

test('asks about every bullet that status asks about', () =>
  withRepo((repo) => {
    repo.commit(day(1), retain('W @Peter: Lives in Graz', 'W Peter: Has a cat', 'O(c=2) @Peter: Too sure'))
    const { stdout } = repo.memory('reflect', '--summary', 'md')
    expect(sectionsOf(stdout)['Not understood']).toHaveLength(2)
    expect(stdout).toContain(`${day(1)}:3 is a fact about nobody`)
    const { problems, doubts } = JSON.parse(repo.memory('status', '--json').stdout) as Record<string, unknown[]>
    expect(problems!.length + doubts!.length).toBe(2)
  }))

test('tells an edit of a page that cannot be read among what is not understood, and as no change; its repair too', () =>
  withRepo((repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea', 'O(c=0.7) @Anna: Likes trains'))
    repo.memory('reflect', '--commit')
    const page = 'bank/opinions.md'
    const generated = repo.read(page)
    const reflected = (): string => repo.memory('reflect', '--branch', 'memory/reflect', '--summary', 'md').stdout
    // On the branch, then in HEAD too.
    repo.commit(day(2), retain('W @Peter: Lives in Graz'))
    reflected()
    repo.git('switch', '-q', 'memory/reflect')
    repo.commit(page, repo.read(page).replace('c=0.80', 'c=0,4'), 'edit')
    repo.git('switch', '-q', 'main')
    const why = expect.stringMatching(
      /bank\/opinions\.md:\d+ this edit is not read: confidence must be 0 to 1, got 0,4 — /,
    )
    const onBranch = sectionsOf(reflected())
    expect(onBranch['Not understood']).toEqual([[why]])
    expect(Object.keys(onBranch)).toEqual(['New', 'Edited on this branch', 'Not understood'])
    repo.git('merge', '-q', '--ff-only', 'memory/reflect')
    repo.commit(day(3), retain('O(c=0.9) @Mia: Likes cats'))
    expect(sectionsOf(repo.memory('reflect', '--summary', 'md').stdout)['Not understood']).toEqual([[why]])
    // Mended on the branch.
    reflected()
    repo.git('switch', '-q', 'memory/reflect')
    const mended = /^.*Likes tea.*$/m.exec(generated)![0]
    repo.commit(page, repo.read(page).replace(/^.*Likes tea.*$/m, mended), 'mended')
    repo.git('switch', '-q', 'main')
    expect(Object.keys(sectionsOf(reflected()))).toEqual(['New', 'Edited on this branch'])
  }))
