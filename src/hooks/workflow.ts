import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from '../model/error.js'
import type { Repository } from '../git/repository.js'
import { replacerOf } from '../files/replace-file.js'

export const workflowPath = '.github/workflows/memory-reflect.yml'

/** What became of the file: a person's is left alone. */
export type Workflow = 'written' | 'there already' | 'left alone'

/**
 * Write the workflow that reflects on a Git host, at the top of the
 * repository. Its first line has a hash of the rest, so that one which nobody
 * changed can be brought up to date, and any other is somebody's own.
 *
 * @throws MemoryError unsafe-path where a link is in the way, or the workspace's folder cannot stand in a workflow
 */
export function writeWorkflow({ top, root, prefix }: Repository, packageRoot: string, version: string): Workflow {
  if (prefix.includes('${{')) throw new MemoryError('unsafe-path', `a workflow cannot name the folder ${prefix}`)
  const template = readFileSync(join(packageRoot, 'templates/github/reflect.yml'), 'utf8')
  const body = template
    .replace('{{version}}', () => version)
    .replace('{{folder}}', () => (prefix || '.').replaceAll("'", "''"))
  let workflow: Workflow = 'there already'
  const isWritten = replacerOf(top, undefined, root).change(workflowPath, (standing) => {
    if (!standing || isOurs(standing.toString('utf8'))) return Buffer.from(signed(body))
    workflow = 'left alone'
    return standing
  })
  return isWritten ? 'written' : workflow
}

const form = /^# memory init --with github ([0-9a-f]{8})\n/

const hashOf = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, 8)
const signed = (body: string): string => `# memory init --with github ${hashOf(body)}\n${body}`

/** A checkout may have changed the line ends. */
function isOurs(text: string): boolean {
  const plain = text.replaceAll('\r\n', '\n')
  const [line, hash] = form.exec(plain) ?? []
  return line !== undefined && hashOf(plain.slice(line.length)) === hash
}
