import { describe, expect, test } from '@jest/globals'
import { factId } from '../../src/model/fact.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, type Repo } from '../support/with-repo.js'

/** A branch that denies a belief, ends a fact, and says something new; main goes on meanwhile. */
const withTopic = beginningWith((repo: Repo) => {
  repo.commit(day(1), retain('W @Peter: Lives in Graz', 'O(c=0.55) @Peter: Likes mint tea'))
  repo.git('switch', '-q', '-c', 'topic')
  repo.commit(
    day(3),
    retain('W @Peter: Moved from Graz to Wels', 'W @Peter: Does not like mint tea', 'W @Anna: Has a dog'),
  )
  repo.git('switch', '-q', 'main')
  repo.commit(day(2), retain('W @Bob: Owns a boat'))
})

describe('what merging would do', () => {
  test('is told of beliefs, facts, names and pages, with the lines that do it, and nothing is touched', () =>
    withTopic(async (repo) => {
      const workspace = repo.open()
      await workspace.sync()
      const before = [repo.git('status', '--porcelain'), repo.git('rev-parse', 'HEAD'), await workspace.digest()]
      const objects = repo.git('count-objects', '-v')
      const found = await workspace.impact('main..topic')
      expect(found.differences.map(({ becomes, content }) => [becomes, content])).toEqual([
        ['crossed', 'Likes mint tea'],
        ['ended', 'Lives in Graz'],
        ['new', 'Has a dog'],
        ['new', 'Does not like mint tea'],
        ['new', 'Moved from Graz to Wels'],
      ])
      const [crossed, ended] = found.differences
      expect([crossed!.before, crossed!.after]).toEqual([0.55, 0.44])
      expect(crossed!.because).toMatchObject([{ effect: 'contradicts', source: `${day(3)}#L3` }])
      expect(ended!.because).toMatchObject([{ effect: 'ends', source: `${day(3)}#L2` }])
      expect(found.names).toEqual({ come: ['Anna'], gone: [] })
      expect(found.pages.map(({ path }) => path)).toEqual([
        'bank/entities/Anna.md',
        'bank/entities/Peter.md',
        'bank/opinions.md',
        'bank/world.md',
      ])
      expect(found.lines).toEqual({ come: 4, gone: 0 })
      expect([repo.git('status', '--porcelain'), repo.git('rev-parse', 'HEAD'), await workspace.digest()]).toEqual(
        before,
      )
      expect(repo.git('count-objects', '-v')).toBe(objects)
    }))

  test('nothing of a belief or a fact that both sides have retired: no page tells it', () =>
    withTopic(async (repo) => {
      const id = (kind: 'world' | 'opinion', text: string): string =>
        factId({ kind, text, mentions: ['Peter'] }, '2025-11-01')
      repo.write(
        'bank/world.md',
        `- retired ^${id('opinion', 'Likes mint tea')}\n- retired ^${id('world', 'Lives in Graz')}\n`,
      )
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'Neither')
      repo.git('switch', '-q', 'topic')
      repo.git('merge', '-q', '--no-edit', 'main')
      const { differences } = await repo.open().impact('main..topic')
      expect(differences.map(({ becomes }) => becomes)).toEqual(['new', 'new', 'new'])
      expect((await repo.open().impact('topic..main')).differences).toEqual([])
    }))

  test('lines are counted that somebody wrote: of pages none that reflecting writes, and no new writer for these', () =>
    withTopic(async (repo) => {
      repo.git('switch', '-q', 'topic')
      repo.git('config', 'user.name', 'Robot')
      await repo.open().reflect()
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'pages')
      const generated = await repo.open().impact('main..topic')
      expect([generated.lines, generated.newWriters]).toEqual([{ come: 4, gone: 0 }, []])
      const page = 'bank/entities/Peter.md'
      const text = repo.read(page).replace('aliases: []', 'aliases: [Pete]').replace('O(c=0.44)', 'O(c=0.90)')
      repo.write(page, `${text}\n## Notes\n\nA friend.\n- W @Peter: Is tall\n`)
      repo.git('commit', '-q', '-a', '-m', 'by hand')
      const { lines, newWriters } = await repo.open().impact('main..topic')
      expect(lines).toEqual({ come: 4 + 5, gone: 0 })
      expect(newWriters.map(({ name, sources }) => [name, sources.length])).toEqual([['Robot', 4]])
      expect((await repo.open().impact('topic~1..topic')).lines).toEqual({ come: 5, gone: 1 })
    }))

  test('back from the other side: what is taken out is told as that which no longer does it', () =>
    withTopic(async (repo) => {
      repo.git('merge', '-q', '--no-edit', 'topic')
      repo.git('switch', '-q', '-c', 'undo')
      repo.remove(day(3))
      repo.git('commit', '-q', '-a', '-m', 'undo')
      const { differences } = await repo.open().impact('main..undo')
      const told = differences.map(({ becomes, content, again, withoutThese }) => [
        becomes,
        content,
        again,
        withoutThese,
      ])
      expect(told).toEqual([
        ['crossed', 'Likes mint tea', undefined, true],
        ['ended', 'Lives in Graz', true, undefined],
        ['gone', 'Has a dog', undefined, undefined],
        ['gone', 'Does not like mint tea', undefined, undefined],
        ['gone', 'Moved from Graz to Wels', undefined, undefined],
      ])
    }))

  test('an end that a bullet says itself counts like one by a later bullet, and so does taking it back', () =>
    withTopic(async (repo) => {
      repo.git('switch', '-q', '-c', 'ends')
      repo.commit(day(1), retain('W(until=2025-11-25) @Peter: Lives in Graz', 'O(c=0.55) @Peter: Likes mint tea'))
      const workspace = repo.open()
      const told = async (range: string): Promise<unknown[]> =>
        (await workspace.impact(range)).differences.map(({ becomes, content, until, again }) => [
          becomes,
          content,
          until ?? again,
        ])
      expect(await told('main..ends')).toEqual([['ended', 'Lives in Graz', '2025-11-25']])
      repo.git('switch', '-q', '-c', 'back')
      repo.commit(day(1), retain('W @Peter: Lives in Graz', 'O(c=0.55) @Peter: Likes mint tea'))
      expect(await told('ends..back')).toEqual([['ended', 'Lives in Graz', true]])
      repo.commit(day(4), retain('W(until=2025-11-03) @Zoe: Ran a bar'))
      expect(await told('ends..back')).toContainEqual(['new', 'Ran a bar', '2025-11-03'])
    }))

  test('a credential is told by its place alone, and lines of somebody who never committed before by theirs', () =>
    withTopic(async (repo) => {
      repo.git('switch', '-q', 'topic')
      const secret = ['ghp', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_')
      repo.write(day(4), `The key is ${secret}\n`)
      repo.git('add', '.')
      repo.git('-c', 'user.name=Mallory', 'commit', '-q', '-m', 'a key')
      const found = await repo.open().impact('main..topic')
      expect(found.credentials).toMatchObject([{ source: `${day(4)}#L1` }])
      expect(found.newWriters).toEqual([{ name: 'Mallory', sources: [`${day(4)}#L1`] }])
      expect(JSON.stringify(found)).not.toContain(secret)
      const { status, stderr } = repo.memory('impact', 'main..topic', '--fail-on', 'secret,reversed')
      expect([status, stderr]).toEqual([1, 'memory: secret: refused by --fail-on\n'])
      expect(repo.memory('impact', 'main..topic', '--fail-on', 'reversed,conflict').status).toBe(0)
    }))

  test('a person’s no on the branch retires a fact, and a file that both sides changed is told as one to merge by hand', () =>
    withTopic(async (repo) => {
      repo.write('MEMORY.md', '# Core\n\nOne\n')
      repo.git('add', '.')
      repo.git('commit', '-q', '-m', 'core')
      repo.git('switch', '-q', 'topic')
      const workspace = repo.open()
      const [boat] = (await workspace.recall('dog')).results
      await workspace.retire({ fact: boat!.id }, { commit: true })
      repo.write('MEMORY.md', '# Core\n\nTwo\n')
      repo.git('add', 'MEMORY.md')
      repo.git('commit', '-q', '-m', 'another core')
      const found = await workspace.impact('main..topic')
      expect(found.conflicts).toEqual(['MEMORY.md'])
      expect(found.headline).toMatch(/^1 file cannot be merged by Git; /)
      expect((await workspace.impact('topic~2..topic')).differences).toMatchObject([
        { becomes: 'retired', content: 'Has a dog' },
      ])
    }))

  test('what memory is expected to answer is asked on both sides', () =>
    withTopic(async (repo) => {
      repo.git('switch', '-q', 'topic')
      repo.write(
        'memory/expect.yml',
        '- ask: where does Peter live\n  says: "@Peter: Lives in Graz"\n- ask: who has a dog\n  says: Has a dog\n',
      )
      repo.git('add', '.')
      repo.git('commit', '-q', '-m', 'expect')
      const workspace = repo.open()
      const { expectations, headline } = await workspace.impact('main..topic')
      expect(expectations).toMatchObject([
        { becomes: 'broken', asked: 'where does Peter live', source: 'memory/expect.yml#L1' },
        { becomes: 'mended', asked: 'who has a dog', source: 'memory/expect.yml#L3' },
      ])
      expect(headline).toContain('1 expectation breaks')
      expect(repo.memory('impact', 'main..topic', '--fail-on', 'expect').status).toBe(1)
    }))

  test('an expectation that the branch takes out, or spoils, is told as dropped: it would break', () =>
    withTopic(async (repo) => {
      repo.write(
        'memory/expect.yml',
        '- ask: where does Peter live\n  says: "@Peter: Lives in Graz"\n- ask: who has a boat\n  says: Owns a boat\n',
      )
      repo.git('add', '.')
      repo.git('commit', '-q', '-m', 'expect')
      repo.git('switch', '-q', '-c', 'sly', 'topic')
      repo.git('merge', '-q', '--no-edit', 'main')
      repo.write('memory/expect.yml', '- ask: who has a boat\n  saiz: Owns a boat\n')
      repo.git('commit', '-q', '-a', '-m', 'tidy')
      const { expectations, headline } = await repo.open().impact('main..sly')
      expect(expectations.map(({ becomes, asked, source }) => [becomes, asked, source])).toEqual([
        ['dropped', 'where does Peter live', 'memory/expect.yml#L1'],
        ['dropped', 'who has a boat', 'memory/expect.yml#L3'],
      ])
      expect(headline).toContain('2 expectations are dropped')
      expect(repo.memory('impact', 'main..sly', '--fail-on', 'expect').status).toBe(1)
    }))

  test('a comment quotes notes as code, so that a host sees no mention, link or tag in them', () =>
    withTopic(async (repo) => {
      repo.git('switch', '-q', 'topic')
      repo.commit(
        day(5),
        retain('W @Eve: Closes #12, @everyone <script>alert(1)</script> ![x](https://x.example/y) | `a`'),
      )
      const { comment } = await repo.open().impact('main..topic', { links: 'https://host.example/me/notes/blob/topic' })
      const outside = comment.replaceAll(/(`+)(?:(?!\1).)+\1/g, '')
      expect(outside).not.toMatch(/@everyone|#12|<script|x\.example/)
      expect(comment.startsWith('<!-- memory impact -->\n### Memory: ')).toBe(true)
      expect(comment).toContain('(https://host.example/me/notes/blob/topic/memory/2025-11-03.md?plain=1#L3)')
    }))

  test('a range that names nothing, and histories that have nothing in common, are told so', () =>
    withTopic(async (repo) => {
      const workspace = repo.open()
      await expect(workspace.impact('nowhere..topic')).rejects.toThrow(
        'impact takes a commit that this repository holds',
      )
      await expect(workspace.impact()).rejects.toThrow('this branch has no upstream')
      repo.git('checkout', '-q', '--orphan', 'other')
      repo.git('commit', '-q', '-m', 'other')
      await expect(workspace.impact('main..other')).rejects.toThrow('none in common')
      expect(repo.memory('impact', 'main..topic', '--fail-on', 'anything')).toMatchObject({ status: 2 })
    }))

  test('in a folder of a repository, paths and links are told from where they are read', () =>
    withTopic(async (repo) => {
      repo.git('switch', '-q', '-c', 'below')
      for (const part of ['a', 'b']) {
        repo.write(`notes/${day(part === 'a' ? 1 : 2)}`, retain(`W @Peter: Has part ${part}`))
        repo.git('add', '.')
        repo.git('commit', '-q', '-m', part)
      }
      const workspace = repo.at('notes').open({ workspace: repo.path('notes') })
      const found = await workspace.impact('HEAD~1..HEAD', { links: 'https://host.example/blob/main' })
      expect(found.differences).toMatchObject([{ becomes: 'new', source: `${day(2)}#L2` }])
      expect(found.comment).toContain(`(https://host.example/blob/main/notes/${day(2)}?plain=1#L2)`)
    }))
})
