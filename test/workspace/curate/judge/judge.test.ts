import { describe, expect, test } from '@jest/globals'
import { parseAnswers, type JudgeAnswer, type JudgeReport, type Packets, type Status } from '../../../../src/index.js'
import { readAnswers } from '../../../../src/workspace/curate/judge/answers.js'
import { factId } from '../../../../src/model/fact.js'
import { jsonOf } from '../../../cli/design-example.js'
import { day, retain } from '../../../support/notes.js'
import { expectSameAsRebuild } from '../../../support/oracle.js'
import { beginningWith, type Repo } from '../../../support/with-repo.js'
import { commandsShareAProcess } from '../../../support/served.js'

commandsShareAProcess()

const page = 'bank/evidence.md'
const opinions = 'bank/opinions.md'

/** Two beliefs about Peter, and facts of which no rule has a word to say. */
const begun = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes flying', 'O(c=0.6) @Peter: Prefers tea'))
    repo.commit(day(5), retain('B @Peter: Took the night train'))
    repo.commit(day(7), retain('B @Peter: Had an espresso', 'W @Ann: Sings'))
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'pages')
  },
  { hooks: true },
)

const packets = (repo: Repo, ...args: string[]): Packets =>
  jsonOf<Packets & object>(repo, 'judge', '--next', '20', ...args)
const asked = (repo: Repo, ...args: string[]): string[] =>
  packets(repo, ...args).packets.map(
    ({ fact, beliefs }) => `${fact.content}: ${beliefs.map(({ content }) => content).join(', ')}`,
  )
function ids(repo: Repo): Record<'train' | 'espresso' | 'flying' | 'tea', string> {
  const [train, espresso] = packets(repo, '--since', '2025-11-01').packets
  const belief = (content: string): string => train!.beliefs.find((each) => each.content === content)!.id
  return {
    train: train!.fact.id,
    espresso: espresso!.fact.id,
    flying: belief('Likes flying'),
    tea: belief('Prefers tea'),
  }
}
const answer = (repo: Repo, answers: readonly JudgeAnswer[], ...args: string[]): JudgeReport & object => {
  repo.write('../answers.json', JSON.stringify(answers))
  return jsonOf<JudgeReport & object>(repo, 'judge', '--from', '../answers.json', ...args)
}
const commit = (repo: Repo, message = 'judged'): void => {
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', message)
}
const confidences = (repo: Repo): string[] =>
  [...repo.read(opinions).matchAll(/^- O\(c=([\d.]+)[^)]*\) @Peter: (.*?) · /gm)].map(
    ([, sure, said]) => `${said} ${sure}`,
  )

describe('what is open', () => {
  test('are facts of which no bullet, line or rule says what they do to earlier beliefs about the same, oldest first', () =>
    begun((repo) => {
      expect(asked(repo)).toEqual([
        'Took the night train: Prefers tea, Likes flying',
        'Had an espresso: Prefers tea, Likes flying',
      ])
      expect(asked(repo, '--since', '2025-11-06')).toEqual(['Had an espresso: Prefers tea, Likes flying'])
      expect(asked(repo, '--entity', 'Ann')).toEqual([])
      const { train, flying, tea } = ids(repo)
      repo.commit(day(7), retain(`B(weakens=^${tea}) @Peter: Had an espresso`, 'W @Peter: No longer likes flying'))
      expect(asked(repo)).toEqual([
        'Took the night train: Prefers tea, Likes flying',
        'Had an espresso: Likes flying',
        'No longer likes flying: Prefers tea',
      ])
      repo.append('bank/world.md', `\n## Curated\n\n- not ^${train} for ^${flying}\n`)
      commit(repo)
      expect(asked(repo)[0]).toBe('Took the night train: Prefers tea')
      // Who retires a fact wants to hear no more of it.
      repo.memory('retire', train)
      commit(repo)
      expect(asked(repo)[0]).toBe('Had an espresso: Likes flying')
      return Promise.resolve()
    }))

  test('is at most twelve beliefs a fact, those that share its rarer words first', () =>
    begun((repo) => {
      repo.commit(day(2), retain(...Array.from({ length: 14 }, (_, at) => `O @Peter: Collects stamp number ${at}`)))
      repo.commit(day(3), retain('O @Peter: Sleeps badly on a train'))
      const train = packets(repo).packets.find(({ fact }) => fact.content === 'Took the night train')
      expect(train!.beliefs).toHaveLength(12)
      expect(train!.beliefs[0]!.content).toBe('Sleeps badly on a train')
      return Promise.resolve()
    }))
})

describe('answers', () => {
  test('are lines that move beliefs from their commit on, as often as they are given, and are asked no more', () =>
    begun(async (repo) => {
      const { train, espresso, flying, tea } = ids(repo)
      const answers: JudgeAnswer[] = [
        { fact: `^${train}`, belief: `^${flying}`, verdict: 'contradicts', why: 'he could\nhave flown' },
        { fact: train, verdict: 'unrelated' },
        { fact: espresso, belief: tea, verdict: 'weakens' },
      ]
      const report = answer(repo, answers)
      expect(report).toMatchObject({ written: true, commit: null, known: 0, unrelated: 1, judged: '2025-11-07' })
      const line = (fact: string, says: string, said: string, belief: string): string =>
        `- ^${fact} ${says}: "B @Peter: ${said}" about "O @Peter: ${belief}"`
      const lines = [
        `${line(train, `contradicts ^${flying}`, 'Took the night train', 'Likes flying')} <!-- he could have flown -->`,
        line(espresso, `weakens ^${tea}`, 'Had an espresso', 'Prefers tea'),
      ].toSorted()
      expect(repo.read(page)).toBe(`---\njudged: 2025-11-07\n---\n\n# Evidence\n\n${lines.join('\n')}\n`)
      expect(report.lines.toSorted()).toEqual(lines)
      expect(asked(repo)).toEqual(['Had an espresso: Likes flying'])
      expect(answer(repo, answers)).toMatchObject({ written: false, lines: [], known: 2 })
      expect(confidences(repo)).toEqual(['Likes flying 0.80', 'Prefers tea 0.60'])
      commit(repo)
      expect(confidences(repo)).toEqual(['Likes flying 0.64', 'Prefers tea 0.54'])
      await expectSameAsRebuild(repo)
      expect(repo.memory('show', flying).stdout).toMatch(
        /2025-11-05 {2}contradicts {2}0\.64 {2}memory\/2025-11-05\.md#L2 {2}\(said at bank\/evidence\.md#L\d by Tester: he could have flown\)/,
      )
      // Nothing of it is a fact or found as text.
      expect(repo.memory('recall', 'evidence').stdout).not.toContain(page)
      expect(repo.memory('verify').status).toBe(0)
      // Deleting a line takes it back.
      repo.write(page, repo.read(page).replace(/^.*contradicts.*\n/m, ''))
      commit(repo)
      expect(confidences(repo)).toEqual(['Likes flying 0.80', 'Prefers tea 0.54'])
      await expectSameAsRebuild(repo)
    }))

  test('that a fact has nothing to do with a belief are lines where a rule says otherwise', () =>
    begun(async (repo) => {
      repo.commit(day(7), retain('W @Peter: No longer likes flying'))
      const { flying } = ids(repo)
      const fact = /No longer likes flying.*<!-- \^(\w{10})/.exec(repo.read('bank/world.md'))![1]!
      expect(confidences(repo)[0]).toMatch(/^Prefers tea 0\.60/)
      answer(repo, [{ fact, belief: flying, verdict: 'unrelated', why: 'a joke' }])
      expect(repo.read(page)).toContain(
        `- not ^${fact} for ^${flying}: "W @Peter: No longer likes flying" <!-- a joke -->\n`,
      )
      commit(repo)
      expect(confidences(repo)).toEqual(['Likes flying 0.80', 'Prefers tea 0.60'])
      await expectSameAsRebuild(repo)
      // Another answer about the two takes the place of the first.
      answer(repo, [{ fact, belief: flying, verdict: 'weakens' }])
      expect(repo.read(page)).not.toContain('- not ')
      commit(repo)
      expect(confidences(repo)).toEqual(['Likes flying 0.72', 'Prefers tea 0.60'])
      await expectSameAsRebuild(repo)
    }))

  test('with --commit are a commit of that page alone, whatever else is edited or staged', () =>
    begun(async (repo) => {
      const { train, flying } = ids(repo)
      repo.append(day(7), '- W @Peter: Not yet committed\n')
      repo.write('notes.txt', 'staged\n')
      repo.git('add', 'notes.txt')
      const { commit: made } = answer(repo, [{ fact: train, belief: flying, verdict: 'supports' }], '--commit')
      expect(repo.git('show', '--format=%s', '--name-only', made!).split('\n').filter(Boolean)).toEqual([
        'memory: judge 1 pair',
        page,
      ])
      expect(repo.git('diff', '--cached', '--name-only')).toBe('notes.txt')
      expect(repo.git('diff', '--name-only').split('\n')).toContain(day(7))
      expect(confidences(repo)[0]).toBe('Likes flying 0.82')
      await expectSameAsRebuild(repo)
    }))

  test('never take the place of a committed page that is no text', () =>
    begun((repo) => {
      const { train, flying } = ids(repo)
      const broken = Buffer.from('# Evidence\n\nJ\xfcrgen said so\n', 'latin1')
      repo.write(page, broken)
      commit(repo, 'broken')
      repo.write(page, '# Evidence\n')
      const at = repo.git('rev-parse', 'HEAD')
      repo.write('../answers.json', JSON.stringify([{ fact: train, belief: flying, verdict: 'weakens' }]))
      const { status, stderr } = repo.memory('judge', '--from', '../answers.json', '--commit')
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: expect.stringContaining(`${page} cannot be read as text`),
      })
      expect(repo.git('rev-parse', 'HEAD')).toBe(at)
    }))

  test('with --dry-run are told and not written', () =>
    begun((repo) => {
      const { train, flying } = ids(repo)
      const before = repo.files('bank')
      expect(answer(repo, [{ fact: train, belief: flying, verdict: 'supports' }], '--dry-run')).toMatchObject({
        written: false,
        lines: [expect.stringContaining('supports')],
      })
      expect(repo.files('bank')).toEqual(before)
      return Promise.resolve()
    }))

  test('find their fact and their belief again when a slip in the log of either is put right', () =>
    begun(async (repo) => {
      const { train, flying } = ids(repo)
      answer(repo, [{ fact: train, belief: flying, verdict: 'contradicts' }])
      commit(repo)
      repo.commit(day(5), retain('B @Peter: Took the nigt train'))
      repo.commit(day(1), retain('O(c=0.8) @Peter: Likes flyng', 'O(c=0.6) @Peter: Prefers tea'))
      expect(confidences(repo)[0]).toBe('Likes flyng 0.64')
      await expectSameAsRebuild(repo)
    }))
})

describe('a line of the page', () => {
  const flyingBy = (repo: Repo): string => confidences(repo).find((each) => each.startsWith('Likes flying'))!

  test('is never taken for a generated one, whatever its reason and its words look like', () =>
    begun(async (repo) => {
      const { train, flying } = ids(repo)
      const stamp = `^${flying} 80 2025-11-01 d9247a82`
      answer(repo, [{ fact: train, belief: flying, verdict: 'contradicts', why: stamp }])
      commit(repo)
      expect(flyingBy(repo)).toBe('Likes flying 0.64')
      expect(answer(repo, [{ fact: train, belief: flying, verdict: 'contradicts', why: stamp }]).lines).toEqual([])
      repo.commit(day(2), retain(`O @Peter: Ends lines with \`<!-- ${stamp} -->\` or \`<!-- memory:end -->\``))
      repo.commit(day(9), retain('B @Peter: Typed one ` tick in a mail'))
      const open = packets(repo).packets.find(({ fact }) => fact.content.startsWith('Typed'))!
      const belief = open.beliefs.find(({ content }) => content.startsWith('Ends lines'))!.id
      answer(repo, [{ fact: open.fact.id, belief, verdict: 'weakens' }])
      commit(repo)
      expect(repo.read(opinions)).toContain('O(c=0.63) @Peter: Ends lines')
      const { edits, damagedPages, ineffective } = jsonOf<Status & object>(repo, 'status')
      expect({ edits, damagedPages, ineffective }).toEqual({ edits: [], damagedPages: [], ineffective: [] })
      await expectSameAsRebuild(repo)
    }))

  test('stands before a fence that nobody closes, and counts', () =>
    begun((repo) => {
      const { train, flying } = ids(repo)
      repo.commit(page, '# Evidence\n\n```\nsketch\n')
      answer(repo, [{ fact: train, belief: flying, verdict: 'contradicts' }])
      commit(repo)
      expect(flyingBy(repo)).toBe('Likes flying 0.64')
      expect(repo.read(page)).toMatch(/# Evidence\n\n- \^.*\n\n```\nsketch\n$/)
      return Promise.resolve()
    }))

  test('takes the place of two that a merge left with other verdicts, whichever of them says the same', () =>
    begun(async (repo) => {
      const { train, flying } = ids(repo)
      const both = ['contradicts', 'supports'] as const
      const lines = both.map((verdict) => `- ^${train} ${verdict} ^${flying}\n`)
      for (const verdict of both) {
        repo.commit(page, `# Evidence\n\n${lines.join('')}`)
        const { untaken } = answer(repo, [{ fact: train, belief: flying, verdict }])
        expect([verdict, untaken, repo.read(page)]).toEqual([
          verdict,
          [],
          `# Evidence\n\n- ^${train} ${verdict} ^${flying}\n`,
        ])
        commit(repo)
        expect(flyingBy(repo)).toBe(verdict === 'supports' ? 'Likes flying 0.82' : 'Likes flying 0.64')
      }
      await expectSameAsRebuild(repo)
    }))

  test('stays in its section where the other side of a merge wrote words there', () =>
    begun((repo) => {
      const { train, espresso, flying, tea } = ids(repo)
      const text = (closing: string, more = ''): string =>
        `## Travel\n\n- ^${train} contradicts ^${flying}\n  he told me so\n${more}\n## Food\n\n- ^${espresso} weakens ^${tea}\n\n${closing}\n`
      repo.commit(page, text('My closing words.'))
      repo.git('switch', '-q', '-c', 'other')
      repo.commit(page, text('Other closing words.'))
      repo.git('switch', '-q', '-')
      answer(repo, [{ fact: train, belief: tea, verdict: 'supports' }])
      repo.git('add', page)
      repo.git('commit', '-q', '-m', 'judged')
      repo.git('stash', '-q', '--include-untracked')
      repo.git('merge', '-q', '--no-edit', 'other')
      expect(repo.read(page)).toMatch(
        /contradicts .*\n {2}he told me so\n[^]*## Food\n\n- \^\w{10} weakens \^\w{10}\n[^]*Other closing words\.\n/,
      )
      expect(repo.read(page)).toContain(`- ^${train} supports ^${tea}: `)
      return Promise.resolve()
    }))

  test('goes with the words of a belief that is forgotten by another id', () =>
    begun((repo) => {
      const { train, flying } = ids(repo)
      answer(repo, [{ fact: train, belief: flying, verdict: 'contradicts' }])
      commit(repo)
      repo.commit(day(1), retain('O(c=0.8) @Peter: Likes flyng', 'O(c=0.6) @Peter: Prefers tea'))
      commit(repo)
      const now = /Likes flyng.*<!-- \^(\w{10})/.exec(repo.read(opinions))![1]!
      expect(repo.memory('forget', now)).toMatchObject({ status: 0 })
      expect(repo.read(page)).not.toContain('Likes flying')
      return Promise.resolve()
    }))

  test('that says they have nothing to do with each other, with a reason, is found again by its words', () =>
    begun((repo) => {
      const { espresso, tea } = ids(repo)
      answer(repo, [{ fact: espresso, belief: tea, verdict: 'unrelated', why: 'a guest' }])
      commit(repo)
      repo.commit(day(7), retain('B @Peter: Had an espreso', 'W @Ann: Sings'))
      expect(jsonOf<Status & object>(repo, 'status').ineffective).toEqual([])
      return Promise.resolve()
    }))

  test('about a belief of several statements is the one about all of them', () =>
    begun(async (repo) => {
      const { train, flying: first } = ids(repo)
      repo.commit(day(3), retain('O @Peter: Likes flying'))
      const other = factId({ kind: 'opinion', text: 'Likes flying', mentions: ['Peter'] }, '2025-11-03')
      answer(repo, [{ fact: train, belief: other, verdict: 'supports' }])
      answer(repo, [{ fact: train, belief: first, verdict: 'contradicts' }])
      expect(repo.read(page).match(new RegExp(`\\^${train} `, 'g'))).toHaveLength(1)
      repo.write(
        '../answers.json',
        JSON.stringify([
          { fact: train, belief: first, verdict: 'supports' },
          { fact: train, belief: other, verdict: 'weakens' },
        ]),
      )
      expect(repo.memory('judge', '--from', '../answers.json').stderr).toContain('of the same belief')
      await expectSameAsRebuild(repo)
    }))
})

describe('a batch of which memory cannot take one answer', () => {
  test('is taken but for that one, which is named with why: it was retired, edited away or never was', () =>
    begun((repo) => {
      const { train, espresso, flying, tea } = ids(repo)
      repo.memory('retire', train, '--commit')
      const answers: JudgeAnswer[] = [
        { fact: train, belief: flying, verdict: 'contradicts' },
        { fact: espresso, belief: tea, verdict: 'weakens' },
        { fact: espresso, belief: '^aaaaaaaaaa', verdict: 'weakens' },
      ]
      for (const args of [[], ['--commit']]) {
        const { untaken, written } = answer(repo, answers, ...args)
        expect(untaken).toEqual([
          { answer: 1, fact: train, belief: flying, why: `^${train} is retired, and speaks for nothing` },
          { answer: 3, fact: espresso, belief: 'aaaaaaaaaa', why: expect.stringContaining('nothing is called') },
        ])
        expect(written).toBe(true)
      }
      expect(repo.git('show', `HEAD:${page}`)).toContain(`- ^${espresso} weakens ^${tea}: `)
      expect(repo.memory('judge', '--from', '../answers.json').stdout).toContain(`Answer 1 was not taken: ^${train} is`)
      return Promise.resolve()
    }))

  test('with a commit, where a fact is in none yet: its line waits in the working tree, and holds with the log', () =>
    begun(async (repo) => {
      const { train, flying } = ids(repo)
      repo.append(day(9), retain('B @Peter: Cancelled the flight', 'O(c=0.7) @Peter: Likes trains'))
      repo.append(day(10), retain('B @Peter: Bought a rail pass'))
      const all = packets(repo).packets
      const answers = all.flatMap(({ fact, beliefs }) =>
        beliefs.map(({ id }): JudgeAnswer => ({ fact: fact.id, belief: id, verdict: 'weakens' })),
      )
      const { commit: made, lines, waiting, untaken } = answer(repo, answers, '--commit')
      expect({ untaken, lines: lines.length, waiting: waiting.length }).toEqual({ untaken: [], lines: 10, waiting: 6 })
      expect(repo.git('show', `${made}:${page}`).match(/^- /gm)).toHaveLength(4)
      expect(repo.read(page).match(/^- /gm)).toHaveLength(10)
      expect(answer(repo, [{ fact: train, belief: flying, verdict: 'weakens' }])).toMatchObject({ known: 1, lines: [] })
      expect(asked(repo)).toEqual([])
      commit(repo)
      await expectSameAsRebuild(repo)
      expect(repo.memory('verify').status).toBe(0)
    }))
})

test('where the commit fails after a line was written, the error says which line stands where, and that it is not committed', () =>
  begun((repo) =>
    repo.use(async (workspace) => {
      const { train, flying } = ids(repo)
      repo.write(day(20), retain('B @Peter: Flew to Oslo'))
      const [oslo] = (await workspace.recall('Oslo')).results
      repo.write('.git/index.lock', '')
      const answers = [
        { fact: oslo!.id, belief: flying, verdict: 'supports' },
        { fact: train, belief: flying, verdict: 'weakens' },
      ] as const
      const said = `- ^${oslo!.id} supports ^${flying}`
      await expect(workspace.judge(answers, { commit: true })).rejects.toMatchObject({
        name: 'MemoryError',
        message: expect.stringMatching(
          /^1 line of facts that no commit holds written into bank\/evidence\.md, not committed, and no other answer taken: /,
        ),
      })
      expect(repo.read(page)).toContain(said)
      expect(repo.read(page)).not.toContain(`^${train} weakens`)
      await expect(workspace.judge(answers.slice(1), { commit: true })).rejects.toThrow(/^(?!.*written, not committed)/)
      repo.remove('.git/index.lock')
      expect(await workspace.judge(answers, { commit: true })).toMatchObject({
        waiting: [expect.stringContaining(said)],
      })
      expect(repo.git('show', `HEAD:${page}`)).toContain(`^${train} weakens`)
    }),
  ))

test('whatever judge lists can be answered at once, each of it, with a commit and without', () =>
  begun(async (repo) => {
    const said = [
      'O(c=0.7) @Peter: Likes trains',
      'B @Peter: Sold the car',
      'O @Peter: Prefers tea',
      'W @Peter: Has a cat',
    ]
    const { espresso } = ids(repo)
    let next = 1
    const random = (below: number): number => (next = (next * 48271) % 0x7fffffff) % below
    const verdicts = ['supports', 'weakens', 'contradicts', 'replaces', 'unrelated'] as const
    for (let round = 0; round < 6; round++) {
      for (const many of [1, 2]) repo.append(day(8 + round), retain(...said.slice(random(3), 2 + many)))
      if (round % 2 === 1) commit(repo)
      if (round === 2) repo.memory('retire', espresso)
      const open = packets(repo).packets
      const pairs = open.flatMap(({ fact, beliefs }) => beliefs.map(({ id }) => ({ fact: fact.id, belief: id })))
      const some = pairs.filter(() => random(3) > 0)
      const answers = some.map((pair): JudgeAnswer => ({ ...pair, verdict: verdicts[random(5)]! }))
      const { untaken } = answer(repo, answers, ...(random(2) === 0 ? ['--commit'] : []))
      expect([round, untaken]).toEqual([round, []])
      const left = packets(repo, '--since', '2025-11-01').packets.flatMap(({ fact, beliefs }) =>
        beliefs.map(({ id }) => `${fact.id} ${id}`),
      )
      const told = answers.filter(({ verdict }) => verdict !== 'unrelated')
      expect(left.filter((pair) => told.some(({ fact, belief }) => pair === `${fact} ${belief}`))).toEqual([])
    }
  }))

describe('a batch that is not as it should be', () => {
  const wrong: Record<string, (known: ReturnType<typeof ids>) => unknown> = {
    'a verdict that is none': ({ train, flying }) => ({ fact: train, belief: flying, verdict: 'refutes' }),
    'no belief': ({ train }) => ({ fact: train, verdict: 'supports' }),
    'a field that is none': ({ train, flying }) => ({ fact: train, belief: flying, verdict: 'supports', reason: 'x' }),
    'an id that is none': ({ flying }) => ({ fact: 7, belief: flying, verdict: 'supports' }),
    'a why that is no text': ({ train, flying }) => ({ fact: train, belief: flying, verdict: 'supports', why: 7 }),
    'no object': () => 'supports',
    'a long why': ({ train, flying }) => ({ fact: train, belief: flying, verdict: 'supports', why: 'x'.repeat(501) }),
    'the same pair otherwise': ({ espresso, tea }) => ({ fact: espresso, belief: tea, verdict: 'supports' }),
  }
  test.each(Object.keys(wrong))('is refused whole: %s', (what) =>
    begun((repo) => {
      const known = ids(repo)
      const good = { fact: known.espresso, belief: known.tea, verdict: 'weakens' }
      repo.write('../answers.json', JSON.stringify([good, wrong[what]!(known)]))
      const { status, stdout, stderr } = repo.memory('judge', '--from', '../answers.json')
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(/no answer was taken: answer 2: \S/)
      expect(repo.exists(page)).toBe(false)
      return Promise.resolve()
    }),
  )

  test('is refused where memory can take none of it', () =>
    begun((repo) => {
      const { train, espresso, flying } = ids(repo)
      repo.write(
        '../answers.json',
        JSON.stringify([
          { fact: '^aaaaaaaaaa', belief: flying, verdict: 'supports' },
          { fact: train, belief: espresso, verdict: 'supports' },
        ]),
      )
      const { status, stderr } = repo.memory('judge', '--from', '../answers.json')
      expect(status).toBe(2)
      expect(stderr).toMatch(
        /no answer was taken: answer 1: nothing is called \^aaaaaaaaaa: .*; answer 2: .* moves beliefs only/,
      )
      return Promise.resolve()
    }))

  test('is refused where somebody said elsewhere that the two have nothing to do with each other, or retired one', () =>
    begun((repo) => {
      const { train, flying, tea } = ids(repo)
      repo.append('bank/world.md', `\n## Curated\n\n- not ^${train} for ^${flying}\n`)
      commit(repo)
      const refused = (belief: string): string => {
        repo.write('../answers.json', JSON.stringify([{ fact: train, belief, verdict: 'supports' }]))
        return repo.memory('judge', '--from', '../answers.json').stderr
      }
      expect(refused(flying)).toMatch(/answer 1: bank\/world\.md:\d+ says that \^\w{10} is no evidence for \^\w{10}/)
      repo.memory('retire', train)
      commit(repo)
      expect(refused(tea)).toContain(`answer 1: ^${train} is retired`)
      return Promise.resolve()
    }))

  test('is no JSON and no lines of it, but one answer may stand on several lines', () => {
    expect(() => parseAnswers('['.repeat(100_000) + ']'.repeat(100_000))).toThrow(/answers are|is no object|no answer/)
    expect(() => parseAnswers('supports\n')).toThrow(/line 1 is neither/)
    expect(() => parseAnswers('')).toThrow(/got nothing/)
    const nothingNamed = { fact: '^12m7d97uez', belief: null, verdict: 'unrelated', why: null }
    expect(readAnswers([nothingNamed])).toMatchObject([{ fact: '12m7d97uez', belief: undefined, why: undefined }])
    const one = { fact: '^12m7d97uez', belief: '^k3f9a2c1x7', verdict: 'supports' } as const
    const forms = [JSON.stringify([one]), JSON.stringify({ answers: [one] }), `${JSON.stringify(one)}\n\n`].concat(
      JSON.stringify(one, undefined, 2),
    )
    for (const form of forms) expect(parseAnswers(form)).toEqual([one])
  })
})

test('status counts what nobody judged, in use also in words; a pull request names who says what moved a belief; verify names what moves none', () =>
  begun((repo) => {
    const open = (): unknown => jsonOf<Status & object>(repo, 'status').judging
    expect(open()).toEqual({ judged: null, open: 2 })
    expect(repo.memory('status').stdout).not.toContain('judged')
    const { train, espresso, flying, tea } = ids(repo)
    const answers: JudgeAnswer[] = [
      { fact: train, belief: flying, verdict: 'contradicts' },
      { fact: train, verdict: 'unrelated' },
    ]
    answer(repo, answers, '--commit')
    expect(open()).toEqual({ judged: '2025-11-07', open: 1 })
    expect(repo.memory('status').stdout).toContain(
      'judged     facts before 2025-11-07; 1 fact since that nobody judged: memory judge\n',
    )
    expect(repo.memory('reflect', '--summary', 'md').stdout).toContain(
      '| 0.80 → 0.64 | `memory/2025-11-05.md#L2` (`contradicts, bank/evidence.md`) |',
    )
    repo.append(
      page,
      `- ^${train} weakens ^${flying}\n- ^${espresso} contradict ^${tea}\n- ^${espresso} weakens ^aaaaaaaaaa\n`,
    )
    commit(repo)
    const { stdout } = repo.memory('verify')
    expect(stdout).toMatch(
      /bank\/evidence\.md:\d+ .*contradicts \^\w{10} has no effect: bank\/evidence\.md:\d+ says weakens of the same two/,
    )
    expect(stdout).toMatch(
      /bank\/evidence\.md:\d+ .*weakens \^aaaaaaaaaa moves nothing: nothing has that id — the nearest belief is \^\w{10}: O @Peter: /,
    )
    expect(repo.memory('status').stdout).toMatch(
      /bank\/evidence\.md:\d+ {2}a line about a fact and a belief stands in bank\/, and says supports, weakens, contradicts, replaces/,
    )
    return Promise.resolve()
  }))

test('status and the report count the facts that judge asks about: none that a rule judged, and those of an alias', () =>
  begun((repo) => {
    const counted = (): unknown => [
      packets(repo).packets.length,
      jsonOf<Status & object>(repo, 'status').judging.open,
      Number(/is believed\? <span class="count">(\d+)/.exec(repo.memory('report', '--to', '-').stdout)?.[1] ?? 0),
    ]
    expect(counted()).toEqual([2, 2, 2])
    repo.commit(day(2), retain('O(c=0.6) @Uma: Likes hills'))
    repo.commit(day(9), retain('W @Uma: Does not like hills'))
    expect(counted()).toEqual([2, 2, 2])
    repo.write('bank/entities/Uma.md', repo.read('bank/entities/Uma.md').replace('aliases: []', 'aliases: [Umi]'))
    repo.commit(day(11), retain('B @Umi: Slept late'))
    commit(repo)
    expect(counted()).toEqual([3, 3, 3])
    return Promise.resolve()
  }))

test('an agent that calls everything a contradiction moves a belief one step a day, is named for it, and is taken back by one revert', () =>
  begun(async (repo) => {
    const more = ['Slept late', 'Read a book', 'Bought a boat'].map((said) => `B @Peter: ${said}`)
    repo.commit(day(7), retain('B @Peter: Had an espresso', ...more))
    commit(repo, 'more')
    const before = confidences(repo)
    const { packets: all } = packets(repo)
    const answers = all.flatMap(({ fact, beliefs }) =>
      beliefs.map(({ id }): JudgeAnswer => ({ fact: fact.id, belief: id, verdict: 'contradicts' })),
    )
    expect(answers).toHaveLength(10)
    const { commit: by } = answer(repo, answers, '--commit')
    // One day of one fact, and one of four, half the way at once the second time.
    expect(confidences(repo)).toEqual(['Likes flying 0.32', 'Prefers tea 0.24'])
    const told = repo.memory('log', '--beliefs', '--since', '2025-11-27').stdout
    expect(told).toMatch(
      new RegExp(`0\\.80 → 0\\.32 {2}Likes flying[^]*committed [\\d-]+ as ${by!.slice(0, 10)} by Tester`),
    )
    commit(repo, 'pages')
    repo.git('revert', '--no-edit', by!)
    expect(confidences(repo)).toEqual(before)
    await expectSameAsRebuild(repo)
  }))

test('two clones that judge different pairs merge without a conflict, and believe the same whichever is merged into the other', () =>
  begun(async (repo) => {
    const { train, espresso, flying, tea } = ids(repo)
    repo.git('switch', '-q', '-c', 'other')
    answer(repo, [
      { fact: train, belief: flying, verdict: 'contradicts' },
      { fact: train, belief: tea, verdict: 'unrelated' },
    ])
    commit(repo)
    repo.git('add', '-A')
    repo.git('commit', '-q', '--allow-empty', '-m', 'pages')
    repo.git('switch', '-q', '-')
    answer(repo, [
      { fact: espresso, belief: tea, verdict: 'weakens' },
      { fact: espresso, belief: flying, verdict: 'unrelated' },
    ])
    commit(repo)
    repo.git('add', '-A')
    repo.git('commit', '-q', '--allow-empty', '-m', 'pages')
    repo.git('switch', '-q', '-c', 'merged')
    repo.git('merge', '-q', '--no-edit', 'other')
    expect(confidences(repo)).toEqual(['Likes flying 0.64', 'Prefers tea 0.54'])
    const there = repo.read(page)
    await expectSameAsRebuild(repo)
    repo.git('add', '-A')
    repo.git('commit', '-q', '--allow-empty', '-m', 'pages')
    repo.git('switch', '-q', 'other')
    repo.git('merge', '-q', '--no-edit', '-')
    repo.git('reset', '-q', '--hard')
    expect(repo.read(page)).toBe(there)
    expect(asked(repo)).toEqual([])
  }))
