import { mkdirSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import type { ExpectReport, ExpectationHeld, WrittenExpectation } from '../../../src/index.js'
import { day, retain } from '../../support/notes.js'
import { beginningWith, type Repo } from '../../support/with-repo.js'

const file = 'memory/expect.yml'
const [graz, anna, tea] = ['Lives in Graz.', 'Lives in Graz.', 'Likes tea'] as const

const begun = beginningWith((repo) => {
  repo.commit(
    day(1),
    retain(`W @Peter: ${graz}`, `W @Anna: ${anna}`, `O(c=0.8) @Peter: ${tea}`, 'W @Peter: Owns a boat named Ida'),
  )
})

const idOf = async (repo: Repo, words: string, path = day(1)): Promise<string> => {
  const place = (await repo.said()).find((said) => said.startsWith(path) && said.endsWith(words))!.split(' ')[0]!
  const found = await repo.use((workspace) => workspace.show(place))
  return found.what === 'place' ? `^${found.facts[0]!.id}` : ''
}
const told = (repo: Repo, options = {}): Promise<ExpectReport> => repo.use((workspace) => workspace.expect(options))
const only = async (repo: Repo, ...lines: readonly string[]): Promise<ExpectationHeld<WrittenExpectation>> => {
  repo.write(file, `${lines.join('\n')}\n`)
  const { held, malformed } = await told(repo)
  expect(malformed).toEqual([])
  expect(held).toHaveLength(1)
  return held[0]!
}

describe('expectations are held against what recall answers', () => {
  test('a line, until the fact ends, is retired, or its words go', () =>
    begun(async (repo) => {
      const asks = ['- ask: where does Peter live', `  cites: ${await idOf(repo, graz)}`]
      expect(await only(repo, ...asks)).toMatchObject({ holds: true, stands: [{ rank: 1, source: `${day(1)}#L2` }] })
      repo.commit(day(20), retain('W @Peter: Moved from Graz to Wels.'))
      expect(await only(repo, ...asks)).toMatchObject({ holds: false, why: 'it ended on 2025-11-20' })
      // Who asks for what was is answered with what is over.
      expect(
        await only(repo, asks[0]!.replace('does Peter live', 'did Peter live previously'), asks[1]!),
      ).toMatchObject({
        holds: true,
      })
      expect(await only(repo, ...asks, '  as-of: 2025-11-10')).toMatchObject({ holds: true })
      repo.git('rm', '-q', day(20))
      repo.git('commit', '-q', '-m', 'not so')
      await repo.use((workspace) => workspace.retire({ fact: asks[1]!.slice(9) }, { commit: true }))
      expect(await only(repo, ...asks)).toMatchObject({ holds: false, why: 'it was retired' })
      repo.commit(day(1), retain('W @Anna: Lives in Graz.'))
      repo.git('rm', '-q', '-r', 'bank')
      repo.git('commit', '-q', '-a', '-m', 'gone')
      expect((await only(repo, ...asks)).why).toMatch(/ is gone$/)
    }))

  test('a line that moved to another day is found by its words, and by whom they are about', () =>
    begun(async (repo) => {
      const asks = ['- ask: where does Peter live', `  cites: ${await idOf(repo, graz)}`, '  within: 2']
      repo.commit(day(1), retain(`W @Anna: ${anna}`))
      repo.commit(day(2), retain(`W @Peter: lives in  Graz`))
      expect(await only(repo, ...asks)).toMatchObject({ holds: false })
      expect(await only(repo, ...asks, '  says: "@Peter: Lives in Graz."')).toMatchObject({
        holds: true,
        stands: [{ source: `${day(2)}#L2` }],
      })
      repo.git('rm', '-q', day(2))
      repo.git('commit', '-q', '-m', 'gone')
      // Anna's line has the same words.
      expect(await only(repo, ...asks, '  says: "@Peter: Lives in Graz."')).toMatchObject({ holds: false, stands: [] })
    }))

  test('a place whose line moved is not mistaken for what stands there now', () =>
    begun(async (repo) => {
      const asks = [
        '- ask: how is the boat of Peter named',
        `  cites: ${day(1)}#L5`,
        '  says: Owns a boat named Ida',
        '  within: 1',
      ]
      expect(await only(repo, ...asks)).toMatchObject({ holds: true })
      repo.commit(
        day(1),
        retain(
          'W @Peter: Owns a boat named Ida',
          'W @Peter: Owns a bike',
          'W @Peter: Owns a car',
          'W @Peter: Owns a boat shed',
        ),
      )
      expect(await only(repo, ...asks)).toMatchObject({ holds: true, stands: [{ source: `${day(1)}#L2` }] })
    }))

  test.each([
    ['中文', '住在格拉茨。'],
    ['signs', 'Writes C++ and `node --x` at Ida’s'],
    ['marks', 'Prefers **short** replies (<5 lines) & no HTML'],
  ])('words of %s are found again', (_what, words) =>
    begun(async (repo) => {
      repo.commit(day(3), retain(`W @Maya: ${words}`))
      const added = await repo.use((workspace) => workspace.expectAdd({ ask: 'Maya', cites: [`${day(3)}#L2`] }))
      expect(added.item).toContain('says:')
      repo.git('mv', day(3), day(4))
      repo.git('commit', '-q', '-m', 'another day')
      const { held, failed } = await told(repo)
      expect({ failed, stands: held[0]!.stands.map(({ source }) => source) }).toEqual({
        failed: 0,
        stands: [`${day(4)}#L2`],
      })
    }),
  )

  test('a belief by how sure memory is, in hundredths, whichever of its statements is named', () =>
    begun(async (repo) => {
      const belief = `- belief: ${await idOf(repo, tea)}`
      expect(await only(repo, belief, '  above: 0.79', '  below: 0.81')).toMatchObject({ holds: true })
      expect(await only(repo, belief, '  above: 0.8')).toMatchObject({ holds: false, why: 'it is 0.80' })
      repo.commit(day(2), retain('O(c=0.9) @Peter: Likes tea'))
      expect(await only(repo, `- belief: ${await idOf(repo, tea, day(2))}`, '  above: 0.79')).toMatchObject({
        holds: true,
      })
      repo.commit(day(5), retain('O(c=0.9) @Peter: Does not like tea'))
      expect((await only(repo, belief, '  above: 0.79')).why).toMatch(/^it is 0\.\d\d$/)
    }))

  test('nothing, by the measure that recall itself has', () =>
    begun(async (repo) => {
      expect(await only(repo, '- ask: what is the launch code', '  nothing: true')).toMatchObject({ holds: true })
      expect(await only(repo, '- ask: where does Peter live', '  nothing: true')).toMatchObject({
        holds: false,
        why: 'it is answered',
      })
    }))

  test('the words of an expectation are never an answer', () =>
    begun(async (repo) => {
      repo.commit(file, '- ask: where is the zeppelin\n  says: The zeppelin is moored in Linz\n')
      expect(await repo.recalled('where is the zeppelin moored')).toEqual([])
      const { held, commit } = await told(repo)
      expect(held[0]).toMatchObject({ holds: false, stands: [] })
      expect(commit).toBe(repo.git('rev-parse', 'HEAD'))
    }))

  test('as people edit file and notes, and with committed as HEAD has both', () =>
    begun(async (repo) => {
      repo.commit(file, '- ask: where does Peter live\n  says: Lives in Graz\n')
      repo.write(day(6), retain('W @Maya: Keeps bees'))
      repo.append(file, '- ask: what does Maya keep\n  says: Keeps bees\n  within: 1\n')
      expect(await told(repo)).toMatchObject({ ok: 2, failed: 0, uncommitted: [day(6)] })
      expect(await told(repo, { committed: true })).toMatchObject({ ok: 1, failed: 0, uncommitted: [] })
      repo.git('add', file)
      repo.git('commit', '-q', '-m', 'more')
      expect(await told(repo, { committed: true })).toMatchObject({ ok: 1, failed: 1 })
    }))

  test('a question that recall refuses fails with its reason, and the others are held', () =>
    begun(async (repo) => {
      repo.write(
        file,
        '- ask: x\n  as-of: someday\n  nothing: true\n- ask: where does Peter live\n  says: Lives in Graz\n- asks: x\n',
      )
      const report = await told(repo)
      expect(report).toMatchObject({ ok: 1, failed: 1, malformed: [{ line: 6 }] })
      expect(report.held[0]!.why).toMatch(/someday/)
    }))
})

describe('only', () => {
  const three = '- ask: one\n  nothing: true\n- ask: two of tea\n  nothing: true\n- ask: three\n  nothing: true\n'
  test.each([
    ['2', [3]],
    ['TEA', [3]],
    ['e', [1, 3, 5]],
  ])('%s', (words, lines) =>
    begun(async (repo) => {
      repo.write(file, three)
      const { held } = await told(repo, { only: words })
      expect(held.map(({ expectation }) => expectation.line)).toEqual(lines)
    }),
  )
  test('that chooses none is refused: what is held by mistake would seem to pass', () =>
    begun(async (repo) => {
      repo.write(file, three)
      for (const words of ['4', '0', 'nowhere'])
        await expect(told(repo, { only: words })).rejects.toMatchObject({ code: 'bad-argument' })
    }))
})

describe('a file that is no text is not read, and says so', () => {
  const broken: readonly (readonly [what: string, make: (repo: Repo) => void, why: RegExp])[] = [
    ['no UTF-8', (repo: Repo) => repo.write(file, Buffer.from([0x2d, 0x20, 0xff, 0xfe, 0x0a])), /no UTF-8/],
    ['too long', (repo: Repo) => repo.write(file, '# x\n'.repeat(100_000)), /400000 bytes, the limit is/],
    ['a link', (repo: Repo) => symlinkSync('/etc/passwd', repo.path(file)), /a link/],
    ['a link to nowhere', (repo: Repo) => symlinkSync('nowhere', repo.path(file)), /a link/],
    ['a folder', (repo: Repo) => mkdirSync(repo.path(file)), /no file/],
    ['a pipe', (repo: Repo) => void repo.run('mkfifo', repo.path(file)), /no file/],
  ]
  test.each(broken)('%s', (_what, make, why) =>
    begun(async (repo) => {
      make(repo)
      const report = await told(repo)
      expect(report).toMatchObject({
        exists: true,
        held: [],
        malformed: [{ line: 0, message: expect.stringMatching(why) }],
      })
      await expect(
        repo.use((workspace) => workspace.expectAdd({ ask: 'where does Peter live' })),
      ).rejects.toMatchObject({
        name: 'MemoryError',
      })
    }),
  )

  test('and none at all is no failure', () =>
    begun(async (repo) => {
      expect(await told(repo)).toMatchObject({ exists: false, held: [], malformed: [], ok: 0, failed: 0 })
      expect(await told(repo, { committed: true })).toMatchObject({ exists: false })
    }))
})

describe('one more', () => {
  test('is the first result, with its words; twice it stands once, and all before it stays', () =>
    begun(async (repo) => {
      const before = '# ours\n- ask: x   # why\n  nothing: true'
      repo.write(file, before)
      const add = () => repo.use((workspace) => workspace.expectAdd({ ask: 'where does Peter live' }))
      expect(await add()).toMatchObject({ source: `${file}#L4`, written: true, already: false, held: { holds: true } })
      const text = repo.read(file)
      expect(text).toBe(
        `${before}\n- ask: where does Peter live\n  cites: ${await idOf(repo, graz)}\n  says: "@Peter: Lives in Graz."\n`,
      )
      expect(await add()).toMatchObject({ source: `${file}#L4`, written: false, already: true })
      expect(repo.read(file)).toBe(text)
    }))

  test('is written though memory answers otherwise now, and says so', () =>
    begun(async (repo) => {
      const never = [await idOf(repo, graz)]
      const added = await repo.use((workspace) => workspace.expectAdd({ ask: 'where does Peter live', never }))
      expect(added).toMatchObject({ written: true, held: { holds: false, why: 'it is result 1' } })
    }))

  test('with dryRun is not written', () =>
    begun(async (repo) => {
      const added = await repo.use((workspace) =>
        workspace.expectAdd({ ask: 'where does Peter live' }, { dryRun: true }),
      )
      expect(added).toMatchObject({ source: `${file}#L2`, written: false, already: false })
      expect(repo.exists(file)).toBe(false)
    }))

  test.each([
    [{ ask: 'what is the launch code' }, 'not-found'],
    [{ ask: 'x', cites: ['^zzzzzzzzzz'] }, 'not-found'],
    [{ ask: 'x', cites: ['Graz'] }, 'bad-argument'],
    [{}, 'bad-argument'],
    [{ ask: ' ' }, 'bad-argument'],
    [{ belief: '^zzzzzzzzzz', above: 0.5 }, 'not-found'],
    [{ ask: 'x', nothing: true, within: 2 }, 'bad-argument'],
    [{ ask: 'where does Peter live', within: 0 }, 'bad-argument'],
    [{ ask: 'where does Peter live', asOf: 'someday' }, 'bad-argument'],
  ])('%j is refused, and nothing is written', (entry, code) =>
    begun(async (repo) => {
      await expect(repo.use((workspace) => workspace.expectAdd(entry))).rejects.toMatchObject({ code })
      expect(repo.exists(file)).toBe(false)
    }),
  )

  test('is refused for a belief that is none, or without a bound', () =>
    begun(async (repo) => {
      const [fact, belief] = [await idOf(repo, graz), await idOf(repo, tea)]
      for (const entry of [{ belief: fact, above: 0.5 }, { belief }])
        await expect(repo.use((workspace) => workspace.expectAdd(entry))).rejects.toMatchObject({
          code: 'bad-argument',
        })
    }))

  test('writes no credential a second time', () =>
    begun(async (repo) => {
      const secret = ['ghp', 'a'.repeat(2) + 'B3cD4eF5gH6iJ7kL8mN9oP0qR1sT2uV3wX'].join('_')
      repo.commit(day(7), retain(`W @Maya: The token of the printer is ${secret}`))
      const added = await repo.use((workspace) =>
        workspace.expectAdd({ ask: 'token of the printer', cites: [`${day(7)}#L2`] }),
      )
      expect(added.item).not.toContain('says')
      await expect(
        repo.use((workspace) => workspace.expectAdd({ ask: `is ${secret} it`, nothing: true })),
      ).rejects.toMatchObject({ code: 'bad-argument' })
      expect(repo.read(file)).not.toContain(secret.slice(4, 12))
    }))

  test('loses none of several that are added at once', () =>
    begun(async (repo) => {
      const questions = ['where does Peter live', 'what does Peter like', 'what boat does Peter own']
      await repo.use((workspace) => Promise.all(questions.map((ask) => workspace.expectAdd({ ask }))))
      expect(await told(repo)).toMatchObject({ ok: 3, failed: 0, malformed: [] })
    }))
})
