import { describe, expect, test } from '@jest/globals'
import { mentionsOf } from '../../src/narrative/mentions.js'
import { writtenForms } from '../../src/narrative/named.js'
import { smallIndex } from '../recall/small-index.js'

/** What is told of a name, in the order of a page: `decision memory/2026-02-01.md#L3 Decision: …` */
async function told(
  names: string | readonly string[],
  notes: Readonly<Record<string, string>>,
  said: readonly string[] = [],
) {
  const { store, remove } = await smallIndex(Object.entries(notes))
  try {
    const { shown, months, days } = mentionsOf(store, writtenForms([names].flat()), said)
    const lines = shown.map(({ tells, lines: row, by }) => `${tells}: ${by ?? row.map(({ text }) => text).join(' / ')}`)
    return { lines, months, days }
  } finally {
    remove()
  }
}
const log = (day: number): string => `memory/2026-02-${String(day).padStart(2, '0')}.md`

describe('what narrative tells of a name', () => {
  test('begins with what it is, then what is open, decided and learnt, each newest first', async () => {
    const { lines } = await told('Corvo', {
      'MEMORY.md': '- **Corvo** — the guillotine in the back room, bought used\n',
      [log(1)]:
        'Decision: Owen may use the Corvo from March on\n\nLesson: the Corvo blade needs a new edge each month\n',
      [log(3)]: '- [ ] order two new blades for the Corvo\n\nDecision: nobody oils the Corvo but Ruth and Owen\n',
    })
    expect(lines).toEqual([
      'what: **Corvo** — the guillotine in the back room, bought used',
      'open: [ ] order two new blades for the Corvo',
      'decision: Decision: nobody oils the Corvo but Ruth and Owen',
      'decision: Decision: Owen may use the Corvo from March on',
      'lesson: Lesson: the Corvo blade needs a new edge each month',
    ])
  })

  test('says what it is where a line has an alias that begins with the name', async () => {
    const notes = {
      'MEMORY.md': '- Ruth Weber — keeps the guillotine in her back room\n',
      [log(1)]: 'We met early. Ruth Weber is the printer from Steyr who lends us the van.\n',
    }
    for (const names of [
      ['Ruth', 'Ruth-Weber'],
      ['Ruth-Weber', 'Ruth'],
    ])
      expect((await told(names, notes)).lines).toEqual([
        'what: Ruth Weber is the printer from Steyr who lends us the van.',
        'what: Ruth Weber — keeps the guillotine in her back room',
      ])
  })

  test('is found however its letters are typed: whole, or each sign upon them for itself', async () => {
    const notes = {
      'MEMORY.md': '- **Zoe\u0301** — keeps the guillotine in her back room\n',
      [log(1)]: 'Decision: Zo\u00e9 pays the printer from March on\n',
    }
    for (const name of ['Zo\u00e9', 'Zoe\u0301'])
      expect((await told(name, notes)).lines).toEqual([
        'what: **Zoe\u0301** — keeps the guillotine in her back room',
        'decision: Decision: Zo\u00e9 pays the printer from March on',
      ])
    expect((await told('Zoe', notes)).lines).toEqual([])
  })

  test('leaves out what a later line says is done, what stands on the page, and the same told again', async () => {
    const notes = {
      [log(1)]: '- [ ] order two new blades for the Corvo\n\nDecision: Owen may use the Corvo from March on\n',
      [log(2)]: '- [x] order two new blades for the Corvo\n\nDecision: from March on Owen may use the Corvo\n',
    }
    expect((await told('Corvo', notes)).lines).toEqual(['decision: Decision: from March on Owen may use the Corvo'])
    expect((await told('Corvo', notes, ['Owen may use the Corvo from March on'])).lines).toEqual([])
  })

  test('tells of no task that its writer struck out, nor of one that notes went on without for two days', async () => {
    const notes = {
      [log(1)]: '- [ ] order two new blades for the Corvo\n\n- [ ] ~~sell the Corvo to the school in town~~\n',
      [log(2)]: 'Decision: Owen may use the Corvo from March on\n',
    }
    expect((await told('Corvo', notes)).lines).toEqual([
      'open: [ ] order two new blades for the Corvo',
      'decision: Decision: Owen may use the Corvo from March on',
    ])
    const later = { ...notes, [log(3)]: 'Lesson: the Corvo blade needs a new edge each month\n' }
    expect((await told('Corvo', later)).lines.join()).not.toContain('order two new blades')
  })

  test('is of lines that are about it: not of those that come to it at their end, or below another’s heading', async () => {
    const far = 'the frames of the hotel leave on the twentieth with the first van that is free, says Sylvie'
    const { lines } = await told('Sylvie', {
      [log(1)]:
        `Decision: ${far}\n\n## Sylvie — what she asked for\n\nDecision: black ash and museum glass for all of them\n\n## Notes on frames for Sylvie and others\n\nDecision: glass is cut by Priya alone\n`,
    })
    expect(lines).toEqual(['decision: Decision: black ash and museum glass for all of them'])
  })

  test('is told again where a later line denies it', async () => {
    const notes = {
      [log(1)]: 'Lesson: the blade of the Corvo holds an edge for a month\n',
      [log(2)]: 'Lesson: the blade of the Corvo does not hold an edge for a month\n',
    }
    expect((await told('Corvo', notes)).lines).toHaveLength(2)
  })

  test('is of a name as it is written: no word in small letters, no part of another, in a sentence or with its title', async () => {
    const notes = {
      [log(1)]:
        'Decision: the iris by the door gets water on Fridays\n\nDecision: Irisa takes the van on Monday morning\n',
      [log(2)]: 'Decision: Iris takes the van on Friday morning\n\nDecision: Mr. Bhatt keeps the deposit until July\n',
    }
    expect((await told('Iris', notes)).lines).toEqual(['decision: Decision: Iris takes the van on Friday morning'])
    expect((await told('Mr-Bhatt', notes)).lines).toEqual([
      'decision: Decision: Mr. Bhatt keeps the deposit until July',
    ])
    expect((await told('小明', { [log(1)]: '决定：小明负责三月以后的所有玻璃订单和发票\n' })).lines).toHaveLength(1)
  })

  test('holds only for a while where it is how something stands: later notes without it end it', async () => {
    const first = { [log(1)]: '## Corvo\n\nStatus: out of order, the lever is stuck since the morning\n' }
    expect((await told('Corvo', first)).lines).toHaveLength(1)
    const later = { ...first, [log(20)]: 'Lesson: the Corvo wants a clean table before each sheet\n' }
    expect((await told('Corvo', later)).lines).toEqual([
      'lesson: Lesson: the Corvo wants a clean table before each sheet',
    ])
  })

  test('takes nothing from pages and imports, rows of tables, checks of an inbox, or lines that say who by a pronoun alone', async () => {
    const { lines } = await told('Corvo', {
      'bank/entities/Corvo.md': 'Corvo is the guillotine that we bought of Halden in the year before.\n',
      'memory/imports/claude/2026-02-01.md': 'Decision: the Corvo goes to the attic after the summer\n',
      [log(1)]:
        '## Corvo\n\nDecision: it goes to the attic after the summer\n\n- 09:30 HEARTBEAT: Corvo checked, nothing new. HEARTBEAT_OK\n',
    })
    expect(lines).toEqual([])
  })

  test('is not pushed out by lines that only hold another form of the word, however many', async () => {
    const others = Array.from({ length: 450 }, (_, at) => `The corvos of yard ${at} flew by the window again.\n`).join(
      '\n',
    )
    const notes = { [log(1)]: 'Decision: Corvo goes to the attic after the summer\n', [log(9)]: others }
    expect((await told('Corvo', notes)).lines).toEqual(['decision: Decision: Corvo goes to the attic after the summer'])
  })

  test('tells where more stands, by the first note of each month, and on how many days it was written about', async () => {
    const notes = Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7].map((each) => [
        `memory/2026-0${each}-0${each}.md`,
        `Decision: Corvo costs ${each} dollars a sheet for all who order plan ${'abcdefg'[each]}\n`,
      ]),
    )
    const { lines, months, days } = await told('Corvo', notes)
    expect([lines.length, days()]).toEqual([5, 7])
    expect(months).toEqual([
      { month: '2026-02', path: 'memory/2026-02-02.md' },
      { month: '2026-01', path: 'memory/2026-01-01.md' },
    ])
  })

  test('of one matter tells the newest: an older plan of it is not told as if it still held', async () => {
    const { lines } = await told('Corvo', {
      [log(1)]: 'Decision: the Corvo goes to the cellar in March, with both cutting tables, beside the oven\n',
      [log(4)]:
        'Decision: the cellar is damp, so the Corvo and both cutting tables stay where they are until May\n\nDecision: Owen oils the Corvo on Mondays\n',
    })
    expect(lines).toEqual([
      'decision: Decision: the cellar is damp, so the Corvo and both cutting tables stay where they are until May',
      'decision: Decision: Owen oils the Corvo on Mondays',
    ])
  })

  test('leaves out what is open or how it stands where a later line of the matter, by its number or its words, says what mended it', async () => {
    const notes = {
      [log(1)]:
        '## Corvo\n\n- [ ] find out why the clutch slips on wet days #41\n\nStatus: Corvo waits for a clutch spring from Halden\n',
    }
    expect((await told('Corvo', notes)).lines).toHaveLength(2)
    const later = {
      ...notes,
      [log(2)]:
        '## Shop\n\nFix: the Corvo got new felt under its foot (#41)\n\nReplaced the clutch spring of the Corvo, Halden sent two\n',
    }
    expect((await told('Corvo', later)).lines).toEqual(['fix: Fix: the Corvo got new felt under its foot (#41)'])
  })

  test('takes no line for another of its matter that has two words of it only, or stands in the same section', async () => {
    const { lines } = await told('Corvo', {
      [log(1)]:
        'Decision: the Corvo moves to the cellar with both cutting tables and the lamp by the oven in March\n\nDecision: the lamp of the Corvo goes to the cellar with a longer cable for the tables along the wall\n',
      [log(2)]:
        'Decision: for the Corvo we buy a lamp with a switch, of Halden, so that the cellar has one of its own for the winter evenings and the long prints\n',
    })
    expect(lines).toHaveLength(3)
  })

  test('tells a cause with its effect and its remedy, where these stand beside it without the name, and no half of it', async () => {
    const row =
      'The press stood still all morning.\n\nRoot cause: the Corvo has its plug behind the shelf\n\nFix: a longer cable along the wall, since noon\n'
    expect((await told('Corvo', { [log(1)]: row })).lines).toEqual([
      'cause: The press stood still all morning. / Root cause: the Corvo has its plug behind the shelf / Fix: a longer cable along the wall, since noon',
    ])
    expect((await told('Corvo', { [log(1)]: '## Notes\n\nFix: gave the Corvo a new one\n' })).lines).toEqual([])
    const unmended = 'Problem: the Corvo tears every third sheet of thin paper\n'
    expect((await told('Corvo', { [log(1)]: unmended })).lines).toEqual([])
    expect((await told('Corvo', { [log(1)]: `${unmended}\nFix: dried the felt over night\n` })).lines).toHaveLength(1)
  })

  test('says what it is by a sentence within a line, by a heading, and by what stands below its name in a file that is always known', async () => {
    const { lines } = await told('Ruth', {
      'USER.md':
        '- **Name:** Ruth\n- **What to call them:** Ruth\n- **Pronouns:** _(optional)_\n- **Timezone:** Europe/Lisbon, all year\n',
      'MEMORY.md': '## Ruth — of late\n\n- Wants no calls at the shop before nine\n',
      [log(1)]: '## Ruth (the owner of the shop)\n\n- Came by at nine and left two prints, all in black ash\n',
      [log(2)]: 'Met the neighbours. Ruth is the landlady of the whole house as well. It rained.\n',
    })
    expect(lines.slice(0, 4)).toEqual([
      'what: Ruth is the landlady of the whole house as well.',
      'what: Ruth (the owner of the shop)',
      'what: **Timezone:** Europe/Lisbon, all year',
      'what: Wants no calls at the shop before nine',
    ])
  })

  test('tells nothing that has no label and says not what it is: a day’s news, a talk that was pasted, somebody else beside it', async () => {
    const { lines } = await told('Sam', {
      'MEMORY.md':
        "## Sam\n\n- Role: runs the shop in the street behind the mill\n\n## Sam's friends\n\n- Zoe Bell: Sam's friend, who lives at the lake\n- Sam's father keeps bees on the roof of the mill\n- Sam sees them on Fridays at the mill\n",
      [log(1)]:
        '## Sam\n\n- user: is Sam still the one by the door, decision: yes he is, as of this morning\n- Came with two blades, a lamp, a foot of felt and a cable\n\n**Cause:** nobody had told Sam of the new door at the mill\n',
    })
    expect(lines).toEqual([
      'what: Sam sees them on Fridays at the mill',
      'what: Role: runs the shop in the street behind the mill',
    ])
  })
})
