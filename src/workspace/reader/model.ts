import { resolve } from 'node:path'
import { commandFrom, modelOfProgram } from '../../ask/run-program.js'
import { modelOfServer, modelServers } from '../../ask/servers.js'
import {
  mostAtOnce,
  usualModelPatience,
  type LanguageModel,
  type LanguageModelSettings,
} from '../../ask/language-model.js'
import { dropOwn, keepOwn } from '../../files/own-folder.js'
import { MemoryError } from '../../model/error.js'
import { checkAnswers, type CheckedAnswers } from '../../reader/check.js'
import { readerAnswers } from '../../reader/answer.js'
import { readerPackets } from '../../reader/packet.js'
import { answerSchema, readerRequest } from '../../reader/request.js'
import { isAtOnce, languageModelSettings, modelSettingsName } from '../session/model-settings.js'
import type { Session } from '../session/session.js'

export interface ReaderChoice {
  /** A program and its arguments; `claude`, `codex`, `opencode`, `gemini` and `openclaw` are run with their tools off. */
  readonly command?: string | readonly string[] | undefined
  /** A server's address, in place of a program. */
  readonly server?: string | undefined
  /** `ollama` (the default) or `openai-compatible`. */
  readonly api?: string | undefined
  readonly model?: string | undefined
  /** Whether logs may be sent to another machine. */
  readonly allowRemote?: boolean | undefined
  /** How many packets the reader is asked about at once: from 1 (the default) to 16. */
  readonly atOnce?: number | undefined
}

export function setReader(session: Session, choice: ReaderChoice): LanguageModelSettings {
  const { repository, options } = session
  const settings = settingsOf(choice, options.cwd ?? process.cwd())
  modelOf(session, settings)
  keepOwn(repository.ownFolder, modelSettingsName, `${JSON.stringify(settings)}\n`)
  return settings
}

function settingsOf(
  { command, server, api = 'ollama', model, allowRemote = false, atOnce = 1 }: ReaderChoice,
  cwd: string,
): LanguageModelSettings {
  if (!isAtOnce(atOnce))
    throw new MemoryError(
      'bad-argument',
      `--at-once takes a whole number from 1 to ${mostAtOnce}, got ${String(atOnce)}`,
    )
  if ((command === undefined) === (server === undefined))
    throw new MemoryError('bad-argument', 'a reader is a program (--command) or a server (--server): give one')
  if (command !== undefined) {
    const words = typeof command === 'string' ? commandFrom(command) : command
    if (words.length === 0 || words[0] === '')
      throw new MemoryError('bad-argument', '--command takes a program, such as claude, and its arguments')
    // The program runs in another, empty folder: its path has to be absolute.
    const [program, ...args] = words as [string, ...string[]]
    const place = program.includes('/') ? resolve(cwd, program) : program
    return { by: 'program', command: [place, ...args], model: model ?? null, atOnce }
  }
  if (model === undefined)
    throw new MemoryError('bad-argument', 'a server is asked for one of its models: --model NAME')
  const url = server === '' ? modelServers[api]?.url : server
  return { by: 'server', api, url: url ?? server!, model, allowRemote, atOnce }
}

export const unsetReader = ({ repository }: Session): void => dropOwn(repository.ownFolder, modelSettingsName)

/** @throws MemoryError bad-argument where no reader is set, or one that cannot be asked */
export function modelSet(session: Session): LanguageModel {
  const settings = languageModelSettings(session.repository.ownFolder)
  if (!settings)
    throw new MemoryError(
      'bad-argument',
      'no reader is set in this clone: memory reader set --command claude, or --help',
    )
  return modelOf(session, settings)
}

const modelOf = ({ repository, options }: Session, settings: LanguageModelSettings): LanguageModel =>
  settings.by === 'program'
    ? modelOfProgram(settings, options.environment ?? process.env, repository.top)
    : modelOfServer(settings)

export interface ReaderTried extends CheckedAnswers {
  readonly reader: string
  /** Milliseconds. */
  readonly took: number
  readonly tokens: { readonly in: number; readonly out: number } | null
  /** Its answer, word for word. */
  readonly said: string
}

/** An invented log to try a reader with, so that nothing of the workspace is sent. */
const sample = {
  path: 'memory/2025-11-27.md',
  day: '2025-11-27',
  text: `# Thursday

## Garden

- Ruth wants the gate painted green, not white.
- **Decision:** we water before seven, because the pump is loud.
- Maybe a second barrel next year.
- Boris fixed the pump and charged 80 euros.
`,
}

/** @throws MemoryError bad-argument | reader-failed */
export async function tryReader(session: Session): Promise<ReaderTried> {
  const model = modelSet(session)
  const [packet] = readerPackets(sample)
  const known = { names: [{ name: 'Ruth' }, { name: 'Boris' }], standing: [] }
  const start = performance.now()
  const { text, tokens } = await model.ask(
    { ...readerRequest(packet!, known), schema: answerSchema },
    usualModelPatience,
  )
  const { answers } = readerAnswers(text)
  return {
    reader: model.name,
    took: Math.round(performance.now() - start),
    tokens,
    said: text,
    ...checkAnswers(answers, packet!, known),
  }
}
