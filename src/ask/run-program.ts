import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { execa, parseCommandString } from 'execa'
import { searchPath } from '../git/search-path.js'
import { MemoryError } from '../model/error.js'
import { printable } from '../text/safe-text.js'
import { objectIn, type ModelProgram, type ProgramCall, type ProgramReply } from './program.js'
import { modelPrograms, unknownProgram } from './programs.js'
import type { ModelProgramSettings, LanguageModel, ModelReply, ModelRequest } from './language-model.js'

/** Variables that programs need to find themselves, the user and the network. None leads to a repository or notes. */
const usualVariables = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'TZ', 'XDG_', 'TMPDIR'].concat(
  ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'],
  ['SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PATHEXT', 'ComSpec', 'TEMP', 'TMP'],
)

/** Bytes; more is no answer to one request. */
const largestReply = 8 * 2 ** 20

/** Milliseconds from a program's end to the end of its output, which processes that it left behind may hold open. */
const lateOutput = 500

/** Splits a program and its arguments as a person writes them; a blank within one stands behind a backslash. */
export const commandFrom = (text: string): string[] => parseCommandString(text)

const rowFor = (program: string): ModelProgram => {
  const name = basename(program).replace(/\.(?:exe|cmd|bat)$/i, '')
  return Object.hasOwn(modelPrograms, name) ? modelPrograms[name]! : unknownProgram
}

/**
 * Makes a reader of a program of the user's. It runs in an empty folder of its own with hardly any environment. The
 * request comes on its standard input, where no other user of the machine can read it. After its time it is killed, but
 * processes that it left behind are not, nor waited for.
 *
 * @param top the working tree, in which no program is looked for
 * @throws MemoryError bad-argument where it cannot be asked with that model
 */
export function modelOfProgram(
  settings: ModelProgramSettings,
  environment: NodeJS.ProcessEnv,
  top: string,
): LanguageModel {
  const [program = '', ...own] = settings.command
  const refusal = rowFor(program).refuses?.(settings.model)
  if (refusal !== undefined) throw new MemoryError('bad-argument', refusal)
  return {
    name: settings.model === null ? basename(program) : `${basename(program)} ${settings.model}`,
    atOnce: settings.atOnce,
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
  const given = environmentFor(row, environment, top)
  const place = (name: string): string => join(folder, name)
  const call = row.call({
    system,
    user,
    model: settings.model,
    schema: JSON.stringify(schema),
    place,
    environment: given,
  })
  const here = place('here')
  for (const each of [here, place('home')]) mkdirSync(each)
  lay(call)
  const failed = (why: string, cause?: unknown): MemoryError =>
    new MemoryError('reader-failed', `${printable(program)} ${why}`, { cause })
  const running = execa(program, [...own, ...call.args], {
    cwd: here,
    env: { ...variablesAtHome(row, given), ...given, ...call.sets },
    extendEnv: false,
    reject: false,
    input: call.input,
    timeout: patience,
    forceKillAfterDelay: 2000,
    cleanup: true,
    maxBuffer: largestReply,
    windowsHide: true,
  })
  const close = (): void => [running.stdout, running.stderr].forEach((end) => end.destroy())
  // Where this process was busy all the while, what stands in the pipes is read before `setImmediate`.
  running.once('exit', () => setTimeout(() => setImmediate(close), lateOutput).unref())
  const ran = await running
  if (ran.code === 'ENOENT' || ran.code === 'EACCES') throw failed('is not installed, or not on the PATH')
  if (ran.timedOut) throw failed(`did not answer within ${Math.round(patience / 1000)} s`)
  if (ran.isMaxBuffer) throw failed(`answered more than ${largestReply} bytes`)
  if (ran.exitCode !== 0) throw failed(`ended with ${ran.exitCode ?? ran.signal}: ${saidBy(ran)}`)
  const reply = row.read ? row.read(ran.stdout) : replyIn(call.answer)
  if (reply === undefined) throw failed(`gave no answer: ${saidBy(ran)}`)
  return { text: reply.text, tokens: reply.tokens ?? null }
}

/** Lays the files of a call in place. A program that looks around finds nothing else. */
function lay({ files = {}, lends = {} }: ProgramCall): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { mode: 0o600 })
  }
  for (const [path, theirs] of Object.entries(lends)) {
    if (!existsSync(theirs)) continue
    mkdirSync(dirname(path), { recursive: true })
    try {
      symlinkSync(theirs, path)
    } catch {
      copyFileSync(theirs, path) // Windows, where not everybody may make links
    }
  }
}

function replyIn(file = ''): ProgramReply | undefined {
  try {
    return { text: readFileSync(file, 'utf8') }
  } catch {
    return undefined
  }
}

function environmentFor(row: ModelProgram, environment: NodeJS.ProcessEnv, top: string): NodeJS.ProcessEnv {
  const clean = ofThese([...usualVariables, ...row.keeps], environment)
  const path = Object.entries(clean).find(([name]) => alike(name) === 'PATH')?.[0] ?? 'PATH'
  return { ...clean, [path]: searchPath(clean[path] ?? '', top) }
}

function ofThese(names: readonly string[], environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = names.map(alike)
  const isKept = (name: string): boolean =>
    kept.some((each) => (each.endsWith('_') ? alike(name).startsWith(each) : alike(name) === each))
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isKept(name)))
}

/** The variables that a program would read from a file at the user's home, which it is not given. */
function variablesAtHome({ variables, keeps }: ModelProgram, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = variables?.(environment).find((each) => existsSync(each))
  if (file === undefined) return {}
  try {
    return ofThese(keeps, parseEnv(readFileSync(file, 'utf8')) as NodeJS.ProcessEnv)
  } catch {
    return {}
  }
}

/** A variable's name for comparing: on Windows capitals do not count (`Path`). */
const alike = (name: string): string => (process.platform === 'win32' ? name.toUpperCase() : name)

/** Why a program failed, in its own words: an error in JSON, else its last lines. */
const saidBy = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string =>
  printable(
    (errorIn(stdout) ?? errorIn(stderr) ?? (stderr.trim() || stdout.trim()).split('\n').slice(-2).join(' ')).slice(
      -300,
    ),
  ) || 'it said nothing'

/**
 * The error in an output: `{"error":{"message":"no key"}}`, `{"is_error":true,"result":"no key"}`. It stands alone,
 * behind other lines, or in one of several lines of JSON.
 */
function errorIn(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.startsWith('{'))
  const told = [text.slice(Math.max(0, text.search(/^\{/m))), ...lines].flatMap(
    (each) => messageOf(objectIn(each)) ?? [],
  )
  return told.at(-1)
}

function messageOf(told: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const error = told?.['error'] as
    { readonly message?: unknown; readonly data?: { readonly message?: unknown } } | string
  const said =
    told?.['is_error'] === true
      ? told['result']
      : typeof error === 'object'
        ? (error?.message ?? error?.data?.message)
        : error
  return typeof said === 'string' && said !== '' ? said : undefined
}
