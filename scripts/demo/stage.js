import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'

export const packageRoot = fileURLToPath(new URL('../..', import.meta.url))

/** Longer lines are folded; nothing is cut. */
const columns = 104

/** A step that did not hold. */
export class DemoFailure extends Error {}

/**
 * Where the demo plays: a temporary folder with a home of its own, so that no
 * Git setting of the person who runs it is read or written, and with `memory`
 * and `memory-rebuild` on the PATH as npm would put them there.
 */
export async function openStage() {
  if (!existsSync(join(packageRoot, 'dist/compiled/cli.cjs'))) await build()
  const root = await realpath(await mkdtemp(join(tmpdir(), 'memory-demo-')))
  const bin = join(root, 'bin')
  await mkdir(bin)
  for (const name of ['memory', 'memory-rebuild']) await symlink(join(packageRoot, `bin/${name}.js`), join(bin, name))
  await writeFile(
    join(root, '.gitconfig'),
    '[user]\n\tname = Brio\n\temail = brio@example.com\n[init]\n\tdefaultBranch = main\n[core]\n\tquotePath = false\n',
  )
  const environment = {
    PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: root,
    GIT_CONFIG_GLOBAL: join(root, '.gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
    TZ: 'Europe/Rome',
    LC_ALL: 'C.UTF-8',
  }
  return new Stage(root, environment)
}

async function build() {
  console.log('dist/ is not there yet: building it first.\n')
  await execa(process.execPath, [join(packageRoot, 'scripts/build.js')], {
    env: { MEMORY_BUILD_TYPES: '0' },
    stdio: 'inherit',
  })
}

class Stage {
  /** How many things were checked and held. */
  checks = 0
  #headings = 0
  #afterCommand = false
  #folder
  #environment
  #now = '2026-03-02T09:00:00+01:00'

  constructor(root, environment) {
    this.root = root
    this.#folder = root
    this.#environment = environment
  }

  heading(title) {
    this.#headings++
    this.#afterCommand = false
    console.log(`\n${this.#headings}. ${title}`)
  }

  say(text) {
    if (this.#afterCommand) console.log()
    this.#afterCommand = false
    for (const line of fold(text.replace(/\s+/g, ' ').trim(), 0)) console.log(line)
  }

  print(line) {
    this.#afterCommand = true
    for (const part of fold(line.replaceAll(this.root, '~'), 4)) console.log(`    ${part}`.trimEnd())
  }

  /** Where the commands that follow are run. */
  enter(folder) {
    this.#folder = join(this.root, folder)
  }

  path(...parts) {
    return join(this.#folder, ...parts)
  }

  /** The moment that Git takes for now. */
  setClock(moment) {
    this.#now = moment
  }

  /**
   * Show a command, run it for real and show what it printed: the first
   * `lines` of it, or all. Stops the demo where the command fails.
   */
  async run(command, { lines = Infinity } = {}) {
    this.print(`$ ${command}`)
    const output = await this.quietly(command)
    const printed = output === '' ? [] : output.split('\n')
    for (const line of printed.slice(0, lines)) this.print(line)
    const more = printed.length - lines
    if (more > 0) this.print(`… and ${more} more lines`)
    return output
  }

  /** Run a shell command without showing it. */
  async quietly(command) {
    const { all, exitCode } = await execa('/bin/sh', ['-c', command], {
      cwd: this.#folder,
      env: { ...this.#environment, GIT_AUTHOR_DATE: this.#now, GIT_COMMITTER_DATE: this.#now },
      extendEnv: false,
      stdin: 'ignore',
      all: true,
      reject: false,
    })
    if (exitCode !== 0) throw new DemoFailure(`\`${command}\` ended with status ${exitCode}:\n${all}`)
    return all
  }

  /** What this step promises; `found` is what differed. */
  check(promise, holds, found) {
    if (!holds) throw new DemoFailure(`expected: ${promise}\nfound:    ${found}`)
    this.checks++
  }

  checkHolds(promise, text, ...parts) {
    for (const part of parts) this.check(`${promise} (${JSON.stringify(part)})`, text.includes(part), `\n${text}`)
  }

  async close() {
    await rm(this.root, { recursive: true, force: true })
  }
}

/** At spaces, but never inside a comment; with a deeper indent for what follows. */
function fold(line, hanging) {
  const indent = ' '.repeat(/^ */.exec(line)[0].length + hanging)
  const parts = []
  let rest = line.replace(/<!--.*?-->/g, (comment) => comment.replaceAll(' ', '\u00a0'))
  while (rest.length > columns) {
    const space = rest.lastIndexOf(' ', columns)
    if (space <= indent.length) break
    parts.push(rest.slice(0, space))
    rest = indent + rest.slice(space + 1)
  }
  return [...parts, rest].map((part) => part.replaceAll('\u00a0', ' '))
}
