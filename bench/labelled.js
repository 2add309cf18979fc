// Workspaces with labelled questions: memory/ to index, eval/queries.json with the questions and where their evidence stands.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openWorkspace } from '../dist/index.js'
import { coreFiles } from './plain-search.js'

const isWorkspace = (path) => existsSync(join(path, 'eval/queries.json'))

/** The folder itself, or those in it. */
export const workspacesIn = (dir) =>
  isWorkspace(dir)
    ? [dir]
    : readdirSync(dir)
        .map((name) => join(dir, name))
        .filter(isWorkspace)

export const questionsOf = (path) => JSON.parse(readFileSync(join(path, 'eval/queries.json'), 'utf8'))

/** Sets of one origin: `chats` and `chats-turns`. */
export const familyOf = ({ set }) => set.split('-')[0]

/** Others ask for what memory does not hold; they are told apart by support, not scored. */
export const hasAnswer = ({ category_name }) => category_name !== 'adversarial' && category_name !== 'none'

/** Where each piece of a question's evidence stands: any of a group will do. Empty where a question is not to be scored. */
export const evidenceOf = ({ scorable, gold }) =>
  scorable
    ? gold.map(({ turn, bullets }) => [turn, ...bullets].filter(Boolean)).filter((group) => group.length > 0)
    : []

/** An environment in which neither the machine's nor the user's settings count. */
export function quietEnvironment(scratch) {
  // Certificates that Node reads as it starts take it three times as long, the floor too; our hooks leave them out.
  const { NODE_EXTRA_CA_CERTS: _, ...own } = process.env
  const environment = { ...own, HOME: scratch, GIT_CONFIG_GLOBAL: join(scratch, 'gitconfig') }
  mkdirSync(scratch, { recursive: true })
  writeFileSync(environment.GIT_CONFIG_GLOBAL, '[user]\nname = bench\nemail = bench@example.invalid\n')
  return environment
}

/** A repository at `root` with the workspace's notes, or what is named of it, as one commit, indexed. */
export async function committed(
  path,
  root,
  environment = quietEnvironment(dirname(root)),
  names = ['memory', ...coreFiles],
) {
  for (const name of names)
    if (existsSync(join(path, name))) cpSync(join(path, name), join(root, name), { recursive: true })
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'memory'],
  ])
    execFileSync('git', args, { cwd: root, env: environment })
  const memory = openWorkspace({ workspace: root, environment })
  await memory.sync()
  memory.close()
  return root
}
