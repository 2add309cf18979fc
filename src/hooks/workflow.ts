import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from '../model/error.js'
import type { Repository } from '../git/repository.js'
import { replacerOf } from '../files/replace-file.js'

export const workflowPaths = {
  reflect: '.github/workflows/memory-reflect.yml',
  impact: '.github/workflows/memory-impact.yml',
} as const

export type WorkflowName = keyof typeof workflowPaths

/** What happened to a file; `left alone` is a person's. */
export type Workflow = 'written' | 'there already' | 'left alone'

/**
 * Write the workflows for a Git host, at the top of the repository. The first line of each has a hash of the rest: an
 * unchanged one can be brought up to date, and a changed one is a person's own.
 *
 * @throws MemoryError unsafe-path where a link is in the way, or a workflow cannot name the workspace's folder
 */
export function writeWorkflows(
  { top, root, prefix }: Repository,
  packageRoot: string,
  version: string,
): Readonly<Record<WorkflowName, Workflow>> {
  if (prefix.includes('${{')) throw new MemoryError('unsafe-path', `a workflow cannot name the folder ${prefix}`)
  const replacer = replacerOf(top, undefined, root)
  const written = (name: WorkflowName): Workflow => {
    const body = readFileSync(join(packageRoot, `templates/github/${name}.yml`), 'utf8')
      .replace('{{version}}', () => version)
      .replace('{{folder}}', () => inYaml(prefix || '.'))
      .replaceAll('{{below}}', () => (prefix === '' ? '' : `${inYaml(asPattern(prefix))}/`))
    let workflow: Workflow = 'there already'
    const isWritten = replacer.change(workflowPaths[name], (standing) => {
      if (!standing || isOurs(standing.toString('utf8'))) return Buffer.from(signed(body))
      workflow = 'left alone'
      return standing
    })
    return isWritten ? 'written' : workflow
  }
  return { reflect: written('reflect'), impact: written('impact') }
}

/** A text for between single quotes of YAML. */
const inYaml = (text: string): string => text.replaceAll("'", "''")
/** A path as a pattern of a workflow's path filter, which matches only the folder of that name. */
const asPattern = (path: string): string => path.replaceAll(/[\\*?+[\]!]/g, '\\$&')

const form = /^# memory init --with github ([0-9a-f]{8})\n/

const hashOf = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, 8)
const signed = (body: string): string => `# memory init --with github ${hashOf(body)}\n${body}`

/** Whether a workflow is as we wrote it; a checkout may have changed its line ends. */
function isOurs(text: string): boolean {
  const plain = text.replaceAll('\r\n', '\n')
  const [line, hash] = form.exec(plain) ?? []
  return line !== undefined && hashOf(plain.slice(line.length)) === hash
}
