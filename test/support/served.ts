import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from '@jest/globals'

/** TMPDIR may name a file system that has no pipes, as exFAT: then memory. */
const placesOfPipes = [tmpdir(), '/dev/shm']

const program = fileURLToPath(new URL('serve-commands.cjs', import.meta.url))

/** One process that runs a command at a time, and is waited for as another would be. */
class Server {
  readonly #process: ChildProcess
  readonly #requests: number
  readonly #answers: number

  constructor() {
    const folder = folderOfPipes()
    const [requests, answers] = [ends(join(folder, 'requests')), ends(join(folder, 'answers'))]
    // Each process holds one end alone, so that neither waits for one that is gone.
    const stdio = ['ignore', 'ignore', 'inherit', requests.read, answers.write] as const
    this.#process = spawn(process.execPath, [program], { stdio: [...stdio], env: {} })
    closeSync(requests.read)
    closeSync(answers.write)
    this.#requests = requests.write
    this.#answers = answers.read
    rmSync(folder, { recursive: true })
  }

  ask(request: object): unknown {
    const bytes = Buffer.from(`${JSON.stringify(request)}\n`)
    for (let written = 0; written < bytes.length;) written += writeSync(this.#requests, bytes, written)
    const pieces: Buffer[] = []
    const piece = Buffer.alloc(1 << 16)
    for (;;) {
      const length = readSync(this.#answers, piece)
      if (length === 0) throw new Error(`the process that runs commands has ended: ${JSON.stringify(request)}`)
      pieces.push(Buffer.from(piece.subarray(0, length)))
      if (piece[length - 1] === 10) return JSON.parse(Buffer.concat(pieces).toString())
    }
  }

  end(): Promise<void> {
    return new Promise((resolve) => {
      this.#process.on('exit', () => resolve())
      closeSync(this.#requests)
      closeSync(this.#answers)
    })
  }
}

/** A folder with two pipes that have names. */
function folderOfPipes(): string {
  for (const place of placesOfPipes) {
    const folder = mkdtempSync(join(place, 'memory-test-'))
    if (spawnSync('mkfifo', ['requests', 'answers'], { cwd: folder }).status === 0) return folder
    rmSync(folder, { recursive: true })
  }
  throw new Error(`no pipe could be made in ${placesOfPipes.join(' or ')}`)
}

/** Both ends of a pipe; to open one of them waits for the other. */
function ends(path: string): { read: number; write: number } {
  const both = openSync(path, 'r+')
  const found = { read: openSync(path, 'r'), write: openSync(path, 'w') }
  closeSync(both)
  return found
}

let isServed = false
let server: Server | undefined

/**
 * For a file whose tests ask what commands do and print, not how a process begins and ends: they run one after another
 * in one process, each with a bundle that is evaluated anew. What Git starts, as a hook, has its own process everywhere.
 */
export function commandsShareAProcess(): void {
  isServed = true
  afterAll(() => server?.end())
}

/** What a command did, where this file lets its commands share a process; undefined where this one needs its own. */
export function served(cwd: string, environment: NodeJS.ProcessEnv, args: readonly string[]): unknown {
  // Node reads these when it starts.
  if (!isServed || Object.keys(environment).some((name) => name.startsWith('NODE_'))) return undefined
  server ??= new Server()
  const given = Object.entries(environment).filter(([, value]) => value !== undefined)
  return server.ask({ cwd, environment: Object.fromEntries(given), args })
}
