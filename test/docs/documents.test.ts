import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { commands } from '../../src/cli/commands.js'
import { everywhere } from '../../src/cli/run.js'
import { Workspace } from '../../src/workspace/workspace.js'
import { errorCodes } from '../../src/model/error.js'
import { takes } from '../../src/workspace/takes.js'
import { checkout, rehearse, type Shell } from '../transcripts/stage.js'
import { commandsOf, type Performer } from '../transcripts/transcript.js'
import { retain } from '../support/notes.js'
import type { Repo } from '../support/with-repo.js'

/** A document is rehearsed by dozens of processes. */
const patience = 120_000

const read = (path: string): string => readFileSync(join(checkout, path), 'utf8')
const documentsIn = (folder: string): string[] =>
  readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
    .toSorted()

const pages = documentsIn('docs/commands')
const tasks = ['start', 'clients', 'openclaw', 'obsidian', 'bullets', 'review', 'beliefs', 'team', 'leave', 'semantic', 'reading'].map((name) => `docs/${name}.md`)
const rehearsed = ['README.md', ...tasks, 'docs/library.md', 'docs/pages.md', ...pages]
const atTheTop = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md']
const documents = [...atTheTop, ...documentsIn('docs'), ...documentsIn('packages')]

/** The lines of README's `sh` blocks that are run elsewhere: by `.ci/run` and test/demo.test.ts, and an installation. */
const runElsewhere = ['npm ci && npm run demo', 'npm ci && npm test', 'npm install --global workspace-memory']

const mustSucceed = (run: Shell, command: string): void => {
  const lines = run(command)
  if (/^\[exit \d+\]$/.test(lines.at(-1) ?? '')) throw new Error(`${command}\n${lines.join('\n')}`)
}

/** The blocks that are no transcripts. */
const performers = (repo: Repo, run: Shell): Record<string, Performer> => ({
  sh({ body }) {
    const lines = body.trimEnd().split('\n').filter((line) => !runElsewhere.includes(line))
    // Where it makes no folder of its own, a person writes a log between two of its lines.
    if (!body.includes('mkdir')) repo.write('memory/2025-12-09.md', retain('O(c=0.80) @Peter: Likes mint tea.'))
    for (const line of lines) mustSucceed(run, line)
    mustSucceed(run, `cd '${repo.root}'`)
    return body
  },
  js({ body }) {
    mkdirSync(repo.path('node_modules'), { recursive: true })
    symlinkSync(checkout, repo.path('node_modules/workspace-memory'))
    repo.write('node_modules/example.mjs', body.replace('/home/me/notes', repo.root))
    mustSucceed(run, 'node node_modules/example.mjs')
    return body
  },
  // A log as one would write it: nothing in it is misunderstood.
  markdown({ body }) {
    run(':')
    const path = 'memory/2026-01-31.md'
    repo.commit(path, body)
    const { problems } = JSON.parse(repo.memory('status', '--json').stdout) as { problems: object[] }
    expect(problems).toEqual([])
    const { stdout } = repo.memory('dump')
    const bullets = body.split('\n').filter((line) => line.startsWith('- '))
    expect(stdout.split('\n').filter((line) => line.startsWith(`["fact","${path}"`))).toHaveLength(bullets.length)
    return body
  },
})

describe('what the documentation shows is what happens (UPDATE=1 writes what happens into it)', () => {
  test.each(rehearsed)('%s', (path) => rehearse(join(checkout, path), { performers }), patience)

  test('no block of it is left out', () => {
    const run = [...rehearsed, ...documentsIn('docs/adding')]
    for (const path of documents.filter((name) => !run.includes(name))) {
      expect({ path, fences: [...read(path).matchAll(/^`{3,}\w+/gm)].map(String) }).toEqual({ path, fences: [] })
      expect(commandsOf(read(path))).toEqual([])
    }
  })
})

/** Asks a server that a machine need not have, or stays; test/vectors and test/cli/report have both. Such a call stands indented on its page, with nothing that it prints. */
const asksServer = (example: string): boolean => /^memory (?:embed --(?:provider ollama|model auto|watch)|report --serve|fleet (?!--help)|mcp --fleet)/.test(example)

describe('every command has a page', () => {
  test.each(commands.map((command) => [command.name, command] as const))(
    '%s: with its help and every example of it',
    (name, { examples }) => {
      const path = `docs/commands/${name}.md`
      expect(pages).toContain(path)
      const indented = read(path).split('\n').flatMap((line) => /^ {4}(.*)/.exec(line)?.[1] ?? []).filter(asksServer)
      const shown = [...commandsOf(read(path)), ...indented]
      expect(shown).toEqual(expect.arrayContaining([`memory ${name} --help`, ...examples.map(([example]) => example)]))
    },
  )

  test('and every page a command', () => {
    expect(pages).toEqual(commands.map(({ name }) => `docs/commands/${name}.md`).toSorted())
  })

  test('that docs/README.md leads to', () => {
    for (const path of documentsIn('docs').filter((name) => name !== 'docs/README.md'))
      expect(read('docs/README.md')).toContain(`](${path.slice('docs/'.length)})`)
  })
})

describe('CONTRIBUTING.md', () => {
  test('says in one line what each folder of src/ does', () => {
    const folders = readdirSync(join(checkout, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const named = [...read('CONTRIBUTING.md').matchAll(/^\| `([a-z]+)` \| .+ \|$/gm)].map(([, name]) => name!)
    expect(named.toSorted()).toEqual(folders.map(({ name }) => name).toSorted())
  })
})

describe('docs/glossary.md', () => {
  test('has each word once', () => {
    const words = [...read('docs/glossary.md').matchAll(/^\*\*(.+?)\*\* - /gm)].map(([, word]) => word!)
    expect(words.length).toBeGreaterThan(25)
    expect(new Set(words).size).toBe(words.length)
  })
})

describe('docs/library.md', () => {
  test('has every verb of a workspace, every option of recall and every code of an error', () => {
    const verbs = Object.getOwnPropertyNames(Workspace.prototype).filter(
      (name) => name !== 'constructor' && name !== 'repository',
    )
    const recallOptions = Object.keys(takes.recall[1]!.fields!)
    for (const name of [...verbs, ...recallOptions, ...Object.keys(errorCodes)])
      expect(proseOf('docs/library.md')).toMatch(new RegExp(`\`${name}\\b`))
  })
})

describe('what a sentence names exists', () => {
  test.each(documents)('%s: files behind its links', (path) => {
    const links = [...proseOf(path).replace(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
    const local = links.filter((link) => !/^(?:https?:|#)/.test(link)).map((link) => link.split(/[?#]/)[0]!)
    expect(local.filter((link) => !existsSync(join(checkout, dirname(path), link)))).toEqual([])
  })

  // What a page on adding names is there once its steps are done.
  test.each(documents.filter((path) => !path.startsWith('docs/adding/')))('%s: commands and options in `code`', (path) => {
    const wrong = [...proseOf(path).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!).filter((code) => !isRunnable(code))
    expect(wrong).toEqual([])
  })

  test('a command that does not exist would be noticed', () => {
    expect(['memory frobnicate', 'memory recall --sicne 7d', 'npm run nothing'].filter(isRunnable)).toEqual([])
    expect(['memory recall --since 7d', 'memory: indexed', 'npm run demo', 'memory/x.md'].filter(isRunnable)).toHaveLength(4)
  })
})

/** A document without its blocks. */
const proseOf = (path: string): string => read(path).replace(/^( *)(`{3,})[\s\S]*?^\1\2$|^    .*$/gm, '')

const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts

/** False for a command line of ours that names no command, option or script that there is. */
function isRunnable(code: string): boolean {
  const script = /^npm run (?:--silent )?([\w:]+)/.exec(code)?.[1]
  if (script !== undefined) return Object.hasOwn(scripts, script)
  const [, name, rest] = /^memory ([a-z-]+)(.*)$/.exec(code) ?? []
  if (name === undefined) return true
  const command = commands.find((known) => known.name === name)
  const options = [...(rest ?? '').matchAll(/(?<= )--([a-z-]+)/g)].map(([, option]) => option!)
  return command !== undefined && options.every((option) => Object.hasOwn({ ...command.options, ...everywhere, help: '' }, option))
}
