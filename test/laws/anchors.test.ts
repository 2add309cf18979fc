import { expect, test } from '@jest/globals'
import type { AnchorHeld } from '../../src/model/anchor.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { Dice } from './dice.js'

const seed = Number(process.env['LAW_SEED'] ?? 7)
const runs = Number(process.env['LAW_RUNS'] ?? 4)
const only = process.env['LAW_ONLY']

const code = ['src/a.ts', 'src/b.ts', 'lib/c.py', 'lib/deep/d.go']
const symbols: Readonly<Record<string, string>> = {
  'src/a.ts': 'foo',
  'src/b.ts': 'Bar',
  'lib/c.py': 'load',
  'lib/deep/d.go': 'Run',
}
const logs = [1, 2, 3].map((nth) => `memory/2025-11-0${nth}.md`)

/** A file of code with a symbol, and something beside it. */
function codeText(path: string, dice: Dice): string {
  const [inside, beside] = [dice.number(3), dice.number(3)]
  const name = dice.number(8) === 0 ? 'other' : symbols[path]!
  if (path.endsWith('.py')) return `import os\n\ndef ${name}(path):\n    return ${inside}\n\nSIZE = ${beside}\n`
  if (path.endsWith('.go')) return `package d\n\nfunc ${name}() int {\n\treturn ${inside}\n}\n\nvar size = ${beside}\n`
  const head = path.endsWith('b.ts') ? `class ${name}` : `function ${name}()`
  return `export ${head} {\n  ${inside}\n}\n\nexport const size = ${beside}\n`
}

let statement = 0
function bullet(dice: Dice): string {
  const path = dice.one(code)
  const place = dice.number(2) === 0 ? path : `${path}#${symbols[path]}`
  const nth = ++statement
  const form = dice.number(5)
  if (form === 0) return `- W @Code: Thing ${nth} stands in \`${path}\`.`
  if (form === 1) return `- B(at=${place}) @Code: Wrote thing ${nth}\n  over two lines.`
  return `- W(at=${place}) @Code: Holds thing ${nth}.`
}

/** One of what people do to code and logs; each leaves a commit, or nothing. */
const steps: Readonly<Record<string, (repo: Repo, dice: Dice) => void>> = {
  write(repo, dice) {
    const path = dice.one(code)
    repo.write(path, codeText(path, dice))
    commitAll(repo)
  },
  both(repo, dice) {
    const [path, log] = [dice.one(code), dice.one(logs)]
    repo.write(path, codeText(path, dice))
    repo.write(log, `${repo.exists(log) ? repo.read(log) : '# Day\n\n## Retain\n'}${bullet(dice)}\n`)
    commitAll(repo)
  },
  note(repo, dice) {
    const log = dice.one(logs)
    repo.write(log, `${repo.exists(log) ? repo.read(log) : '# Day\n\n## Retain\n'}${bullet(dice)}\n`)
    commitAll(repo)
  },
  above(repo, dice) {
    const log = dice.one(logs)
    if (!repo.exists(log)) return
    repo.write(log, repo.read(log).replace('## Retain', `Words ${dice.number(1000)}.\n\n## Retain`))
    commitAll(repo)
  },
  take(repo, dice) {
    const log = dice.one(logs)
    if (!repo.exists(log)) return
    const lines = repo.read(log).split('\n')
    const bullets = lines.flatMap((line, at) => (line.startsWith('- ') && !lines[at + 1]?.startsWith('  ') ? [at] : []))
    if (bullets.length === 0) return
    lines.splice(dice.one(bullets), 1)
    repo.write(log, lines.join('\n'))
    commitAll(repo)
  },
  'rename code'(repo, dice) {
    const [from, to] = [dice.one(code), dice.one(code)]
    if (!repo.exists(from) || repo.exists(to)) return
    repo.write(to, repo.read(from))
    repo.git('rm', '-q', from)
    commitAll(repo)
  },
  'rename log'(repo, dice) {
    const [from, to] = [dice.one(logs), dice.one(logs).replace('.md', '-moved.md')]
    if (!repo.exists(from) || repo.exists(to)) return
    repo.git('mv', from, to)
    commitAll(repo)
  },
  'move bullet'(repo, dice) {
    const [from, to] = [dice.one(logs), dice.one(logs)]
    if (from === to || !repo.exists(from) || !repo.exists(to)) return
    const lines = repo.read(from).split('\n')
    const at = lines.findIndex((line) => line.startsWith('- W'))
    if (at < 0) return
    repo.write(to, `${repo.read(to)}${lines[at]}\n`)
    repo.write(from, lines.toSpliced(at, 1).join('\n'))
    commitAll(repo)
  },
  remove(repo, dice) {
    const path = dice.one(code)
    if (repo.exists(path)) {
      repo.git('rm', '-q', path)
      commitAll(repo)
    }
  },
  revert(repo, dice) {
    tryGit(repo, ['revert', '--abort'], ['revert', '--no-edit', `HEAD~${dice.number(4)}`])
  },
  squash(repo, dice) {
    const many = 2 + dice.number(3)
    if (commitsOf(repo, 'HEAD', '--first-parent').length <= many) return
    repo.git('reset', '-q', '--soft', `HEAD~${many}`)
    commitAll(repo)
  },
  back(repo, dice) {
    if (commitsOf(repo, 'HEAD', '--first-parent').length > 4)
      repo.git('reset', '-q', '--hard', `HEAD~${dice.number(3)}`)
  },
  branch(repo, dice) {
    const from = repo.git('rev-parse', 'HEAD').trim()
    for (const step of dice.some(['write', 'both', 'note', 'above', 'rename log', 'rename code'], 2))
      steps[step]!(repo, dice)
    repo.git('branch', '-qf', 'side')
    repo.git('reset', '-q', '--hard', from)
    for (const step of dice.some(['write', 'note', 'above', 'remove', 'take'], 2)) steps[step]!(repo, dice)
    const sides = dice.number(3) === 0 ? ['--no-ff', '-X', 'theirs'] : ['--no-ff', '-X', 'ours']
    tryGit(repo, ['merge', '--abort'], ['merge', '-q', '--no-edit', ...sides, 'side'])
  },
}

function commitAll(repo: Repo): void {
  repo.git('add', '-A')
  repo.git('commit', '-q', '--allow-empty', '-m', 'step')
}

function tryGit(repo: Repo, abort: readonly string[], args: readonly string[]): void {
  try {
    repo.git(...args)
  } catch {
    try {
      repo.git(...abort)
    } catch {
      repo.git('reset', '-q', '--hard')
    }
  }
}

const commitsOf = (repo: Repo, ...args: string[]): string[] =>
  repo
    .git('rev-list', ...args)
    .split('\n')
    .filter(Boolean)

/** A look at the trees alone: every commit's notes are read whole, and nothing of ours is asked. */
class FreshLook {
  readonly #repo: Repo
  readonly #notes = new Map<string, Map<string, string>>()
  readonly #answers = new Map<string, string | undefined>()
  constructor(repo: Repo) {
    this.#repo = repo
  }

  /** Of objects that are named by their ids, which say the same for ever. */
  #git(...args: string[]): string | undefined {
    const asked = args.join(' ')
    if (!this.#answers.has(asked)) {
      const { status, stdout } = this.#repo.tryGit(...args)
      this.#answers.set(asked, status === 0 ? stdout : undefined)
    }
    return this.#answers.get(asked)
  }

  day(commit: string): string {
    return this.#git('log', '-1', '--format=%as', commit)!.trim()
  }

  notes(commit: string): Map<string, string> {
    let notes = this.#notes.get(commit)
    if (!notes) {
      const paths = (this.#git('ls-tree', '-r', '--name-only', commit, '--', 'memory') ?? '')
        .split('\n')
        .filter(Boolean)
      notes = new Map(paths.map((path) => [path, this.#git('show', `${commit}:${path}`)!]))
      this.#notes.set(commit, notes)
    }
    return notes
  }

  says(commit: string, path: string, lines: string): boolean {
    return `\n${this.notes(commit).get(path) ?? ''}\n`.includes(`\n${lines}\n`)
  }

  broughtIn(head: string, path: string, lines: string): string {
    let [commit, at] = [head, path]
    for (;;) {
      const parents = this.#git('rev-parse', `${commit}^@`)!.split('\n').filter(Boolean)
      const same = parents.find((parent) => this.says(parent, at, lines))
      if (same !== undefined) {
        commit = same
        continue
      }
      const moved = parents.flatMap((parent) => {
        const from = [...this.notes(parent).keys()]
          .toSorted()
          .find((other) => other !== at && this.says(parent, other, lines) && !this.says(commit, other, lines))
        return from === undefined ? [] : [[parent, from] as const]
      })[0]
      if (moved === undefined) return commit
      ;[commit, at] = moved
    }
  }

  blob(commit: string, path: string): string | undefined {
    return this.#git('rev-parse', '--verify', '-q', `${commit}:${path}`)?.trim()
  }

  /** The lines of a symbol, by what this file writes. */
  symbol(commit: string, path: string, name: string): string | undefined {
    const text = this.#git('show', `${commit}:${path}`)
    if (text === undefined) return undefined
    const lines = text.split('\n')
    const first = lines.findIndex((line) => line.includes(` ${name}(`) || line.includes(` ${name} {`))
    if (first < 0) return undefined
    const end = path.endsWith('.py') ? lines.indexOf('', first) : lines.indexOf('}', first) + 1
    return lines.slice(first, end).join('\n')
  }

  state(head: string, since: string, at: string): AnchorHeld['state'] {
    const [path = '', name] = at.split('#')
    const [was, now] = [this.blob(since, path), this.blob(head, path)]
    if (now === undefined) return 'gone'
    if (was === now) return 'fresh'
    if (name === undefined) return 'changed'
    const [before, after] = [was && this.symbol(since, path, name), this.symbol(head, path, name)]
    if (after === undefined) return before === undefined ? 'changed' : 'gone'
    return before === after ? 'fresh' : 'changed'
  }

  commits(head: string, since: string, at: string): number {
    const [path = '', name] = at.split('#')
    const all = this.#git('rev-list', '--no-merges', '--full-history', head, `^${since}`, '--', path)!
      .split('\n')
      .filter(Boolean)
    if (name === undefined) return all.length
    const sides = all.map((commit) => [this.symbol(`${commit}^`, path, name), this.symbol(commit, path, name)])
    if (sides.every(([before, after]) => before === undefined && after === undefined)) return all.length
    return sides.filter(([before, after]) => before !== after).length
  }
}

/** What an answer tells of code is what a look at both trees says. */
async function expectAsFresh(repo: Repo, look: FreshLook, clues: object): Promise<number> {
  const answer = await repo.use((workspace) => workspace.recall('', { entities: ['Code'], k: 500, committed: true }))
  const head = repo.git('rev-parse', 'HEAD').trim()
  let looked = 0
  for (const { source, anchors = [], content } of answer.results) {
    const [, path, first, last = first] = /^(.*)#L(\d+)(?:-L(\d+))?$/.exec(source)!
    const lines = look
      .notes(head)
      .get(path!)!
      .split('\n')
      .slice(Number(first) - 1, Number(last))
      .join('\n')
    const since = look.broughtIn(head, path!, lines)
    const named = /\(at=([^)]*)\)/.exec(lines)?.[1] ?? /`([^`]*)`/.exec(lines)![1]!
    const isNowhere = [head, since].every((tree) => look.blob(tree, named.split('#')[0]!) === undefined)
    const state = look.state(head, since, named)
    const held =
      isNowhere && lines.includes('`')
        ? []
        : [
            {
              at: named,
              state,
              since: look.day(since),
              ...(state === 'changed' ? { commits: look.commits(head, since, named) } : {}),
            },
          ]
    expect({ ...clues, content, anchors: anchors.map((each) => ({ ...each })) }).toEqual({
      ...clues,
      content,
      anchors: held,
    })
    looked += held.length
  }
  // What a later fact says otherwise, or ended, stands behind that.
  const gone = answer.results
    .filter(({ otherwise, until }) => !otherwise && !until)
    .map(({ anchors = [] }) => anchors.length > 0 && anchors.every(({ state }) => state === 'gone'))
  expect({ ...clues, gone }).toEqual({ ...clues, gone: gone.toSorted((a, b) => Number(a) - Number(b)) })
  return looked
}

test(
  'what is told of code equals a look at the trees of the commit that brought the bullet and of HEAD, in any history and clone',
  async () => {
    let looked = 0
    for (let run = 0; run < runs; run++) {
      if (only !== undefined && run !== Number(only)) continue
      await withRepo(async (repo) => {
        const dice = new Dice(seed * 100_003 + run)
        const done: string[] = []
        const look = new FreshLook(repo)
        for (const path of code) repo.write(path, codeText(path, dice))
        for (const log of logs.slice(0, 2)) repo.write(log, `# Day\n\n## Retain\n${bullet(dice)}\n${bullet(dice)}\n`)
        commitAll(repo)
        const names = Object.keys(steps)
        const length = 6 + dice.number(10)
        for (let step = 0; step < length; step++) {
          const name = dice.one([...names, 'both', 'note', 'write'])
          steps[name]!(repo, dice)
          done.push(name)
          // Some looks begin where an earlier one ended, others further back.
          if (dice.number(3) > 0) looked += await expectAsFresh(repo, look, { seed, run, done })
        }
        looked += await expectAsFresh(repo, look, { seed, run, done })
        const clone = repo.at('twin')
        repo.git('clone', '-q', repo.root, clone.root)
        await expectAsFresh(clone, look, { seed, run, done, clone: true })
      })
    }
    expect(looked).toBeGreaterThan(0)
  },
  runs * 60_000,
)
