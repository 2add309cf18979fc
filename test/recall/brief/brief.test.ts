import { afterEach, describe, expect, test } from '@jest/globals'
import { briefOf, type Brief, type BriefGiven } from '../../../src/recall/brief/brief.js'
import { dayOfPath } from '../../../src/model/note.js'
import { smallIndex, type SmallIndex } from '../small-index.js'

const opened: SmallIndex[] = []
afterEach(() => opened.splice(0).forEach((index) => index.remove()))

const retained = (...bullets: string[]): string => `## Retain\n${bullets.map((bullet) => `- ${bullet}\n`).join('')}`

/** The brief of notes by their paths; a path of a day is a log. */
async function briefFrom(
  notes: Readonly<Record<string, string>>,
  given: Partial<BriefGiven> & { readonly me?: string } = {},
): Promise<Brief> {
  const index = await smallIndex(Object.entries(notes))
  opened.push(index)
  const logs = Object.keys(notes).flatMap((path) => {
    const day = dayOfPath(path)
    return day === null ? [] : [{ path, day }]
  })
  const { me = 'user', ...options } = given
  return briefOf(index.store, { core: [], blockLimit: 5000, open: 0, logs, ...options }, { ...index.context, me: [me] })
}

const said = ({ sections }: Brief, name: string): string[] =>
  (sections.find((section) => section.name === name)?.lines ?? []).map((line) => line.replace(/ \(\S+ \^\w+\)$/, ''))
const lastOf = ({ text }: Brief): string => text.split('\n').at(-1)!

/** Twelve weeks of a project, 40 facts, in its own words. */
const project = {
  'memory/2026-07-06.md': retained(
    'W @Harbor: Is the booking tool of the ferry company, rewritten from PHP to Go',
    'W @Mara: Leads Harbor from Tallinn',
    'W @Jonas: Writes the payment service of Harbor',
    'O(c=0.9) @Mara: Wants no releases on a Friday',
    'W @Harbor: Goes live with a deadline of 2026-09-30',
  ),
  'memory/2026-07-14.md': retained(
    'W @Elke: Runs operations',
    'O(c=0.7) @Jonas: Prefers small pull requests',
    'W @Harbor: Stores bookings in PostgreSQL',
    'B @Harbor: I moved the seat map to its own service',
    'W @Jonas: Lives in Porto',
  ),
  'memory/2026-07-28.md': retained(
    'W @Harbor: The staging server is behind basic auth',
    'O(c=0.8) @Elke: Distrusts automatic failover since the outage of June',
    'S @Mara: Answers fastest before nine in the morning',
    'W @Stripe: Is the payment provider of Harbor',
    'B @Harbor: I wrote the import of old bookings; 31 of 48,000 rows had no date',
    'W @Mara: Always wants a summary in the first line of a message',
  ),
  'memory/2026-08-07.md': retained(
    'W @Ines: Joined as designer on 2026-08-01',
    'O(c=0.6) @Jonas: Would rather write tests before code',
    'W @Ferryline: Charges 2 percent commission a booking',
    'B @Harbor: I found the memory leak in the PDF writer and closed it',
  ),
  'memory/2026-08-19.md': retained(
    'W @Harbor: The deadline moved from 2026-09-30 to 2026-10-15',
    'W @Jonas: Moved from Porto to Lyon',
    'W @Tomas: Is on call until the launch',
    'O(c=0.75) @Ines: Thinks the seat map is too dark for old screens',
    'W @Ines: Keeps the designs in Penpot',
  ),
  'memory/2026-09-01.md': retained(
    'B @Harbor: I made the seat map lighter, after Ines showed three screens',
    'W @Harbor: The pilot runs with the Helsinki crew from 2026-09-07 to 2026-09-25',
    'W @Helsinki: Reported that tickets print without the berth number',
    'O(c=0.85) @Mara: Wants no releases on a Friday',
    'W @Tomas: Is a night owl',
  ),
  'memory/2026-09-14.md': retained(
    'B @Harbor: I fixed the berth number on tickets; the cause was a cut at 40 characters',
    'W @Mara: Is on holiday from 2026-09-28 to 2026-10-02',
    'W @Harbor: The security review is on 2026-10-06',
    'O(c=0.8) @Tomas: Wants a rollback rehearsed before the launch',
  ),
  'memory/2026-09-24.md': retained(
    'W @Harbor: Releases are cut from the branch release, never from main',
    'S @Harbor: Most bugs of the pilot came from old printers',
    'W @Tomas: Always wants a runbook beside an alert',
  ),
  'memory/2026-09-26.md': retained(
    'B @Harbor: I rehearsed the rollback on staging; it took 11 minutes',
    'W @Harbor: Only the Tallinn office may refund by hand',
    'W @Elke: Wrote the runbook of the rollback',
  ),
}

describe('forty facts of twelve weeks', () => {
  test('come whole within 1,900 tokens, those that are over with their end', async () => {
    const told = await briefFrom(project, { budget: 1900 })
    expect(lastOf(told)).toBe('Nothing is left out.')
    expect(told.left).toEqual({ fact: 0, belief: 0, passage: 0 })
    for (const log of Object.values(project))
      for (const bullet of log.trim().split('\n').slice(1))
        expect(told.text).toContain(bullet.replace(/^- \w(?:\(.*?\))? @\w+: /, ''))
    expect(said(told, 'believed')[0]).toBe('- O 0.90 Wants no releases on a Friday — Mara')
    expect(said(told, 'names')[0]).toBe('About Harbor:')
    expect(said(told, 'older')).toContain('- W Lives in Porto — Jonas [until 2026-08-19]')
  })

  test('are counted where a budget leaves them out, in the words of who asks', async () => {
    const told = await briefFrom(project, { budget: 400 })
    const { fact, belief } = told.left
    expect(fact + belief).toBeGreaterThan(10)
    expect(lastOf(told)).toBe(`Left out: ${fact} facts, ${belief} beliefs: ask \`memory recall "…"\`.`)
    const tools = await briefFrom(project, { budget: 400, calls: 'tools' })
    expect(lastOf(tools)).toMatch(/^Left out: \d+ facts, \d+ beliefs: ask the tool recall\.$/)
  })

  test('name no command of a shell where tools are called', async () => {
    const told = await briefFrom(project, { calls: 'tools', open: 3 })
    expect(told.text).not.toMatch(/`memory |--\w|config\.json/)
    expect(told.text).toContain('is not set: core with edit owner')
  })

  test('have no superseded deadline under way, nor what is over', async () => {
    const told = await briefFrom(project)
    expect(said(told, 'under way').slice(0, 3)).toEqual([
      '- W Is on holiday from 2026-09-28 to 2026-10-02 — Mara',
      '- W The security review is on 2026-10-06 — Harbor',
      '- W The deadline moved from 2026-09-30 to 2026-10-15 — Harbor',
    ])
    expect(said(told, 'names').join('\n')).not.toMatch(/Goes live|Lives in Porto|The pilot runs/)
  })
})

test('a deadline that a later fact moved is not under way, whatever else the first one says', async () => {
  const told = await briefFrom({
    'memory/2026-08-01.md': retained('W @Harbor: Builds the export for the auditors with a deadline of 2026-09-30'),
    'memory/2026-08-02.md': retained('W @Ferry: Is in the dock until 2026-09-30'),
    'memory/2026-08-11.md': retained('W @Harbor: The deadline moved from 2026-09-30 to 2026-10-15'),
    'memory/2026-08-12.md': retained('W @Anna: Came by'),
    'memory/2026-08-13.md': retained('W @Anna: Left'),
  })
  expect(said(told, 'under way')).toEqual([
    '- W Is in the dock until 2026-09-30 — Ferry',
    '- W The deadline moved from 2026-09-30 to 2026-10-15 — Harbor',
  ])
})

describe('what is believed', () => {
  test('is spread over those it is believed of: one name does not fill it', async () => {
    const beliefs = Array.from(
      { length: 60 },
      (_, at) => `O(c=0.99) @Bo: Is fond of the animal number ${at} of the zoo`,
    )
    const told = await briefFrom(
      {
        'memory/2025-10-01.md': retained(...beliefs, 'O(c=0.7) @Anna: Loves maps', 'O(c=0.6) @Cem: Hates phones'),
        'memory/2025-12-01.md': retained('W @Dora: Came by'),
      },
      { budget: 1400 },
    )
    const lines = said(told, 'believed')
    expect(
      lines
        .slice(0, 3)
        .map((line) => line.split(' — ').at(-1))
        .toSorted(),
    ).toEqual(['Anna', 'Bo', 'Cem'])
  })
})

describe('what stands of a name', () => {
  test('leaves out what a later fact says otherwise, which is told with a mark once there is room', async () => {
    const told = await briefFrom({
      'memory/2025-09-01.md': retained('W @Maya: Lives in Leipzig', 'W @Maya: Plays the cello'),
      'memory/2025-10-01.md': retained('W @Maya: Lives in Rotterdam'),
      'memory/2025-12-01.md': retained('W @Bo: Came by'),
      'memory/2025-12-02.md': retained('W @Bo: Left'),
    })
    expect(said(told, 'names')).toEqual(['About Maya:', '- W Lives in Rotterdam', '- W Plays the cello'])
    expect(said(told, 'older')).toEqual([
      expect.stringMatching(/^- W Lives in Leipzig — Maya \[otherwise 2025-10-01 \^\w{10}\]$/),
    ])
  })

  test('comes by turns: a name of many facts does not fill the section', async () => {
    const many = Array.from({ length: 40 }, (_, at) => `W @Harbor: Has a setting of number ${at} that nobody knows`)
    const told = await briefFrom(
      {
        'memory/2025-11-20.md': retained(
          ...many,
          ...['Anna', 'Cem', 'Elif'].flatMap((name) => [`W @${name}: Draws maps`, `W @${name}: Sails on Sundays`]),
        ),
        'memory/2025-12-01.md': retained('W @Dora: Came by'),
        'memory/2025-12-02.md': retained('W @Dora: Left'),
      },
      { budget: 1500 },
    )
    const names = said(told, 'names').filter((line) => line.startsWith('About'))
    expect(names).toEqual(expect.arrayContaining(['About Harbor:', 'About Anna:', 'About Cem:', 'About Elif:']))
  })
})

describe('a workspace without a bullet', () => {
  const diary = {
    'memory/2026-02-12.md': '# 2026-02-12\n\n## Dentist\n\nBiscuit lost a tooth.\n\n## Work\n\nThe build was green.\n',
    'memory/2026-02-13.md':
      '# 2026-02-13\n\n## Morning\n\n- 09:30 — HEARTBEAT: Checked inbox, nothing new. HEARTBEAT_OK\n\nThe plumber came and mended the tap.\n',
    'memory/2026-02-14.md': '# 2026-02-14\n\n## Garden\n\nPlanted two rows of beans. Ana watered them.\n',
  }

  test('tells the narrative of its last days, quoted and cited, what no hand wrote last', async () => {
    const told = await briefFrom(diary)
    expect(said(told, 'last days')).toEqual([
      '- P Garden › “Planted two rows of beans. Ana watered them.”',
      '- P Morning › “The plumber came and mended the tap.”',
      expect.stringContaining('HEARTBEAT_OK'),
    ])
    expect(said(told, 'older')).toEqual(['- P Dentist › “Biscuit lost a tooth.”', '- P Work › “The build was green.”'])
    expect(told.text).not.toContain('nothing is retained')
    expect(lastOf(told)).toBe('Nothing is left out.')
  })

  test('begins long passages, and counts those that it has no room for', async () => {
    const long = Array.from({ length: 30 }, (_, at) => `Paragraph ${at} ${'goes on and on '.repeat(30)}.`).join('\n\n')
    const told = await briefFrom({ ...diary, 'memory/2026-02-15.md': `## Notes\n\n${long}\n` }, { budget: 600 })
    expect(said(told, 'last days')[0]).toMatch(/^- P Notes › “Paragraph 0 goes on .{80,140} …”$/)
    expect(lastOf(told)).toBe(`Left out: ${told.left.passage} passages: ask \`memory recall "…"\`.`)
    expect(told.left.passage).toBeGreaterThan(15)
  })
})
