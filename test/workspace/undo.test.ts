import { expect, test } from '@jest/globals'
import type { Undone } from '../../src/index.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, type Repo } from '../support/with-repo.js'

const by = (repo: Repo, author: string, message = 'log'): string => {
  repo.git('add', '.')
  return repo.git('-c', `user.name=${author}`, 'commit', '-q', '-m', message)
}

const withPoison = beginningWith((repo: Repo) => {
  repo.commit(day(1), retain('O(c=0.55) @Peter: Likes mint tea', 'W @Peter: Lives in Graz'))
  repo.write(day(3), retain('W @Peter: Does not like mint tea', 'W @Peter: Owns a garage', 'W @Peter: Sings bass'))
  by(repo, 'Mallory', 'No tea\n\nSession: s-1')
  repo.append(day(3), '- W @Nina: Rows on Sundays\n')
  by(repo, 'Ana')
})

const idIn = async (repo: Repo, words: string): Promise<string> =>
  (await repo.open().recall(words)).results.find(({ content }) => content.includes(words))!.id

const told = ({ goes, back, stands }: Undone): unknown => ({
  goes: goes.map(({ text }) => text),
  back: back.map(({ text }) => text),
  stands: stands.map(({ text, because }) => [text, because.map(({ how }) => how)]),
})

test('a look changes nothing, and a commit takes out what the source brought and nothing that others wrote', () =>
  withPoison(async (repo) => {
    const before = [repo.git('rev-parse', 'HEAD'), repo.git('status', '--porcelain')]
    const looked = await repo.open().undo({ author: 'Mallory' })
    expect(told(looked)).toEqual({
      goes: ['- W @Peter: Does not like mint tea', '- W @Peter: Owns a garage', '- W @Peter: Sings bass'],
      back: [],
      stands: [],
    })
    expect(looked.commit).toBeNull()
    expect([repo.git('rev-parse', 'HEAD'), repo.git('status', '--porcelain')]).toEqual(before)
    const done = await repo.open().undo({ session: 's-1' }, { commit: true, agent: 'tester' })
    expect(done.commit).toBe(repo.git('rev-parse', 'HEAD'))
    expect(repo.read(day(3))).toBe(retain('W @Nina: Rows on Sundays'))
    expect(repo.git('show', `HEAD:${day(3)}`)).toBe(repo.read(day(3)).trimEnd())
    const message = repo.git('log', '-1', '--format=%B')
    expect(message).toContain('memory: undo session s-1')
    expect(message).not.toContain('garage')
    expect(message).toContain('Agent: tester')
    expect(told(await repo.open().undo({ author: 'Mallory' }))).toEqual({ goes: [], back: [], stands: [] })
  }))

test('what a later bullet replaces, cites or judges stays with what it stands on, and the rest goes', () =>
  withPoison(async (repo) => {
    const garage = await idIn(repo, 'Owns a garage')
    repo.write(day(5), retain(`W(was=^${garage}) @Peter: Sold the garage`))
    by(repo, 'Ana')
    const look = await repo.open().undo({ author: 'Mallory' })
    expect(told(look)).toEqual({
      goes: ['- W @Peter: Does not like mint tea', '- W @Peter: Sings bass'],
      back: [],
      stands: [['- W @Peter: Owns a garage', ['replaces']]],
    })
    const denial = await idIn(repo, 'Does not like mint tea')
    const tea = await idIn(repo, 'Likes mint tea')
    repo.write(
      'bank/evidence.md',
      `- ^${denial} contradicts ^${tea}: "W @Peter: Does not like mint tea" about "O @Peter: Likes mint tea"\n`,
    )
    by(repo, 'Ana')
    const done = await repo.open().undo({ author: 'Mallory' }, { commit: true })
    expect(told(done)).toEqual({
      goes: ['- W @Peter: Sings bass'],
      back: [],
      stands: [
        ['- W @Peter: Owns a garage', ['replaces']],
        ['- W @Peter: Does not like mint tea', ['verdict']],
      ],
    })
    expect(repo.read(day(3))).toBe(
      retain('W @Peter: Does not like mint tea', 'W @Peter: Owns a garage', 'W @Nina: Rows on Sundays'),
    )
    expect((await repo.open().status()).problems).toEqual([])
  }))

test('a line that somebody wrote over since is theirs, and what stood before the source does not come back beside it', () =>
  withPoison(async (repo) => {
    repo.write(day(1), retain('O(c=0.55) @Peter: Likes mint tea', 'W @Peter: Lives in Linz'))
    by(repo, 'Mallory')
    expect(told(await repo.open().undo({ commits: 'HEAD' }))).toEqual({
      goes: ['- W @Peter: Lives in Linz'],
      back: ['- W @Peter: Lives in Graz'],
      stands: [],
    })
    repo.write(day(1), retain('O(c=0.55) @Peter: Likes mint tea', 'W @Peter: Lives in Wels'))
    by(repo, 'Ana')
    const look = await repo.open().undo({ author: 'Mallory' })
    expect(look.back).toEqual([])
    expect(look.stands).toEqual([
      {
        id: null,
        source: `${day(1)}#L3`,
        text: '- W @Peter: Lives in Wels',
        because: [{ how: 'edited', source: `${day(1)}#L3`, text: expect.stringMatching(/^[0-9a-f]{7} Ana$/) }],
      },
    ])
  }))

test('imported notes go whole, but for one that somebody changed; a source that HEAD has nothing of is refused', () =>
  withPoison(async (repo) => {
    repo.write(
      'chat.json',
      JSON.stringify([conversation('c-1', 'I like mint tea.'), conversation('c-2', 'I sold it.')]),
    )
    await repo.open().import({ from: 'claude', paths: [repo.path('chat.json')], commit: true })
    const [one, two] = repo.git('ls-files', 'memory/imports').split('\n') as [string, string]
    repo.append(one, '\nA word of Ana.\n')
    repo.git('add', 'memory')
    repo.git('-c', 'user.name=Ana', 'commit', '-q', '-m', 'word')
    const done = await repo.open().undo({ import: 'claude' }, { commit: true })
    expect(done.stands.map(({ source }) => source)).toEqual([one])
    expect(repo.git('ls-files', 'memory/imports')).toBe(one)
    expect(repo.exists(two)).toBe(false)
    await expect(repo.open().undo({ import: 'codex' })).rejects.toThrow('imports are of claude')
    await expect(repo.open().undo({ author: 'Nobody' })).rejects.toThrow(/authors are .*Mallory/)
    await expect(repo.open().undo({ session: 's-9' })).rejects.toThrow('nothing of memory from session s-9')
    await expect(repo.open().undo({ author: 'Ana', session: 's-1' })).rejects.toThrow('one source')
  }))

const conversation = (uuid: string, text: string): object => ({
  uuid,
  name: uuid,
  created_at: '2025-11-02T10:00:00Z',
  updated_at: '2025-11-02T10:00:00Z',
  chat_messages: [{ uuid: `${uuid}-m`, sender: 'human', text, created_at: '2025-11-02T10:00:00Z', content: [] }],
})

test('words that were forgotten do not come back by taking back who forgot them', () =>
  withPoison(async (repo) => {
    const garage = await idIn(repo, 'Owns a garage')
    await repo.open().forget(`^${garage}`)
    const look = await repo.open().undo({ commits: 'HEAD' })
    expect(told(look)).toEqual({ goes: [], back: [], stands: [] })
    expect(JSON.stringify(await repo.open().undo({ author: 'Tester' }))).not.toContain('Owns a garage')
  }))

test('settings stay, and nobody is said to have edited them', () =>
  withPoison(async (repo) => {
    repo.write('.memory/config.json', '{ "me": "Peter" }')
    repo.git('add', '-f', '.memory/config.json')
    by(repo, 'Eve')
    const { stands } = await repo.open().undo({ author: 'Eve' })
    expect(stands.map(({ source, because }) => [source, because.map(({ how }) => how)])).toEqual([
      ['.memory/config.json', ['setting']],
    ])
    expect(repo.memory('undo', '--author', 'Eve').stdout).toContain('is no note: git revert takes its change back')
  }))

test('a bullet of several lines that stays is told as one', () =>
  withPoison(async (repo) => {
    repo.append(day(3), '- W @Nina: Rows\r\n  on the Danube.\r\n')
    by(repo, 'Mallory')
    repo.write(day(5), retain(`W(was=^${await idIn(repo, 'Rows on the Danube')}) @Nina: Swims`))
    by(repo, 'Ana')
    const { stands } = await repo.open().undo({ author: 'Mallory' })
    expect(stands).toMatchObject([{ text: '- W @Nina: Rows on the Danube.', source: `${day(3)}#L6-L7` }])
  }))

test('what is being written in the same log stays in the working tree, and in no commit', () =>
  withPoison(async (repo) => {
    repo.append(day(3), '- W @Nina: Is being written\n')
    await repo.open().undo({ author: 'Mallory' }, { commit: true })
    expect(repo.read(day(3))).toBe(retain('W @Nina: Rows on Sundays', 'W @Nina: Is being written'))
    expect(repo.git('show', `HEAD:${day(3)}`)).not.toContain('being written')
  }))

test('found by histories: a verdict line of the source goes, and what it wrote over stays out where another took that out', () =>
  withPoison(async (repo) => {
    const [denial, tea] = [await idIn(repo, 'Does not like mint tea'), await idIn(repo, 'Likes mint tea')]
    repo.write('bank/evidence.md', `- ^${denial} contradicts ^${tea}\n`)
    by(repo, 'Mallory')
    repo.write(day(1), retain('O(c=0.55) @Peter: Likes mint tea', 'W @Peter: Lives in Linz'))
    by(repo, 'Mallory')
    repo.write(day(1), retain('O(c=0.55) @Peter: Likes mint tea'))
    by(repo, 'Ana')
    const done = await repo.open().undo({ author: 'Mallory' }, { commit: true })
    expect(done.goes.map(({ source }) => source)).toContain('bank/evidence.md#L1')
    expect(repo.git('ls-files', 'bank')).toBe('')
    expect([done.back, done.stands, repo.read(day(1))]).toEqual([[], [], retain('O(c=0.55) @Peter: Likes mint tea')])
  }))

test('found by histories: what the source took out comes back beside a line of it that stays, however alike they are', () =>
  withPoison(async (repo) => {
    const [one, two] = ['B @Nina: Spoke of green tea at one', 'B @Nina: Spoke of green tea at two']
    repo.commit(day(7), retain(one))
    repo.append(day(7), `- ${two}\n`)
    by(repo, 'Mallory')
    repo.write(day(7), retain(two))
    by(repo, 'Mallory')
    repo.write(day(8), retain(`W(was=^${await idIn(repo, 'green tea at two')}) @Nina: Changed her mind`))
    by(repo, 'Ana')
    await repo.open().undo({ author: 'Mallory' }, { commit: true })
    expect(repo.read(day(7)).split('\n').toSorted()).toEqual(retain(one, two).split('\n').toSorted())
  }))

test('found by histories: what the source wrote over stays out where another took the whole log out', () =>
  withPoison(async (repo) => {
    repo.commit(day(7), retain('W @Nina: Lives in Graz'))
    repo.write(day(7), retain('W @Nina: Lives in Linz'))
    by(repo, 'Mallory')
    repo.git('rm', '-q', day(7))
    by(repo, 'Ana')
    const done = await repo.open().undo({ author: 'Mallory' }, { commit: true })
    expect([done.back, repo.exists(day(7))]).toEqual([[], false])
  }))

test('found by histories: two that rest on one line hold that line, and not the whole log with it', () =>
  withPoison(async (repo) => {
    repo.commit(day(7), retain('W @Nina: Moved to Wels'))
    repo.append(day(7), '- O(c=0.8) @Nina: Likes green tea\n')
    by(repo, 'Mallory')
    repo.write(day(7), retain('O(c=0.8) @Nina: Likes green tea'))
    by(repo, 'Mallory')
    const tea = await idIn(repo, 'Likes green tea')
    for (const at of [8, 9])
      repo.write(day(at), retain(`B(supports=^${tea}) @Nina: Was seen with it, as told on ${at}`))
    by(repo, 'Ana')
    await repo.open().undo({ author: 'Mallory' }, { commit: true })
    expect(repo.read(day(7)).split('\n').toSorted()).toEqual(
      retain('W @Nina: Moved to Wels', 'O(c=0.8) @Nina: Likes green tea').split('\n').toSorted(),
    )
  }))

test('found by histories: a bullet comes back below its heading where another took the whole log out', () =>
  withPoison(async (repo) => {
    repo.commit(day(7), retain('W @Nina: Lives in Linz', 'W @Nina: Sings bass'))
    repo.write(day(7), retain('W @Nina: Lives in Linz'))
    by(repo, 'Mallory')
    repo.git('rm', '-q', day(7))
    by(repo, 'Ana')
    await repo.open().undo({ author: 'Mallory' }, { commit: true })
    expect(repo.read(day(7))).toBe(retain('W @Nina: Sings bass'))
  }))

test('found by histories: what a line that stays was written over comes back nowhere in its log', () =>
  withPoison(async (repo) => {
    repo.commit(day(7), retain('O(c=0.9) @Nina: Likes green tea'))
    repo.write(day(7), retain('O(c=0.9) @Nina: Likes green tea, as told at one'))
    by(repo, 'Mallory')
    const tea = await idIn(repo, 'Likes green tea, as told')
    repo.append(day(7), '- W @Peter: Lives in Linz\n')
    by(repo, 'Ana')
    repo.append(day(7), '- W @Peter: Moved from Linz to Wels\n')
    repo.write(day(8), retain(`W(was=^${tea}) @Nina: Has changed`, `B(supports=^${tea}) @Nina: Was seen with it`))
    by(repo, 'Ana')
    const before = repo.read(day(7))
    await repo.open().undo({ author: 'Mallory' }, { commit: true })
    expect(repo.read(day(7))).toBe(before)
  }))

test('at the end of a shallow clone nothing is taken out: what that commit brought there is not known', () =>
  withPoison(async (repo) => {
    const clone = repo.at('shallow')
    repo.git('clone', '-q', '--depth', '2', `file://${repo.root}`, clone.root)
    const head = clone.git('rev-parse', 'HEAD')
    const ends = /this clone's history ends at [0-9a-f]{7}, so what that commit brought is not known/
    await expect(clone.open().undo({ author: 'Mallory' }, { commit: true })).rejects.toThrow(ends)
    await expect(clone.open().without('Mallory')).rejects.toThrow(ends)
    expect(clone.git('rev-parse', 'HEAD')).toBe(head)
    clone.git('fetch', '-q', '--unshallow')
    await clone.open().undo({ author: 'Mallory' }, { commit: true })
    expect(clone.read(day(1))).toBe(repo.read(day(1)))
    expect(clone.read(day(3))).toBe(retain('W @Nina: Rows on Sundays'))
  }))

test("in a clone that lacks earlier versions of a log nothing is taken out: its other lines are not the source's", () =>
  withPoison(async (repo) => {
    repo.git('config', 'uploadpack.allowFilter', 'true')
    const clone = repo.at('partial')
    repo.git('clone', '-q', '--filter=blob:none', `file://${repo.root}`, clone.root)
    const lacks = /does not hold all versions of what [0-9a-f]{7} changed: git fetch/
    await expect(clone.open().undo({ commits: 'HEAD' }, { commit: true })).rejects.toThrow(lacks)
    await expect(clone.open().without('HEAD')).rejects.toThrow(lacks)
    clone.git('log', '-p', '--format=')
    await clone.open().undo({ commits: 'HEAD' }, { commit: true })
    expect(clone.read(day(3))).toBe(repo.git('show', `HEAD~1:${day(3)}`) + '\n')
  }))
