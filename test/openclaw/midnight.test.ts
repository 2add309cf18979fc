import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { movedClock } from '../support/moved-clock.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, checkout, type Repo } from '../support/with-repo.js'

const begun = beginningWith((repo) => void repo.commit(day(1), retain('W @Ana: Lives in Graz')))

interface Step {
  readonly moment: string
  /** What the host sets of its own environment before the call. */
  readonly zone?: string
  readonly text: string
}

/** One process that keeps the built plugin loaded, and calls its `wsmem_retain` at each of these moments. */
function retainedAt(repo: Repo, steps: readonly Step[]): (string | undefined)[] {
  const clock = movedClock(repo, 'Europe/Vienna', steps[0]!.moment)
  const host = repo.path('../host.mjs')
  writeFileSync(
    host,
    `import { writeFileSync } from 'node:fs'
import plugin from ${JSON.stringify(join(checkout, 'dist/openclaw.js'))}
const tools = new Map()
const nothing = () => {}
plugin.register({
  registerTool: (make, { name }) => tools.set(name, make),
  registerMemoryCorpusSupplement: nothing,
  registerCli: nothing,
  on: nothing,
})
const tool = tools.get('wsmem_retain')({ workspaceDir: ${JSON.stringify(repo.root)}, agentId: 'main' })
for (const { moment, zone, text } of ${JSON.stringify(steps)}) {
  writeFileSync(process.env.MOVED_CLOCK, moment)
  if (zone) process.env.TZ = zone
  await tool.execute('call', { bullets: [{ text, entities: ['Ana'], kind: 'experience' }] })
}
`,
  )
  const done = repo.with(clock.environment).run(process.execPath, ...clock.nodeOptions, host)
  expect([done.status, done.stderr]).toEqual([0, ''])
  const logs = [...repo.files('memory')]
  return steps.map(({ text }) => logs.find(([, content]) => content.includes(text))?.[0])
}

test('a gateway that lives for days writes each bullet into the day that it is then, in the zone that it has then', () =>
  begun((repo) => {
    const steps: Step[] = [
      { moment: '2026-03-27T23:59:56+01:00', text: 'Baked rye bread' },
      { moment: '2026-03-28T00:00:08+01:00', text: 'Swept the oven' },
      { moment: '2026-03-29T23:30:00+02:00', text: 'Fed the sourdough' },
      { moment: '2026-03-30T00:30:00+02:00', text: 'Sold the last loaf' },
      { moment: '2026-03-30T00:30:00+02:00', zone: 'America/Lima', text: 'Ordered more flour' },
    ]
    expect(retainedAt(repo, steps)).toEqual(
      ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-29'].map((date) => `memory/${date}.md`),
    )
  }))
