// What is near in meaning, as retain tells it: `npm run bench:near`, with words alone and with the small model.
//
// near: beliefs that are named beside a fact, and how many of them are the one that it means something to, of eight about the
// same; first: how often that one comes first in its packet. alike: bullets that say in other words what stands, and bullets
// that say something else, of which retain tells that they are near to a line.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorkspace } from '../dist/index.js'

const { beside, about: _about, ...sets } = JSON.parse(readFileSync(new URL('near-pairs.json', import.meta.url), 'utf8'))
const now = new Date('2025-11-20T12:00:00Z')
const each = (of) => Object.entries(of).flatMap(([name, all]) => all.map((one) => [name, one]))

async function within(bullets, model, ask) {
  const cwd = mkdtempSync(join(tmpdir(), 'memory-bench-'))
  try {
    const git = (...args) => execFileSync('git', ['-C', cwd, '-c', 'user.name=Bench', '-c', 'user.email=b@b', ...args])
    git('init', '--quiet')
    mkdirSync(join(cwd, 'memory'))
    const lines = [...bullets, ...beside.map((line) => `W @${line}`)]
    writeFileSync(join(cwd, 'memory/2025-11-01.md'), `## Retain\n${lines.map((line) => `- ${line}\n`).join('')}`)
    git('add', '.')
    git('commit', '--quiet', '--message', 'notes')
    const memory = openWorkspace({ cwd, now })
    if (model) await memory.embed({ model })
    await ask(async (entry, options) => (await memory.retain([{ on: '2025-11-10', ...entry }], options)).retained[0])
    memory.close()
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

for (const [set, { pairs, twins, others }] of Object.entries(sets))
  for (const model of [undefined, 'local']) {
    let [named, right, first, said, wrong] = [0, 0, 0, 0, 0]
    const beliefs = each(pairs).map(([name, [belief]]) => `O(c=0.8) @${name}: ${belief}`)
    await within(beliefs, model, async (retain) => {
      for (const [name, [belief, text]] of each(pairs)) {
        const { near, packet } = await retain({ text, kind: 'B', entities: [name] }, { asIs: true })
        const meant = packet.beliefs.find(({ content }) => content === belief)
        named += near.length
        if (near.includes(meant.id)) right++
        if (packet.beliefs[0] === meant) first++
      }
    })
    const standing = [
      ...each(twins).map(([name, [line]]) => `W @${name}: ${line}`),
      ...each(pairs).map(([name, [, line]]) => `W @${name}: ${line}`),
    ]
    await within(standing, model, async (retain) => {
      const how = { asIs: true, dryRun: true }
      for (const [name, [line, text]] of each(twins))
        if ((await retain({ text, entities: [name] }, how)).alike?.content === line) said++
      for (const [name, text] of each(others)) if ((await retain({ text, entities: [name] }, how)).alike) wrong++
    })
    const all = each(pairs).length
    console.log(
      `${set} ${model ?? 'words'}: near ${right} right of ${named} named, of ${all}; first ${first} of ${all}; alike ${said} of ${each(twins).length}, and ${wrong} of ${each(others).length} others`,
    )
  }
