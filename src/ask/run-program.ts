import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { execa, parseCommandString } from 'execa'
import { searchPath } from '../git/search-path.js'
import { MemoryError } from '../model/error.js'
import { printable } from '../text/safe-text.js'
import { modelPrograms, unknownProgram, type ModelProgram, type ProgramReply } from './programs.js'
import type { ModelProgramSettings, LanguageModel, ModelReply, ModelRequest } from './language-model.js'

/** What any program needs to find itself, its user and the way out; nothing that leads it to a repository or to notes. */
const usualVariables = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'TZ', 'XDG_', 'TMPDIR'].concat(
  ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'],
  ['SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PATHEXT', 'ComSpec', 'TEMP', 'TMP'],
)

/** More is no answer to one request. */
const largestReply = 8 * 2 ** 20

/** A program and its arguments, as a person writes them; a blank within one stands behind a backslash. */
export const commandFrom = (text: string): string[] => parseCommandString(text)

const rowFor = (program: string): ModelProgram => {
  const name = basename(program).replace(/\.(?:exe|cmd|bat)$/i, '')
  return Object.hasOwn(modelPrograms, name) ? modelPrograms[name]! : unknownProgram
}

/**
 * A program of the user's as a reader. It runs in an empty folder of its own with hardly any environment; the request
 * comes on its standard input, where no other user of the machine can read it; after its time it is killed, though not what it
 * began and left behind.
 *
 * @param top the working tree, in which no program is looked for
 */
export function modelOfProgram(
  settings: ModelProgramSettings,
  environment: NodeJS.ProcessEnv,
  top: string,
): LanguageModel {
  const [program = '', ...own] = settings.command
  return {
    name: settings.model === null ? basename(program) : `${basename(program)} ${settings.model}`,
    async ask(request, patience) {
      const folder = mkdtempSync(join(tmpdir(), 'memory-reader-'))
      try {
        return await askIn(folder, { program, own, settings, environment, top }, request, patience)
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 })
      }
    },
  }
}

interface Call {
  readonly program: string
  readonly own: readonly string[]
  readonly settings: ModelProgramSettings
  readonly environment: NodeJS.ProcessEnv
  readonly top: string
}

async function askIn(
  folder: string,
  { program, own, settings, environment, top }: Call,
  { system, user, schema }: ModelRequest,
  patience: number,
): Promise<ModelReply> {
  const row = rowFor(program)
  const files = {
    answer: join(folder, 'answer'),
    schema: join(folder, 'schema.json'),
    instructions: join(folder, 'how.md'),
  }
  const { args, sets, input } = row.call({ system, user, model: settings.model, ...files })
  const isNamed = (file: string): boolean => args.some((each) => each.includes(file))
  // What is not asked for is not there: a program that looks around finds an empty folder.
  if (isNamed(files.schema)) writeFileSync(files.schema, JSON.stringify(schema))
  if (isNamed(files.instructions)) writeFileSync(files.instructions, system)
  const failed = (why: string, cause?: unknown): MemoryError =>
    new MemoryError('reader-failed', `${printable(program)} ${why}`, { cause })
  const ran = await execa(program, [...own, ...args], {
    cwd: folder,
    env: { ...environmentFor(row, environment, top), ...sets },
    extendEnv: false,
    reject: false,
    input,
    timeout: patience,
    forceKillAfterDelay: 2000,
    cleanup: true,
    maxBuffer: largestReply,
    windowsHide: true,
  })
  if (ran.code === 'ENOENT' || ran.code === 'EACCES') throw failed('is not installed, or not on the PATH')
  if (ran.timedOut) throw failed(`did not answer within ${Math.round(patience / 1000)} s`)
  if (ran.isMaxBuffer) throw failed(`answered more than ${largestReply} bytes`)
  if (ran.exitCode !== 0) throw failed(`ended with ${ran.exitCode ?? ran.signal}: ${saidBy(ran)}`)
  const reply = row.read ? row.read(ran.stdout) : replyIn(files.answer)
  if (reply === undefined) throw failed(`gave no answer: ${saidBy(ran)}`)
  return { text: reply.text, tokens: reply.tokens ?? null }
}

function replyIn(file: string): ProgramReply | undefined {
  try {
    return { text: readFileSync(file, 'utf8') }
  } catch {
    return undefined
  }
}

function environmentFor(row: ModelProgram, environment: NodeJS.ProcessEnv, top: string): NodeJS.ProcessEnv {
  const kept = [...usualVariables, ...row.keeps].map(alike)
  const isKept = (name: string): boolean =>
    kept.some((each) => (each.endsWith('_') ? alike(name).startsWith(each) : alike(name) === each))
  const clean = Object.fromEntries(Object.entries(environment).filter(([name]) => isKept(name)))
  const path = Object.entries(clean).find(([name]) => alike(name) === 'PATH')?.[0] ?? 'PATH'
  return { ...clean, [path]: searchPath(clean[path] ?? '', top) }
}

/** Windows knows variables by their letters alone: `Path`. */
const alike = (name: string): string => (process.platform === 'win32' ? name.toUpperCase() : name)

/** The last lines of what it said are why. */
const saidBy = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string =>
  printable((stderr.trim() || stdout.trim()).split('\n').slice(-2).join(' ').slice(-300)) || 'it said nothing'
