import { lstatSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { guard, hasCode, isBlocked, readRegular } from '../files/files.js'
import { replacerOf, type Change } from '../files/replace-file.js'
import { MemoryError } from '../model/error.js'
import { whenAsked } from '../text/once.js'
import { agentsBlock, importBlock } from './agents-block.js'
import type { ClientName } from './client-names.js'
import { clientFiles, failureHook, type ClientFile } from './clients.js'
import { misunderstood } from './editor.js'
import { agentsFile, claudeFile, instructionFiles, standingFiles } from './instruction-files.js'

export interface SetUpStep {
  readonly client: ClientName
  readonly path: string
  /** `unchanged`: the entry is there already, or is not there to be removed; `left alone`: somebody changed it. */
  readonly does: 'write' | 'remove' | 'unchanged' | 'left alone'
  /** What is written; for every other step, the name of its place. */
  readonly entry: string
}

export interface SetUpPlan {
  readonly steps: readonly SetUpStep[]
  readonly apply: () => void
}

interface WantedEntry {
  readonly clients: readonly ClientName[]
  /** The clients whose entries are taken out. */
  readonly without: readonly ClientName[]
  /** What agents are told, in Markdown. */
  readonly instructions: string
}

/**
 * Plans what to write into the configuration of clients in a workspace, and what to take out. All of it is read and
 * understood before any is written.
 *
 * @throws MemoryError bad-config where a file cannot be understood; unsafe-path where a link or a folder is in the way
 */
export function planClients(root: string, { clients, without, instructions }: WantedEntry): SetUpPlan {
  const block = agentsBlock(instructions)
  const toldIn = (paths: readonly string[]): ClientFile[] => paths.map((path) => ({ path, editor: block }))
  const hasOurs = ({ path, editor }: ClientFile): boolean => {
    const bytes = readRegular(root, path)
    // A decoder drops a byte order mark, which no editor knows.
    return bytes !== undefined && editor.find(path, new TextDecoder().decode(bytes)) !== 'missing'
  }
  const line: ClientFile = { path: claudeFile, editor: importBlock }
  // Asked late: a CLAUDE.md that stays as it is need not be understood.
  const hasLine = whenAsked(() => hasOurs(line))
  const filesOf = (client: ClientName, isOut: boolean): readonly ClientFile[] => {
    if (client === 'agents') {
      if (!isOut) return toldIn(instructionFiles(root))
      // Without our block in AGENTS.md, our line that imports AGENTS.md goes too.
      const standing = standingFiles(root)
      return hasLine() ? [...toldIn(standing.filter((path) => path !== claudeFile)), line] : toldIn(standing)
    }
    if (client === 'failures') return [failureHook]
    if (client !== 'claude') return clientFiles[client]
    if (isOut) {
      const hook = !without.includes('failures') && hasOurs(failureHook) ? [failureHook] : []
      return [...(!without.includes('agents') && hasLine() ? [line] : []), ...clientFiles.claude, ...hook]
    }
    const isTold = clients.includes('agents')
      ? instructionFiles(root).includes(agentsFile)
      : !without.includes('agents') && toldIn([agentsFile]).some(hasOurs)
    const isFree = (): boolean =>
      hasLine() || lstatSync(join(root, claudeFile), { throwIfNoEntry: false }) === undefined
    return isTold && isFree() ? [line, ...clientFiles.claude] : clientFiles.claude
  }
  const changes = [
    ...without.flatMap((client) => filesOf(client, true).map((file) => changeOf(root, client, file, true))),
    ...clients.flatMap((client) => filesOf(client, false).map((file) => changeOf(root, client, file, false))),
  ]
  return {
    steps: changes.map(({ step }) => step),
    apply() {
      const open = changes.filter(({ step: { does } }) => does === 'write' || does === 'remove')
      replacerOf(root).changeAll(open)
      for (const { path, step } of open) if (step.does === 'remove') removeEmpty(root, path)
    },
  }
}

interface PlannedChange extends Change {
  readonly step: SetUpStep
}

function changeOf(root: string, client: ClientName, file: ClientFile, isOut: boolean): PlannedChange {
  const { path, editor } = file
  guard(root, path)
  if (isBlocked(root, path))
    throw new MemoryError('unsafe-path', `${path} is no file, and nothing is written in its place: move it away first`)
  const { does } = outcome(file, readRegular(root, path), isOut)
  return {
    path,
    step: { client, path, does, entry: does === 'write' ? editor.shows : editor.name },
    make: (standing) => outcome(file, standing, isOut).bytes,
  }
}

interface Outcome {
  readonly does: SetUpStep['does']
  /** The file as it shall be; null where there shall be none. */
  readonly bytes: Buffer | null
}

function outcome({ path, editor }: ClientFile, standing: Buffer | undefined, isOut: boolean): Outcome {
  if (standing === undefined)
    return isOut
      ? { does: 'unchanged', bytes: null }
      : { does: 'write', bytes: Buffer.from(editor.add(path, undefined)) }
  const { mark, text } = decoded(path, standing)
  const how = editor.find(path, text)
  if (how === 'changed') return { does: 'left alone', bytes: standing }
  const isThere = how === 'ours'
  const wanted = (): string | null => {
    if (isOut) return isThere ? editor.remove(path, text) : text
    return isThere ? (editor.renew?.(text) ?? text) : editor.add(path, text)
  }
  const now = wanted()
  if (now === text) return { does: 'unchanged', bytes: standing }
  return { does: isOut ? 'remove' : 'write', bytes: now === null ? null : Buffer.from(mark + now) }
}

const byteOrderMark = '\uFEFF'

function decoded(path: string, bytes: Buffer): { mark: string; text: string } {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw misunderstood(path, 1, 'it is not UTF-8')
  }
  return text.startsWith(byteOrderMark) ? { mark: byteOrderMark, text: text.slice(1) } : { mark: '', text }
}

/** Remove the folders above a removed file, as long as they are empty. */
function removeEmpty(root: string, path: string): void {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(root, folder))
    } catch (cause) {
      if (hasCode(cause, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return
      throw cause
    }
  }
}
