// Workspaces with labelled questions: memory/ to index, eval/queries.json with the questions and where their evidence stands.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { openWorkspace } from '../dist/index.js'

const isWorkspace = (path) => existsSync(join(path, 'eval/queries.json'))

/** The folder itself, or those in it. */
export const workspacesIn = (dir) =>
  isWorkspace(dir)
    ? [dir]
    : readdirSync(dir)
        .map((name) => join(dir, name))
        .filter(isWorkspace)

export const questionsOf = (path) => JSON.parse(readFileSync(join(path, 'eval/queries.json'), 'utf8'))

/** Others ask for what memory does not hold; they are told apart by support, not scored. */
export const hasAnswer = ({ category_name }) => category_name !== 'adversarial'

/** Where each piece of a question's evidence stands: any of a group will do. Empty where a question is not to be scored. */
export const evidenceOf = ({ scorable, gold }) =>
  scorable
    ? gold.map(({ turn, bullets }) => [turn, ...bullets].filter(Boolean)).filter((group) => group.length > 0)
    : []

/** An environment in which neither the machine's nor the user's settings count. */
export function quietEnvironment(scratch) {
  const environment = { ...process.env, HOME: scratch, GIT_CONFIG_GLOBAL: join(scratch, 'gitconfig') }
  mkdirSync(scratch, { recursive: true })
  writeFileSync(environment.GIT_CONFIG_GLOBAL, '[user]\nname = bench\nemail = bench@example.invalid\n')
  return environment
}

/** A repository at `root` with the workspace's notes as one commit, indexed. */
export async function committed(path, root, environment = quietEnvironment(dirname(root))) {
  cpSync(join(path, 'memory'), join(root, 'memory'), { recursive: true })
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

/** `memory/2025-11-27.md#L4` → its text. */
export function linesIn(folder) {
  const lines = new Map()
  for (const name of readdirSync(folder))
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .forEach((text, at) => lines.set(`memory/${name}#L${at + 1}`, text))
  return lines
}

/** Lines by FTS5 with Porter's stemmer: the words of a question OR-ed, best BM25 first, 100 at most. */
export function plainSearch(lines) {
  const db = new Database(':memory:')
  db.exec(`CREATE VIRTUAL TABLE line USING fts5 (text, tokenize = 'porter unicode61 remove_diacritics 2')`)
  const sources = [...lines.keys()].filter((source) => !/^(?:#|\s*$)/.test(lines.get(source)))
  const insert = db.prepare('INSERT INTO line (rowid, text) VALUES (?, ?)')
  sources.forEach((source, at) => insert.run(at + 1, lines.get(source)))
  const find = db.prepare('SELECT rowid FROM line WHERE line MATCH ? ORDER BY rank, rowid LIMIT 100').pluck()
  const stop = new Set(
    `a about an and any are as at be been but by can could did do does for from had has have he her his how i if in is it its me my
    of on or our she should so than that the their them they this to was we were what when where which who whom why will with would you your`.split(
      /\s+/,
    ),
  )
  return (question) => {
    const words = (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stop.has(word))
    return words.length === 0
      ? []
      : find.all(words.map((word) => `"${word}"`).join(' OR ')).map((row) => sources[row - 1])
  }
}
