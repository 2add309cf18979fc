import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from '@jest/globals'
import { designExample, designLog } from '../cli/design-example.js'
import { clockOfFile } from '../support/moved-clock.js'
import { retain } from '../support/notes.js'
import { fakeSchedulers } from '../support/schedulers.js'
import { withRepo, type Repo } from '../support/with-repo.js'
import { consoleBy, perform, type Performer } from './transcript.js'

export const checkout = fileURLToPath(new URL('../..', import.meta.url))

const session = '4de9291e-061e-414a-85cb-de615826aded'
const rollout = 'rollout-2025-11-27T14-30-00-019a2d7a-41c4-78b1-b7cc-a45d62a89cd5'

/** What a document's `<!-- workspace: … -->` names: how things stand before its first command. */
const workspaces: Readonly<Record<string, (repo: Repo, run: Shell) => void>> = {
  empty: () => undefined,
  'the example log': (repo) => repo.write(designLog, designExample),
  'the example log, committed'(repo, run) {
    repo.write(designLog, designExample)
    run('memory init')
    for (const folder of ['memory', 'bank']) run(`git add ${folder} && git commit -q -m ${folder}`)
  },
  'no log yet, and hooks': (_repo, run) => void run('memory init && mkdir memory'),
  'a log that was reviewed, and a new one'(repo, run) {
    repo.write('memory/2025-12-01.md', retain('W @Mara: Lives in Graz.', 'O(c=0.80) @Mara: Prefers short replies.'))
    run('memory init')
    for (const folder of ['memory', 'bank']) run(`git add ${folder} && git commit -q -m ${folder}`)
    repo.write(
      'memory/2025-12-08.md',
      retain('W @Mara: Moved from Graz to Wels.', 'W @Mara: Does not want short replies.'),
    )
  },
  // For one document alone: what stands in the home, which depends on where the workspace is, is not kept for a second.
  'sessions of other programs'(repo, run) {
    workspaces['the example log, committed']!(repo, run)
    const files = join(checkout, 'test/fixtures/import')
    const home = repo.environment['HOME']!
    const places = {
      [`claude-code/${session}.jsonl`]: join(home, '.claude/projects', repo.root.replace(/[^A-Za-z0-9]/g, '-')),
      [`codex/${rollout}.jsonl`]: join(home, '.codex/sessions/2025/11/27'),
      'chatgpt/conversations.json': repo.path('export'),
    }
    for (const [path, folder] of Object.entries(places)) {
      mkdirSync(folder, { recursive: true })
      const text = readFileSync(join(files, path), 'utf8').replaceAll('/home/ana/notes', repo.root)
      const file = join(folder, basename(path))
      writeFileSync(file, text)
      const then = new Date('2025-11-28T10:00:00Z')
      utimesSync(file, then, then)
    }
  },
  'examples/workspace': (repo) => cpSync(join(checkout, 'examples/workspace'), repo.root, { recursive: true }),
}

/** Workspaces that stand as a document finds them: the same for every document of a file that names them. */
let ready: string | undefined
afterAll(() => {
  if (ready !== undefined) rmSync(ready, { recursive: true, force: true })
})

/** Prepare a workspace that is empty so far, or make it what the last one of its name was. */
function prepareAs(name: string, repo: Repo, run: Shell): void {
  ready ??= mkdtempSync(join(tmpdir(), 'memory-test-'))
  const there = join(ready, name.replaceAll('/', ' '))
  const copied = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true }
  if (existsSync(there)) {
    repo.remove('.git')
    cpSync(there, repo.root, copied)
    // Git remembers the files that it compared by their places on the disk.
    repo.git('update-index', '-q', '--refresh')
  } else {
    workspaces[name]!(repo, run)
    cpSync(repo.root, there, copied)
  }
}

interface Stage {
  /** Beside `console`. */
  readonly performers?: (repo: Repo, run: Shell) => Readonly<Record<string, Performer>>
  /** The checkout whose commands are on the path; this one. */
  readonly from?: string
  /** What is another in that checkout, and is no difference. */
  readonly ignoring?: RegExp
}

/** Perform a document in a workspace of its own; `UPDATE=1` writes what happens into it. */
export async function rehearse(path: string, { performers, from, ignoring }: Stage = {}): Promise<void> {
  await withRepo(
    (repo) => {
      const document = readFileSync(path, 'utf8')
      const workspace = /^<!-- workspace: (.*) -->$/m.exec(document)?.[1] ?? 'empty'
      if (!Object.hasOwn(workspaces, workspace))
        throw new Error(`${path}: the workspace is one of ${Object.keys(workspaces).join(', ')}`)
      const inShell = shell(repo, from)
      let prepared = false
      const run: Shell = (command) => {
        if (!prepared) {
          // Another checkout may write other pages.
          if (from === undefined) prepareAs(workspace, repo, inShell)
          else workspaces[workspace]!(repo, inShell)
          prepared = true
        }
        return inShell(command)
      }
      const performed = perform(document, { console: consoleBy(run), ...performers?.(repo, run) })
      if (process.env['UPDATE'] === '1') {
        if (performed !== document) writeFileSync(path, performed)
      } else if (ignoring) expect(performed.replaceAll(ignoring, '…')).toBe(document.replaceAll(ignoring, '…'))
      else expect(performed).toBe(document)
    },
    { unborn: true },
  )
}

export type Shell = (command: string) => string[]

/** What the clock says while a document is performed: after every day that one tells of, and before today. */
const now = '2026-11-01T12:00:00Z'

/**
 * A shell as a person sees it: both streams in order, the folder kept from one
 * command to the next, and a last line `[exit 1]` where a command fails.
 *
 * @param from the checkout whose commands are on the path
 */
function shell(repo: Repo, from = checkout): Shell {
  const bin = repo.at('bin').root
  const whereabouts = repo.at('whereabouts').root
  mkdirSync(bin)
  for (const name of ['memory', 'memory-rebuild']) symlinkSync(join(from, 'bin', `${name}.js`), join(bin, name))
  fakeSchedulers(bin)
  writeFileSync(whereabouts, repo.root)
  const moment = repo.path('../moment')
  writeFileSync(moment, now)
  const there = repo.with({
    PATH: [bin, dirname(process.execPath), process.env['PATH']].join(delimiter),
    GIT_AUTHOR_DATE: '2025-11-27T20:00:00Z',
    GIT_COMMITTER_DATE: '2025-12-03T20:00:00Z',
    WHEREABOUTS: whereabouts,
    SHELL: '/bin/bash',
    // An id has the day on which its line was written.
    NODE_OPTIONS: `--require ${clockOfFile}`,
    MOVED_CLOCK: moment,
  })
  return (command) => {
    const before = 'exec 2>&1; cd "$(cat "$WHEREABOUTS")"; trap \'pwd >"$WHEREABOUTS"\' EXIT'
    const { status, stdout } = there.run('/bin/sh', '-c', `${before}\n${command}\n`)
    const lines = stdout === '' ? [] : stdout.replace(/\n$/, '').split('\n')
    return status === 0 ? lines : [...lines, `[exit ${status}]`]
  }
}
