import { describe, expect, test } from '@jest/globals'
import type { RetainReport, SuggestPackets, Suggestions } from '../../../src/index.js'
import { jsonOf } from '../../cli/design-example.js'
import { day, retain } from '../../support/notes.js'
import { beginningWith, type Repo } from '../../support/with-repo.js'
import { commandsShareAProcess } from '../../support/served.js'

commandsShareAProcess()

const logs: Readonly<Record<string, string>> = {
  [day(10)]: `# A day

- 09:30 HEARTBEAT: checked the inbox of Marlene, nothing new. HEARTBEAT_OK
- [x] Marlene prefers green tea in the morning, not coffee.
- [ ] Marlene wants a new kettle before summer.
- She hates the lift. It broke again.

## The garage

Switched Rovira to winter tyres for 412 euros.
`,
  [day(11)]: `# A day

Marlene would rather have it on Friday.

Asked Marlene, and Rovira came too. Does Rovira charge 80 euros an hour?

Rovira charges 80 euros an hour, more on Saturdays.

Ana lives in Graz.

\`\`\`
Marlene likes code.
\`\`\`
`,
  [day(12)]: 'For Marlene from Rovira: a parcel. Then Rovira left.\n',
}
const begun = beginningWith((repo) => {
  repo.commit(day(1), retain('W @Ana: Ana lives in Graz'))
  for (const [path, text] of Object.entries(logs)) repo.write(path, text)
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'logs')
  repo.init()
})
const args = ['--since', '2025-11', '--now', '2025-11-20']
const suggested = (repo: Repo, ...more: string[]): Suggestions & object =>
  jsonOf<Suggestions & object>(repo, 'suggest', ...args, ...more)
const answered = (repo: Repo, answers: unknown, ...more: string[]): ReturnType<Repo['memory']> => {
  repo.write('../bullets.json', JSON.stringify(answers))
  return repo.memory('suggest', '--from', '../bullets.json', '--now', '2025-11-20', ...more)
}
const good = { cites: `${day(11)}#L7`, text: 'Rovira charges more on Saturdays', entities: ['Rovira'] }

describe('memory suggest', () => {
  test('finds plain statements about names that come again, and nothing that is asked, to be done, vague, code or said already', () =>
    begun((repo) => {
      const before = repo.git('status', '--porcelain')
      const { suggestions } = suggested(repo)
      expect(suggestions.map(({ text, kind, entities }) => [kind, entities[0], text])).toEqual([
        ['opinion', 'Marlene', 'Marlene prefers green tea in the morning, not coffee.'],
        ['experience', 'Rovira', 'Switched Rovira to winter tyres for 412 euros.'],
        ['world', 'Rovira', 'Rovira charges 80 euros an hour, more on Saturdays.'],
      ])
      for (const { text, cites } of suggestions) {
        const [path, line] = cites.split('#L')
        expect(repo.read(path!).split('\n')[Number(line) - 1]).toContain(text)
      }
      expect(repo.git('status', '--porcelain')).toBe(before)
      expect(suggested(repo, '--next', '1')).toMatchObject({ suggestions: [{}], more: true })
    }))

  test('drafts labelled lines in a row once, with all their passages, and not again where it was dropped', () =>
    begun((repo) => {
      const told = `
- **Problem:** the labels of a whole roll came out blank
- **Cause:** the roll was in upside down
`
      repo.commit(day(13), `# A day\n\n## 10:20 Shipping desk\n${told}`)
      repo.commit(day(14), `# A day\n\n## Shipping desk, once more\n${told}`)
      const labelled = (): Suggestions['suggestions'] =>
        suggested(repo).suggestions.filter(({ text }) => text.includes('upside down'))
      const [draft, ...more] = labelled()
      expect(more).toEqual([])
      expect(draft).toMatchObject({
        text: 'Shipping desk: Problem: the labels of a whole roll came out blank; Cause: the roll was in upside down',
        kind: 'world',
        entities: [],
        cites: `${day(13)}#L5-L6`,
        passages: [expect.any(String), expect.any(String)],
      })
      repo.memory('suggest', '--write', '--commit', '--on', '2025-11-13', '--now', '2025-11-20')
      expect(repo.read(day(13))).toContain(`W(suggested=^${draft!.passages.join('+^')}) Shipping desk: `)
      repo.memory('suggest', 'drop', '--all', '--on', '2025-11-13', '--commit', '--now', '2025-11-20')
      expect(labelled()).toEqual([])
    }))

  test('drafts no plan that a later log dropped, though only the earlier days are asked for', () =>
    begun((repo) => {
      const plan = 'each van gets a radio of its own, on the channel of the harbour'
      const decision = (text: string): string => `## Vans\n\nDecision: ${text}\n`
      const drafts = (): string[] =>
        jsonOf<Suggestions & object>(repo, 'suggest', '--on', '2025-11-14', '--now', '2025-11-20').suggestions.map(
          ({ text }) => text,
        )
      repo.commit(day(14), decision(plan))
      expect(drafts()).toEqual([`Decision: ${plan}`])
      repo.commit(day(16), decision('no van gets a radio, the channel of the harbour is for ships alone'))
      expect(drafts()).toEqual([])
    }))

  test('gives an agent what somebody wrote with the names that are known, and no checks', () =>
    begun((repo) => {
      const { packets, names } = jsonOf<SuggestPackets & object>(repo, 'suggest', '--passages', ...args)
      const texts = packets.map(({ text }) => text).join('\n')
      expect(texts).toContain('She hates the lift.')
      expect(texts).not.toContain('HEARTBEAT')
      expect(names).toEqual(expect.arrayContaining(['Ana', 'Marlene', 'Rovira']))
      expect(packets.find(({ text }) => text.startsWith('Switched'))!.under).toBe('A day › The garage')
    }))

  test('gives an agent no password, whose line it gives all the same', () =>
    begun((repo) => {
      repo.write(
        day(12),
        '# Portal\n\n## Old password: winter2019\n\nThe password for the portal is hunter22-Zebra and Rovira knows the code.\n',
      )
      const { packets } = jsonOf<SuggestPackets & object>(repo, 'suggest', '--passages', ...args)
      expect(packets.at(-1)).toMatchObject({
        text: 'The password for the portal is [masked: a password] and Rovira knows the code.',
        under: 'Old password: [masked: a password]',
      })
    }))

  test('takes bullets that cite their lines, into the log of their day, once', () =>
    begun((repo) => {
      const { status, stdout } = answered(repo, [good], '--commit', '--json')
      const { retained } = JSON.parse(stdout) as RetainReport
      expect(status).toBe(0)
      expect(retained[0]!.bullet).toMatch(/^- W\(from=\^[0-9a-z]{10}\) @Rovira: Rovira charges more on Saturdays$/)
      expect(repo.git('show', `HEAD:${day(11)}`)).toContain(`## Retain\n${retained[0]!.bullet}`)
      const { packets } = jsonOf<SuggestPackets & object>(repo, 'suggest', '--passages', ...args)
      expect(packets.map(({ cites }) => cites)).not.toContain(good.cites)
      const head = repo.git('rev-parse', 'HEAD')
      expect(answered(repo, [good], '--commit').status).toBe(0)
      expect(repo.git('rev-parse', 'HEAD')).toBe(head)
    }))

  test.each<[string, object, string]>([
    ['cites nothing', { ...good, cites: undefined }, 'cites must name its lines'],
    ['cites a line that is not there', { ...good, cites: `${day(11)}#L99` }, 'is no line of a log of a day'],
    ['cites a file that is no log', { ...good, cites: 'MEMORY.md#L1' }, 'is no line of a log of a day'],
    [
      'is about somebody whom its lines do not name',
      { ...good, entities: ['Boris'] },
      'Boris is named by none of its lines',
    ],
    [
      'says somebody whom its lines do not name',
      { ...good, text: 'Rovira charges Zeno more' },
      'Zeno is named by none',
    ],
    ['is of another day', { ...good, on: '2025-11-01' }, 'on must be the day of its lines'],
    ['says two things', { ...good, text: 'Rovira charges more. Rovira has a garage.' }, 'it says 2 things'],
    ['begins with a pronoun', { ...good, text: 'We pay more on Saturdays' }, 'it begins with We'],
    ['is no object', 'Rovira' as never, 'is no object'],
  ])('refuses a batch in which one bullet %s, whole and with the reason', (_, wrong, why) =>
    begun((repo) => {
      const before = repo.read(day(11))
      const { status, stderr } = answered(repo, [good, wrong])
      expect([status, stderr]).toEqual([2, expect.stringContaining(`bullet 2: `)])
      expect(stderr).toContain(why)
      expect(repo.read(day(11))).toBe(before)
    }),
  )

  test('says nothing of Chinese text, and says how to go on where rules find nothing', () =>
    begun((repo) => {
      repo.commit('memory/2025-11-19.md', '# 星期三\n\n小明搬到了杭州，三月开始上班。\n')
      const { stdout } = repo.memory('suggest', '--on', '2025-11-19', '--now', '2025-11-20')
      expect(stdout).toContain('Rules find no plain statement there')
    }))
})
