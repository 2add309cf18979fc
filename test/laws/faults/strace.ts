import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Ran, Repo } from '../../support/with-repo.js'

/** System calls that change a file or a folder; `?` where not every architecture has one. */
const writing = `
  write writev pwrite64 pwritev ?sendfile copy_file_range fsync fdatasync ftruncate truncate fallocate
  ?open ?creat openat ?mkdir mkdirat ?rmdir ?unlink unlinkat ?rename ?renameat renameat2
  ?link linkat ?symlink symlinkat ?chmod fchmod fchmodat`
  .trim()
  .split(/\s+/)
  .join(',')

const opening: readonly string[] = ['open', 'openat', 'creat']

/** What happens at a system call: the process dies before it, or it fails. */
export const faults = {
  KILL: 'signal=KILL',
  EIO: 'error=EIO',
  ENOSPC: 'error=ENOSPC',
} as const
export type Fault = keyof typeof faults
export const faultNames = Object.keys(faults) as Fault[]

/** Our own process, or the n-th Git process that a command starts. */
export type Victim = 'memory' | number

/** One system call of a flow. */
export interface Point {
  readonly victim: Victim
  /** What the victim is: `memory`, or `git update-ref`. */
  readonly process: string
  readonly call: string
  /** Which of the calls of this name in its process, from 1. */
  readonly nth: number
  /** What it writes to, from the workspace: `.git/workspace-memory/index.sqlite-wal`. */
  readonly path: string
  /** Which of these calls at this path, from 1. */
  readonly nthThere: number
  /** Whether the process that started this one makes a call of this name and number before it: killed there, it never comes to this one. */
  readonly shadowed: boolean
}

/** strace is here and may trace: containers often forbid it. */
export const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

/**
 * Loaded before what runs: files are written by `pwrite64`. Node tells its own
 * threads and children by `write`, another number of times on every run, so
 * the n-th `write` is now a file's and now a pipe's.
 */
const places = `
const fs = require('node:fs')
fs.writeFileSync = (target, content, options = {}) => {
  const { encoding = 'utf8', flag = 'w', mode = 0o666 } = typeof options === 'string' ? { encoding: options } : options
  const bytes = typeof content === 'string' ? Buffer.from(content, encoding) : content
  const descriptor = typeof target === 'number' ? target : fs.openSync(target, flag, mode)
  try {
    fs.writeSync(descriptor, bytes, 0, bytes.length, 0)
  } finally {
    if (typeof target !== 'number') fs.closeSync(descriptor)
  }
}
require('node:module').syncBuiltinESMExports()
`

/** A `node` and a `git` that are traced where they are told to be, and beside them what they tell. */
export class Tracer {
  readonly #folder: Repo

  constructor(folder: Repo) {
    this.#folder = folder
    folder.write('places.cjs', places)
    this.#tool('node', `${process.execPath} --require ${folder.path('places.cjs')}`, 'memory', '')
    this.#tool('git', folder.run('sh', '-c', 'command -v git').stdout.trim(), '$call', '-f')
  }

  /** What is to run in the place of Node. */
  get node(): string {
    return this.#folder.path('node')
  }

  /** Called as `name`, runs `program`; each call of Git has the number of its line in `calls`. */
  #tool(name: string, program: string, victim: string, how: string): void {
    const options = `-y -s 0 -q ${how} -e trace=${writing}`
    this.#folder.write(
      name,
      `#!/bin/sh
${name === 'git' ? 'echo "$@" >>"$FAULT_FOLDER/calls"\ncall=0\nwhile read -r _; do call=$((call + 1)); done <"$FAULT_FOLDER/calls"' : ''}
case "$FAULT_VICTIM" in
${victim} | each) exec strace -o "$FAULT_FOLDER/log-${victim}" ${options} $FAULT_INJECT ${program} "$@" ;;
esac
exec ${program} "$@"
`,
    )
    chmodSync(this.#folder.path(name), 0o755)
  }

  /** Run a command in a workspace with every process traced. @returns each system call that writes there */
  points(repo: Repo, command: readonly string[]): { ran: Ran; points: Point[] } {
    const ran = this.#run(repo, command, 'each', '')
    const victims: Victim[] = ['memory', ...this.#calls().map((_, at) => at + 1)]
    const points = victims.flatMap((victim) =>
      writesIn(repo, this.#log(victim)).map((write) => ({ ...write, victim, process: this.#nameOf(victim) })),
    )
    return { ran, points }
  }

  /**
   * The point as this machine counts it now: Node opens a file more or fewer on
   * another run, which moves the number of every call of the name after it.
   */
  seenAgain(repo: Repo, command: readonly string[], point: Point): Point {
    this.#run(repo, command, String(point.victim), '')
    const again = writesIn(repo, this.#log(point.victim)).find(
      ({ call, path, nthThere }) => call === point.call && path === point.path && nthThere === point.nthThere,
    )
    return { ...point, ...again }
  }

  /**
   * Run it with one system call failing.
   *
   * @returns undefined where the call that failed was another one
   */
  fail(repo: Repo, command: readonly string[], point: Point, fault: Fault): Ran | undefined {
    const { victim, call, nth, path, nthThere } = point
    // A disk that is full stays full.
    const when = fault === 'ENOSPC' && call === 'pwrite64' ? `${nth}+` : `${nth}`
    const ran = this.#run(repo, command, String(victim), `-e inject=${call}:${faults[fault]}:when=${when}`)
    const log = this.#log(victim)
    const met = writesIn(repo, log).some(
      (write) =>
        write.call === call &&
        write.nth === nth &&
        ((write.path === path && write.nthThere === nthThere) || write.path === unnamed),
    )
    return met && /\+\+\+ killed by SIGKILL|\(INJECTED\)/.test(log) ? ran : undefined
  }

  #run(repo: Repo, [command = '', ...args]: readonly string[], victim: string, inject: string): Ran {
    for (const name of this.#folder.files().keys()) if (/calls$|log-/.test(name)) this.#folder.remove(name)
    const path = repo.environment['PATH']
    const traced = repo.with({
      // Git is not counted where none of its calls fails: a flow starts it up to forty times.
      PATH: victim === 'memory' ? path : `${this.#folder.root}:${path}`,
      // With more arenas than one, freeing may look into a file of /proc, which is an `openat`.
      MALLOC_ARENA_MAX: '1',
      FAULT_FOLDER: this.#folder.root,
      FAULT_VICTIM: victim,
      FAULT_INJECT: inject,
    })
    return traced.run('timeout', '--signal=KILL', '240', command, ...args)
  }

  #calls(): string[] {
    return this.#folder.exists('calls') ? this.#folder.read('calls').trimEnd().split('\n') : []
  }

  #log(victim: Victim): string {
    const name = `log-${victim}`
    return this.#folder.exists(name) ? readFileSync(this.#folder.path(name), 'latin1') : ''
  }

  /** `-c core.fsmonitor=false update-ref -m x` is `git update-ref`. */
  #nameOf(victim: Victim): string {
    if (victim === 'memory') return victim
    const words = this.#calls()[victim - 1]!.split(' ')
    return `git ${words.find((word, at) => !word.startsWith('-') && words[at - 1] !== '-c')}`
  }
}

/**
 * The calls that write to a workspace, of a log with lines such as
 * `12 pwrite64(19</w/.git/workspace-memory/index.sqlite>, ""..., 4096, 0) = 4096`;
 * the number is there where a process and its children are traced.
 */
function writesIn(repo: Repo, log: string): Omit<Point, 'victim' | 'process'>[] {
  const counts = new Map<string, number>()
  const count = (what: string): number => {
    counts.set(what, (counts.get(what) ?? 0) + 1)
    return counts.get(what)!
  }
  return [...log.matchAll(/^(?:(\d+) +)?(\w+)\((.*)$/gm)].flatMap(([, process = '', call = '', args = '']) => {
    const nth = count(`${process} ${call}`)
    const shadowed = count(`any ${call} ${nth}`) > 1
    const path = pathIn(repo, call, args)
    return path === undefined ? [] : [{ call, nth, path, nthThere: count(`${process} ${call} ${path}`), shadowed }]
  })
}

/** `write(4, "", 20`: its process was killed before strace looked at what its file is called. */
const unnamed = ''

/** What a call writes to, as a path of the workspace; undefined for what is elsewhere, or not written. */
function pathIn(repo: Repo, call: string, args: string): string | undefined {
  if (opening.includes(call) && !/O_CREAT|O_TRUNC/.test(args)) return undefined
  if (/^\d+, /.test(args)) return unnamed
  const open = /^\d+<([^>]*)>/.exec(args)?.[1]
  const path = open ?? [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].at(-1)?.[1]
  if (path === undefined || /^\w+:\[/.test(path)) return undefined // pipe:[123]
  const inside = relative(repo.root, resolve(repo.root, path))
  return inside.startsWith('..') ? undefined : steady(inside)
}

/** Without what is another name on every run: `.memory/write-4711-0a1b2c`, `.git/objects/tmp_obj_a1b2c3`. */
export const steady = (path: string): string =>
  path.replace(/[-.]\d+(?:-[0-9a-f]+)?(?=\.lock$|$)/, '').replace(/(tmp_[a-z]+_)\w+$/, '$1')
