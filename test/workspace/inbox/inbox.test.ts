import { expect, test } from '@jest/globals'
import { inboxAct, inboxPath, type InboxAct, type InboxSort } from '../../../src/model/inbox.js'
import type { Inbox } from '../../../src/index.js'
import { day, retain } from '../../support/notes.js'
import { expectSameAsRebuild } from '../../support/oracle.js'
import { beginningWith, type Repo } from '../../support/with-repo.js'

/** A workspace in which something of every sort waits. */
const begun = beginningWith(
  (repo) => {
    repo.commit(
      day(1),
      `# Notes\n\nBoris charges 80 euros an hour.\n\n${retain(
        'O(c=0.8) @Peter: Likes green tea.',
        'O(c=0.6) @Peter: Prefers the window seat.',
        'W(until=2025-12-05) @Peter: On leave.',
        'W @Boris: Has a garage.',
        'W(suggested=^nit1n8ochg) @Boris: Charges 80 euros an hour.',
        'O(c=2) @Peter: Sure of it.',
      )}`,
    )
    repo.commit(day(5), retain('B @Peter: Took the seat at the aisle.', 'O(c=0.8) @Peter: Does not like green tea.'))
  },
  { hooks: true },
)

const of = ({ items }: Inbox, sort: InboxSort): string[] =>
  items
    .filter((item) => item.sort === sort)
    .map(({ told, note }) => [...told.map(({ content }) => content), note].join(' | '))

const now = (): Date => new Date('2025-12-01T12:00:00Z')
const look = (repo: Repo, options = {}): Promise<Inbox> => repo.open({ now }).inbox(options)

const actOf = ({ items }: Inbox, sort: InboxSort, verb: string): InboxAct =>
  items.find((item) => item.sort === sort)!.choices.find((choice) => choice.verb === verb)!

/** As somebody ticks it in an editor. */
function tick(repo: Repo, act: InboxAct): void {
  const text = repo.read(inboxPath)
  const ticked = text
    .split('\n')
    .map((line) => (line.endsWith(`<!-- ${inboxAct(act)} -->`) ? line.replace('[ ]', '[x]') : line))
    .join('\n')
  expect(ticked).not.toBe(text)
  repo.write(inboxPath, ticked)
}

test('tells what waits, each sort with its answers, and writes nothing', () =>
  begun(async (repo) => {
    const found = await look(repo)
    expect(of(found, 'opposed')).toEqual(['Likes green tea. | Does not like green tea. | '])
    expect(of(found, 'open')).toEqual(['Prefers the window seat. | Took the seat at the aisle. | '])
    expect(of(found, 'drafted')).toEqual(['Charges 80 euros an hour. | '])
    expect(of(found, 'ending')).toEqual(['On leave. | ends 2025-12-05; where it goes on, change the day there'])
    expect(of(found, 'unclear').join('\n')).toMatch(/memory\/2025-11-01\.md:\d+: confidence must be 0 to 1, got 2/)
    expect(repo.exists(inboxPath)).toBe(false)
    expect({ ticked: found.ticked, more: found.more }).toEqual({ ticked: [], more: [] })
  }))

test('the page is no page of facts: nothing on it is recalled, verified, or told as an edit', () =>
  begun(async (repo) => {
    repo.git('add', 'bank')
    repo.git('commit', '-q', '-m', 'pages')
    const before = await repo.digest()
    await look(repo, { write: true })
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'inbox')
    expect(await repo.digest()).toBe(before)
    const { edits, skipped, damagedPages } = await repo.use((workspace) => workspace.status())
    expect({ edits, skipped, damagedPages }).toEqual({ edits: [], skipped: [], damagedPages: [] })
    const { faults } = await repo.use((workspace) => workspace.verify(true))
    expect(faults).toEqual([])
    await expectSameAsRebuild(repo)
  }))

test('a tick is done by the hook of its commit, as an edit of the working tree, and leaves the page', () =>
  begun(async (repo) => {
    const found = await look(repo, { write: true })
    tick(repo, actOf(found, 'open', 'contradicts'))
    tick(repo, actOf(found, 'drafted', 'keep'))
    repo.git('add', '-A')
    const { stderr } = repo.tryGit('commit', '-q', '-m', 'ticked')
    expect(stderr).toContain('2 ticks of the inbox done in the working tree: git diff')
    expect(repo.read(day(1))).toContain('- W(from=^nit1n8ochg) @Boris: Charges 80 euros an hour.')
    expect(repo.read('bank/evidence.md')).toMatch(/^- \^\w{10} contradicts \^\w{10}: "B @Peter: Took the seat/m)
    expect(repo.read(inboxPath)).not.toContain('[x]')
    const after = await look(repo)
    expect([of(after, 'open'), of(after, 'drafted')]).toEqual([[], []])
    await expectSameAsRebuild(repo)
  }))

test('a tick that no commit has waits for reflect or --take: the hook of another commit leaves it', () =>
  begun(async (repo) => {
    const found = await look(repo, { write: true })
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'inbox')
    tick(repo, actOf(found, 'drafted', 'drop'))
    repo.commit(day(6), retain('W @Anna: Two'))
    expect(repo.read(inboxPath)).toContain('[x] drop')
    expect(repo.memory('reflect').stdout).toContain('done     drop ^')
    expect(repo.read(inboxPath)).not.toContain('[x]')
    expect(repo.read(day(1))).not.toContain('@Boris: Charges')
  }))

test('two clones that take the same ticks end alike, and neither is told of a failure', () =>
  begun(async (repo) => {
    const found = await look(repo, { write: true })
    tick(repo, actOf(found, 'opposed', 'unrelated'))
    tick(repo, actOf(found, 'drafted', 'keep'))
    const acts = [actOf(found, 'opposed', 'unrelated'), actOf(found, 'drafted', 'keep')]
    const first = await look(repo, { take: true })
    expect(first.untaken).toEqual([])
    const again = await repo.use((workspace) => workspace.answerInbox(acts))
    expect(again).toEqual({ taken: acts.map(({ verb, ids }) => expect.objectContaining({ verb, ids })), untaken: [] })
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'taken')
    expect(await repo.use((workspace) => workspace.answerInbox(acts))).toMatchObject({ untaken: [] })
    expect(of(await look(repo), 'opposed')).toEqual([])
    await expectSameAsRebuild(repo)
  }))

test('two answers about one thing, and one about what is gone, stay ticked and say why; the others are done', () =>
  begun(async (repo) => {
    const found = await look(repo, { write: true })
    tick(repo, actOf(found, 'open', 'supports'))
    tick(repo, actOf(found, 'open', 'weakens'))
    tick(repo, actOf(found, 'drafted', 'keep'))
    repo.write(
      inboxPath,
      repo.read(inboxPath).replace(/(?=<!-- memory:inbox end)/, '- [x] retire <!-- retire ^zzzzzzzzzz -->\n'),
    )
    const { taken, untaken } = await look(repo, { take: true })
    expect(taken.map(({ verb }) => verb)).toEqual(['keep'])
    expect(untaken.map(({ verb, why }) => `${verb}: ${why}`)).toEqual([
      'supports: another answer is ticked too: leave one',
      'weakens: another answer is ticked too: leave one',
      expect.stringContaining('no fact is called zzzzzzzzzz'),
    ])
    expect(repo.read(inboxPath).match(/\[x\]/g)).toHaveLength(3)
    expect(repo.memory('inbox', '--take').status).toBe(1)
  }))

test('with commit each answer lands as its command lands it', () =>
  begun(async (repo) => {
    const found = await look(repo, { write: true })
    tick(repo, actOf(found, 'drafted', 'keep'))
    const before = repo.git('rev-parse', 'HEAD')
    await look(repo, { take: true, commit: true })
    expect(repo.git('log', '--format=%s', `${before}..HEAD`)).toContain('memory: keep 1 suggestion')
  }))

test('what is forgotten leaves the page in the commit that forgets it, and in the working tree', () =>
  begun(async (repo) => {
    const found = await look(repo, { write: true })
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'inbox')
    const [id] = actOf(found, 'open', 'supports').ids
    expect(repo.read(inboxPath)).toContain('Took the seat at the aisle')
    await repo.use((workspace) => workspace.forget(`^${id}`))
    expect(repo.read(inboxPath)).not.toContain('Took the seat at the aisle')
    expect(repo.git('show', `HEAD:${inboxPath}`)).not.toContain('Took the seat at the aisle')
  }))

test('a page that is a link is not written through', () =>
  begun(async (repo) => {
    repo.write('../elsewhere.md', 'theirs')
    repo.run('ln', '-s', '../../elsewhere.md', repo.path(inboxPath))
    await expect(look(repo, { write: true })).rejects.toThrow()
    expect(repo.read('../elsewhere.md')).toBe('theirs')
  }))

test('a branch that waits for a merge is told until it is merged', () =>
  begun(async (repo) => {
    repo.git('branch', 'memory/reflect')
    expect(of(await look(repo), 'proposed')).toEqual([])
    repo.git('switch', '-q', 'memory/reflect')
    repo.commit('x.md', 'x\n')
    repo.git('switch', '-q', '-')
    expect(of(await look(repo), 'proposed')).toEqual(['memory/reflect: 1 commit, git diff HEAD...memory/reflect'])
  }))

test('two branches that tick the same page merge with the ticks of both, and the merge does them', () =>
  begun(async (repo) => {
    const found = await look(repo, { write: true })
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'inbox')
    repo.git('branch', 'theirs')
    const ticked = (branch: string, act: InboxAct): void => {
      repo.git('switch', '-q', branch)
      tick(repo, act)
      // The hook would do it at once.
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qam', `ticked on ${branch}`)
    }
    const main = repo.git('branch', '--show-current')
    ticked('theirs', actOf(found, 'open', 'weakens'))
    ticked(main, actOf(found, 'open', 'weakens'))
    repo.git('switch', '-q', 'theirs')
    tick(repo, actOf(found, 'drafted', 'keep'))
    repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qam', 'another')
    repo.git('switch', '-q', main)
    const { status, stderr } = repo.tryGit('merge', '-q', '--no-edit', 'theirs')
    expect([status, stderr]).toEqual([0, expect.stringContaining('2 ticks of the inbox done')])
    expect(repo.read(day(1))).toContain('- W(from=^nit1n8ochg) @Boris: Charges 80 euros an hour.')
    expect(repo.read(inboxPath)).not.toContain('[x]')
  }))

test('a tick behind the first ten is done like any other, and what a hook cannot do it says', () =>
  begun(async (repo) => {
    repo.commit(
      day(6),
      retain(
        ...Array.from(
          { length: 14 },
          (_, at) => `W(suggested=^nit1n8oc${at < 10 ? 'a' : 'b'}${at % 10}) @Anna: Draft number ${at}.`,
        ),
      ),
    )
    const found = await look(repo, { write: true, most: 100 })
    const last = found.items.filter(({ sort }) => sort === 'drafted').at(-1)!.choices[0]!
    tick(repo, last)
    await look(repo, { write: true })
    expect(repo.read(inboxPath)).toContain(`[x] keep <!-- ${inboxAct(last)} -->`)
    repo.write(
      inboxPath,
      repo.read(inboxPath).replace(/(?=<!-- memory:inbox end)/, '- [x] retire <!-- retire ^zzzzzzzzzz -->\n'),
    )
    repo.git('add', '-A')
    expect(repo.tryGit('commit', '-q', '-m', 'ticked').stderr).toContain(
      '1 tick of the inbox done in the working tree: git diff; 1 tick of the inbox cannot be done',
    )
    expect(repo.read(inboxPath)).toContain('[x] retire ^zzzzzzzzzz')
    expect(repo.read(day(6))).not.toContain(`suggested=^nit1n8ocb3`)
  }))

test('a page of blank lines holds up no commit, and an unborn branch no look', () =>
  begun(async (repo) => {
    repo.write(inboxPath, `# Inbox\n${'\n'.repeat(200_000)}`)
    repo.git('add', '-A')
    // Where each line was held against all behind it this took longer than a test may.
    repo.git('commit', '-q', '-m', 'blank')
    repo.git('branch', 'memory/read')
    repo.git('switch', '-q', '--orphan', 'new')
    expect(repo.memory('inbox').stderr).not.toContain('git')
  }))

test('what is ticked to be kept and to be retired stays as it is until one tick is left', () =>
  begun(async (repo) => {
    repo.commit('.memory/config.json', '{"origin": {"hold": true}}\n')
    repo.commit(day(6), retain('W(origin=web) @Anna: Owns a boat.'))
    const found = await look(repo, { write: true })
    tick(repo, actOf(found, 'held', 'keep'))
    tick(repo, actOf(found, 'held', 'retire'))
    const { taken, untaken } = await look(repo, { take: true })
    expect(taken).toEqual([])
    expect(untaken.map(({ verb, why }) => `${verb}: ${why}`)).toEqual([
      'keep: another answer is ticked too: leave one',
      'retire: another answer is ticked too: leave one',
    ])
    expect(repo.read(day(6))).toContain('W(origin=web) @Anna: Owns a boat.')
  }))

test('two answers about one belief, by two of its statements, hold up no other answer', () =>
  begun(async (repo) => {
    const { ids: earlier } = actOf(await look(repo), 'open', 'weakens')
    repo.commit(day(6), retain('O(c=0.7) @Peter: Prefers the window seat.'))
    const found = await look(repo)
    const acts: InboxAct[] = [
      { verb: 'weakens', ids: earlier },
      actOf(found, 'open', 'supports'),
      actOf(found, 'opposed', 'unrelated'),
    ]
    expect(acts[0]!.ids).not.toEqual(acts[1]!.ids)
    const { taken, untaken } = await repo.use((workspace) => workspace.answerInbox(acts))
    expect(taken).toEqual(acts.slice(2))
    expect(untaken.map(({ why }) => why)).toEqual(Array(2).fill('another answer is ticked too: leave one'))
  }))

test('each tick that cannot be done is told once, with its own reason alone', () =>
  begun(async (repo) => {
    const acts: InboxAct[] = [
      { verb: 'supports', ids: ['zzzzzzzzz1', 'zzzzzzzzz2'] },
      { verb: 'unrelated', ids: ['zzzzzzzzz3', 'zzzzzzzzz2', 'zzzzzzzzz4', 'zzzzzzzzz2'] },
    ]
    const { untaken } = await repo.use((workspace) => workspace.answerInbox(acts))
    expect(untaken.map(({ verb, why }) => `${verb}: ${why}`)).toEqual([
      expect.stringMatching(/^supports: nothing is called \^zzzzzzzzz1: [^;]*; ask for what is open again$/),
      expect.stringMatching(/^unrelated: nothing is called \^zzzzzzzzz3: [^;]*; ask for what is open again$/),
    ])
  }))

test('a page that shows a hundred of a sort does not advise to ask for a hundred', () =>
  begun(async (repo) => {
    const drafts = Array.from({ length: 101 }, (_, at) => `W(suggested=^nit1n8o${100 + at}) @Anna: Draft number ${at}.`)
    repo.commit(day(6), retain(...drafts))
    await look(repo, { write: true })
    expect(repo.read(inboxPath)).toContain('There are more: `memory inbox --most 100`.')
    await look(repo, { write: true, most: 100 })
    expect(repo.read(inboxPath)).toContain('There are more: `memory inbox --most 1000`.')
  }))

test('a number of items that is out of range is refused, not answered as if nothing or everything waited', () =>
  begun(async (repo) => {
    for (const most of [0, 2.5, 1001])
      await expect(look(repo, { most })).rejects.toThrow(`most takes a whole number from 1 to 1000, got ${most}`)
  }))
