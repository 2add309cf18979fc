import { existsSync, rmSync } from 'node:fs'
import { runHook, type IndexHook } from '../../src/hooks/run.js'
import { defaultConfig } from '../../src/model/config.js'
import { forgottenIn } from '../../src/model/forgotten.js'
import { forgottenPath } from '../../src/model/note.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { day } from '../support/notes.js'
import type { Repo } from '../support/with-repo.js'
import { Dice } from './dice.js'
import { madeOf, names } from './git/content.js'
import { indexFile, indexFolder } from '../support/index-place.js'

/** One step of a history: what is done, and the number that decides everything about it. */
export interface Step {
  readonly what: Operation
  readonly roll: number
}

/** The repository that a history happens to. */
export class World {
  readonly repo: Repo
  /** Real hooks run by Git; otherwise the same code is called after each command that Git would run them for. */
  readonly live: boolean
  hooksOn = true
  /** Pages that a person ever wrote in. */
  readonly handled = new Set<string>()
  /** What happened, for whoever has to understand a failure. */
  readonly told: string[] = []

  constructor(repo: Repo, live: boolean) {
    this.repo = repo
    this.live = live
  }

  /** Run Git; failing is part of some histories. @returns whether it succeeded */
  git(...args: readonly string[]): boolean {
    const off = this.live && !this.hooksOn ? ['-c', 'core.hooksPath=/dev/null'] : []
    const { status } = this.repo.tryGit(...off, ...args)
    this.told.push(`git ${args.join(' ')}${status === 0 ? '' : ` (exit ${status})`}`)
    return status === 0
  }

  async hook(...called: readonly IndexHook[]): Promise<void> {
    if (this.live || !this.hooksOn) return
    for (const name of called) {
      const said = await runHook(name, { cwd: this.repo.root, environment: this.repo.environment })
      this.told.push(`${name}: ${said}`)
      if (/not indexed/.test(said)) throw new Error(said)
    }
  }

  tell(what: string): void {
    this.told.push(what)
  }

  notes(): string[] {
    return [...this.repo.files('memory').keys(), ...(this.repo.exists('MEMORY.md') ? ['MEMORY.md'] : [])]
  }
  pages(): string[] {
    return [...this.repo.files('bank').keys()]
  }
  /** Git is in the middle of something that only `finish` ends. */
  busy(): boolean {
    return ['rebase-merge', 'rebase-apply', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'sequencer'].some((name) =>
      existsSync(this.repo.path(`.git/${name}`)),
    )
  }
}

const statements = [
  'Likes tea',
  'likes  TEA',
  'Likes tea, not coffee',
  'Lives in Graz since 2024',
  'Moved to Vienna on 3 November 2025',
  'Reviews changes on Fridays with @Anna',
  'Spoke of `@nobody` and &lt;b&gt;',
  'Was at the lake last week @Peter',
  'Wrote <!-- a comment --> a line',
  '喜欢喝茶',
  'Prefers *short* replies: always',
]
const malformed = [
  'O(c=1.5) @Peter: Too sure',
  'W(c=0.5) @Peter: Not an opinion',
  'W(colour=red) @Anna: No such attribute',
  'O(c=) @Anna: Empty',
  'Z @Peter: No such kind',
  'w @Peter: Lower case',
  'W',
  'W(until=someday) @Peter: No date',
]

function bullet(dice: Dice): string {
  const kind = dice.number(16)
  const about = [...new Set(dice.some(names, 2))].map((name) => ` @${name}`).join('')
  const said = `${about}${about ? ':' : ''} ${dice.one(statements)}`
  if (kind < 2) return `W${said}`
  if (kind < 4) return `B${said}`
  if (kind < 7) return `O(c=0.${dice.number(10)}5)${said}`
  if (kind < 8) return `O${said}`
  if (kind < 9) return `S${said}`
  if (kind < 10) return `W(until=2026-0${dice.number(9) + 1}-01)${said}`
  if (kind < 11) return dice.one(malformed)
  if (kind > 13) return `${dice.one(['W', 'B', 'O'])}(origin=${dice.one(['web', 'import+kept'])})${said}`
  if (kind > 11) return `${dice.one(['W', 'S', 'O'])}${madeOf(dice)}${said}`
  return `Plain words about${said}`
}

const headings = [
  '## Retain',
  '## Retain',
  '## Retain',
  '## Retain',
  '# retain',
  '### 保留',
  '## Merken',
  '## Merken',
  '## Light Sleep',
]

/** Narrative that pages may tell of names, with an `@` and without. */
function told(dice: Dice): string {
  const about = dice.one(['Peter', 'Anna', 'Mia', 'The Castle'])
  const lines = dice.some(
    [
      `Met @${dice.one(names)} today.`,
      `## ${about} at the door`,
      `Decision: ${about} gets a key of the back door`,
      `- [ ] give ${about} the key of the back door`,
      `- [x] give ${about} the key of the back door`,
      `${about} came by and brought the old papers of the house.`,
    ],
    3,
  )
  return `${lines.join('\n\n')}\n\n`
}

function noteText(dice: Dice): string {
  const sections = Array.from({ length: 1 + dice.number(2) }, () => {
    const bullets = Array.from({ length: 1 + dice.number(4) }, () => `- ${bullet(dice)}`)
    return [dice.one(headings), ...bullets, ''].join('\n')
  })
  const front = dice.number(8) === 0 ? '---\ndate: 2025-11-0' + (1 + dice.number(9)) + '\n---\n' : ''
  const narrative = dice.number(3) === 0 ? told(dice) : ''
  const text = front + narrative + sections.join('\n')
  return dice.number(10) === 0 ? text.replaceAll('\n', '\r\n') : text
}

const paths = [
  day(1),
  day(2),
  day(3),
  day(4),
  'memory/2025-11-01-later.md',
  'memory/deep/2025-11-02.md',
  'memory/plain.md',
  'memory/日本.md',
  'memory/.dreams/night.md',
  'memory/left.markdown',
  'MEMORY.md',
]
const entityPages = ['Peter', 'Anna', 'The-Castle', 'Pete', 'Mia']
const configs = [
  '{}',
  '{"retain": {"headings": ["Merken"]}}',
  '{"retain": {"headings": ["Merken"]}, "timezone": "Europe/Vienna"}',
  '{"retain": {"headings": ["Else"]}, "timezone": "Asia/Tokyo"}',
  '{"bank": {"onCommit": "off"}}',
  '{"bank": {"onCommit": "commit"}}',
  '{"bank": {"tell": "once"}}',
  '{"origin": {"hold": true, "notes": {"memory/**": "web"}}}',
  '{"origin": {"hold": true}}',
]

/** Stage notes and settings, but not what was generated into `bank/`. */
const stageNotes = (world: World): void => {
  world.git('add', '-A', '--', '.', ':(exclude)bank')
}

/** Everything a history is made of, with how often. An operation that does not fit the moment does nothing. */
const operations = {
  write: {
    weight: 6,
    run(world, dice) {
      const path = dice.one(paths)
      if (world.repo.exists(path.split('/')[0]!) || !path.includes('/')) world.repo.remove(path)
      world.repo.write(path, noteText(dice))
      world.tell(`write ${path}`)
    },
  },
  append: {
    weight: 6,
    run(world, dice) {
      const path = dice.one(world.notes().length > 0 ? world.notes() : paths)
      if (!world.repo.exists(path)) world.repo.write(path, '## Retain\n')
      const line = `- ${bullet(dice)}\n`
      world.repo.append(path, line)
      world.tell(`append to ${path}: ${line.trim()}`)
    },
  },
  edit: {
    weight: 4,
    run(world, dice) {
      const path = dice.one(world.notes())
      if (path === undefined) return
      const lines = world.repo.read(path).split('\n')
      const at = dice.number(lines.length)
      const how = dice.number(3)
      if (how === 0) lines.splice(at, 1)
      else if (how === 1) lines.splice(at, 0, `- ${bullet(dice)}`)
      else lines[at] = `- ${bullet(dice)}`
      world.repo.write(path, lines.join('\n'))
      world.tell(`edit line ${at + 1} of ${path}`)
    },
  },
  remove: {
    weight: 2,
    run(world, dice) {
      const path = dice.one(world.notes())
      if (path === undefined) return
      world.repo.remove(path)
      world.tell(`remove ${path}`)
    },
  },
  rename: {
    weight: 2,
    run(world, dice) {
      const from = dice.one(world.notes())
      const to = dice.one(paths)
      if (from === undefined || from === to || world.repo.exists(to)) return
      world.repo.write(to, world.repo.read(from))
      world.repo.remove(from)
      world.tell(`rename ${from} to ${to}`)
    },
  },
  entity: {
    weight: 2,
    run(world, dice) {
      const path = `bank/entities/${dice.one(entityPages)}.md`
      const front = `---\naliases: [${dice.some(['Pete', 'peter', 'Anna', 'Mia', 'Castle'], 2).join(', ')}]\n---\n`
      const isBare = !world.repo.exists(path) && dice.number(2) === 0
      const now = world.repo.exists(path) ? world.repo.read(path).replace(/^---\n[^]*?\n---\n/, '') : '\nBy hand.\n'
      world.repo.write(path, isBare ? '' : front + now)
      world.handled.add(path)
      world.git('add', '--', path)
      world.tell(`entity page ${path}: ${front.split('\n')[1]}`)
    },
  },
  byHand: {
    weight: 2,
    run(world, dice) {
      const path = dice.one(world.pages())
      if (path === undefined) return
      const lines = world.repo.read(path).split('\n')
      const bullets = lines.flatMap((line, at) => (/^- .*<!-- \^/.test(line) ? [at] : []))
      const at = dice.one(bullets)
      const how = dice.number(4)
      if (how === 0 || at === undefined) lines.push(`- ${bullet(dice)}, by hand`)
      else if (how === 1) lines[at] = lines[at]!.replace(/O\(c=[\d.]+/, `O(c=0.${dice.number(10)}0`)
      else if (how === 2) lines.splice(at, 0, `- W @Mia: Put here by hand ${dice.number(3)}`)
      else lines[at] = lines[at]!.replace(/^- (.*) · /, '- ~~$1~~ · ')
      world.repo.write(path, lines.join('\n'))
      world.handled.add(path)
      world.tell(`by hand (${how}) in ${path}`)
    },
  },
  settings: {
    weight: 4,
    async run(world, dice) {
      const config = dice.one(configs)
      world.repo.write('.memory/config.json', config)
      world.tell(`settings ${config}`)
      if (dice.number(2) === 0) return
      stageNotes(world)
      if (world.git('commit', '-q', '-m', 'settings')) await world.hook('post-commit')
    },
  },
  tombstones: {
    weight: 4,
    async run(world, dice) {
      const held = world.repo.exists(forgottenPath) ? forgottenIn(world.repo.read(forgottenPath)) : []
      const path = dice.one(world.notes())
      const said = path === undefined ? [] : parseNote(path, world.repo.read(path), defaultConfig).facts
      const taken = dice.number(3) === 0 ? dice.one(held) : undefined
      const id = taken ?? dice.one(said.filter(({ kind }) => kind !== 'passage'))?.id
      if (id === undefined) return
      const ids = taken === undefined ? [...held, id] : held.filter((each) => each !== taken)
      world.repo.write(forgottenPath, ids.map((each) => `- ^${each}\n`).join(''))
      world.tell(`${taken === undefined ? 'forgotten' : 'forgotten no more'}: ${id}`)
      if (dice.number(2) === 0) return
      stageNotes(world)
      if (world.git('commit', '-q', '-m', 'tombstones')) await world.hook('post-commit')
    },
  },
  commit: {
    weight: 14,
    async run(world) {
      stageNotes(world)
      if (world.git('commit', '-q', '-m', 'log')) await world.hook('post-commit')
    },
  },
  commitAll: {
    weight: 3,
    async run(world) {
      if (world.git('commit', '-q', '-a', '-m', 'all')) await world.hook('post-commit')
    },
  },
  commitBank: {
    weight: 4,
    async run(world, dice) {
      if (dice.number(2) === 0) {
        await world.repo.use((workspace) => workspace.reflect('all'))
        world.tell('reflect')
      }
      world.git('add', '-A', '--', 'bank')
      if (world.git('commit', '-q', '-m', 'bank')) await world.hook('post-commit')
    },
  },
  amend: {
    weight: 3,
    async run(world, dice) {
      if (world.busy()) return
      if (dice.number(2) === 0) stageNotes(world)
      if (world.git('commit', '-q', '--amend', '--no-edit')) await world.hook('post-commit', 'post-rewrite')
    },
  },
  branchAndMerge: {
    weight: 4,
    async run(world, dice) {
      const from = dice.one(['HEAD', 'HEAD~1', 'HEAD~2'])
      if (world.busy() || !world.git('switch', '-q', '-C', 'side', from)) return
      await world.hook('post-checkout')
      world.repo.write(dice.one(paths.slice(0, 4)), noteText(dice))
      stageNotes(world)
      if (world.git('commit', '-q', '-m', 'side')) await world.hook('post-commit')
      if (!world.git('switch', '-q', '-')) return
      await world.hook('post-checkout')
      if (world.git('merge', '-q', '--no-edit', ...dice.some(['--no-ff'], 1), 'side')) await world.hook('post-merge')
    },
  },
  rebase: {
    weight: 3,
    async run(world, dice) {
      if (world.busy() || !world.git('branch', '-f', 'base', 'HEAD')) return
      if (!world.git('switch', '-q', '-C', 'rebased', 'HEAD~1')) return
      await world.hook('post-checkout')
      for (const path of dice.some(paths.slice(0, 3), 2)) {
        world.repo.write(path, noteText(dice))
        stageNotes(world)
        if (world.git('commit', '-q', '-m', 'to be rebased')) await world.hook('post-commit')
      }
      if (world.git('rebase', '-q', 'base')) await world.hook('post-rewrite')
    },
  },
  cherryPick: {
    weight: 1,
    async run(world) {
      if (!world.busy() && world.git('cherry-pick', 'side')) await world.hook('post-commit')
    },
  },
  revert: {
    weight: 2,
    async run(world) {
      if (!world.busy() && world.git('revert', '--no-edit', 'HEAD')) await world.hook('post-commit')
    },
  },
  finish: {
    weight: 6,
    async run(world, dice) {
      if (!world.busy()) return
      const kind = ['rebase', 'cherry-pick', 'revert', 'merge'].find((name) =>
        existsSync(
          world.repo.path(
            `.git/${{ rebase: 'rebase-merge', 'cherry-pick': 'CHERRY_PICK_HEAD', revert: 'REVERT_HEAD', merge: 'MERGE_HEAD' }[name]}`,
          ),
        ),
      )
      if (kind === undefined) return
      for (let round = 0; round < 4 && world.busy(); round++) {
        if (dice.number(3) === 0) {
          if (world.git(kind, '--abort')) return
        }
        world.git('checkout', dice.one(['--ours', '--theirs']), '--', '.')
        world.git('add', '-A', '--', '.')
        if (world.git(kind, '--continue'))
          await world.hook(
            ...(kind === 'rebase' ? (['post-commit', 'post-rewrite'] as const) : (['post-commit'] as const)),
          )
        else if (kind !== 'merge') world.git(kind, '--skip')
      }
    },
  },
  reset: {
    weight: 3,
    run(world, dice) {
      world.git(
        'reset',
        '-q',
        dice.one(['--hard', '--hard', '--soft', '--mixed']),
        dice.one(['HEAD', 'HEAD~1', 'HEAD~1']),
      )
    },
  },
  stash: {
    weight: 2,
    run(world, dice) {
      world.git('stash', 'push', '-q', ...dice.some(['--include-untracked'], 1))
    },
  },
  unstash: {
    weight: 3,
    run(world) {
      world.git('stash', 'pop', '-q')
    },
  },
  discardPages: {
    weight: 1,
    run(world) {
      world.git('checkout', '-q', '--', 'bank')
      world.git('clean', '-q', '-f', '-d', '--', 'bank')
    },
  },
  switch: {
    weight: 3,
    async run(world, dice) {
      if (world.busy()) return
      const to = dice.one([['main'], ['side'], ['rebased'], ['--detach', 'HEAD~1'], ['--detach', 'main'], ['-']])
      if (world.git('switch', '-q', ...to)) await world.hook('post-checkout')
    },
  },
  hooks: {
    weight: 2,
    run(world) {
      world.hooksOn = !world.hooksOn
      world.tell(`hooks ${world.hooksOn ? 'on' : 'off'}`)
    },
  },
  deleteIndex: {
    weight: 1,
    run(world, dice) {
      const what = dice.one([indexFile, `${indexFile}-wal`])
      world.repo.remove(what)
      world.tell(`delete ${what}`)
    },
  },
  damageIndex: {
    weight: 1,
    run(world, dice) {
      const bytes = world.repo.files(indexFolder).get(indexFile)
      if (bytes === undefined) return
      const damaged = Buffer.from(bytes, 'latin1')
      const how = dice.number(3)
      for (const suffix of ['-wal', '-shm']) rmSync(world.repo.path(`${indexFile}${suffix}`), { force: true })
      if (how === 0) world.repo.write(indexFile, damaged.subarray(0, dice.number(damaged.length)))
      else if (how === 1) world.repo.write(indexFile, damaged.fill(0x5a))
      else world.repo.write(indexFile, '')
      world.tell(`damage the index (${how})`)
    },
  },
  rebuild: {
    weight: 1,
    async run(world) {
      await world.repo.use((workspace) => workspace.rebuild())
      world.tell('rebuild')
    },
  },
  read: {
    weight: 4,
    async run(world) {
      await world.repo.use((workspace) => workspace.recall('what does @Peter like'))
      world.tell('recall')
    },
  },
  reflect: {
    weight: 3,
    async run(world, dice) {
      const which = dice.one(['stale', 'all'] as const)
      await world.repo.use((workspace) => workspace.reflect(which))
      world.tell(`reflect ${which}`)
    },
  },
  reflectInPart: {
    weight: 1,
    async run(world, dice) {
      let pages = dice.number(3)
      await world.repo.use((workspace) => workspace.reflect('stale', () => pages-- > 0))
      world.tell('reflect, ended early')
    },
  },
} satisfies Record<string, { weight: number; run: (world: World, dice: Dice) => void | Promise<void> }>

export type Operation = keyof typeof operations

const drawn = (Object.entries(operations) as [Operation, { weight: number }][]).flatMap(([name, { weight }]) =>
  Array.from({ length: weight }, () => name),
)

const beginning: readonly Operation[] = ['write', 'commit', 'write', 'commit']

/** A history that begins with two commits, so that it has something to go wrong with. */
export function history(seed: number, sequence: number, steps: number): Step[] {
  const dice = new Dice(seed * 1_000_003 + sequence)
  return Array.from({ length: steps }, (_, at) => ({
    what: beginning[at] ?? dice.one(drawn),
    roll: dice.number(2 ** 31),
  }))
}

export const take = async (world: World, { what, roll }: Step): Promise<void> => {
  const { run } = operations[what] as { run: (world: World, dice: Dice) => void | Promise<void> }
  await run(world, new Dice(roll))
}
