// npm run replay -- REPO [--every 10] [--most 1000]
//
// Law 1 (rebuild) over a real history: every commit of a repository, merges and all, becomes a commit of a workspace whose
// notes are the Markdown files of that commit (`guide/a.md` as `memory/guide/a.md`). The workspace goes through them one by
// one, reading what changed; at every tenth its digest is held against that of an index built from nothing. REPO is only read.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openWorkspace } from '../../dist/index.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '10' }, most: { type: 'string', default: '100000' } },
})
const [repo] = positionals
const [every, most] = [Number(values.every), Number(values.most)]
if (repo === undefined || !(every >= 1) || !(most >= 1)) {
  console.error('npm run replay -- REPO [--every 10] [--most 1000]')
  process.exit(2)
}

const base = mkdtempSync(join(tmpdir(), 'memory-replay-'))
const environment = {
  PATH: process.env['PATH'],
  HOME: base,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CEILING_DIRECTORIES: base,
}
const author = { GIT_AUTHOR_NAME: 'R', GIT_AUTHOR_EMAIL: 'r@example.com', GIT_AUTHOR_DATE: '@1764201600 +0000' }
const identity = Object.entries(author).flatMap(([name, value]) => [
  [name, value],
  [name.replace('AUTHOR', 'COMMITTER'), value],
])
const env = { ...environment, ...Object.fromEntries(identity) }
const git = (cwd, args, input = '') =>
  execFileSync('git', args, { cwd, env, input, maxBuffer: 2 ** 30, stdio: ['pipe', 'pipe', 'inherit'] })

/** The commits of a repository, parents before children: `[id, parents]`. */
const commitsOf = (folder) =>
  git(folder, ['rev-list', '--topo-order', '--reverse', '--parents', 'HEAD'])
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([id, ...parents]) => ({ id, parents }))

/** A commit's Markdown as the notes of a workspace. @returns the new commit */
function asNotes(work, { id, parents }, made) {
  const entries = git(work, ['ls-tree', '-r', '-z', id]).toString('latin1').split('\0')
  const notes = entries
    .filter((entry) => /^1\S+ blob [^\t]+\t.*\.md$/i.test(entry))
    .map((entry) => entry.replace('\t', '\tmemory/'))
  git(work, ['read-tree', '--empty'])
  git(work, ['update-index', '-z', '--index-info'], Buffer.from(notes.map((entry) => `${entry}\0`).join(''), 'latin1'))
  const tree = git(work, ['write-tree']).toString().trim()
  const known = parents.map((parent) => made.get(parent)).filter((parent) => parent !== undefined)
  return git(work, ['commit-tree', tree, ...known.flatMap((parent) => ['-p', parent]), '-m', id])
    .toString()
    .trim()
}

async function replay() {
  const source = git(resolve(repo), ['rev-parse', '--path-format=absolute', '--git-common-dir']).toString().trim()
  const commits = commitsOf(resolve(repo)).slice(0, most)
  const [work, fresh] = [join(base, 'work'), join(base, 'fresh')]
  git(base, ['init', '-q', work])
  writeFileSync(join(work, '.git/objects/info/alternates'), `${source}/objects\n`)
  const made = new Map()
  for (const commit of commits) made.set(commit.id, asNotes(work, commit, made))
  git(work, ['read-tree', '--empty'])
  git(work, ['worktree', 'add', '-q', '--detach', fresh, made.get(commits[0].id)])

  const workspace = openWorkspace({ workspace: work, environment })
  let [compared, read, differing] = [0, 0, 0]
  const start = performance.now()
  for (const [at, { id }] of commits.entries()) {
    git(work, ['checkout', '-q', '--force', '--detach', made.get(id)])
    read += (await workspace.sync()).read
    if ((at + 1) % every !== 0 && at + 1 < commits.length) continue
    git(fresh, ['checkout', '-q', '--force', '--detach', made.get(id)])
    const other = openWorkspace({ workspace: fresh, environment })
    await other.rebuild()
    const same = (await workspace.digest()) === (await other.digest())
    other.close()
    compared++
    if (!same) {
      differing++
      console.log(`${id}: commit ${at + 1} differs from a rebuild`)
    }
  }
  const { counts } = await workspace.status()
  workspace.close()
  const facts = Object.values(counts.facts).reduce((sum, count) => sum + count, 0)
  const merges = commits.filter(({ parents }) => parents.length > 1).length
  console.log(
    `${commits.length} commits (${merges} merges), ${read} notes read, ${counts.notes} notes with ${facts} facts and passages at the end, ${compared} compared, ${differing} differ, ${Math.round(performance.now() - start)} ms`,
  )
  return differing
}

try {
  process.exitCode = (await replay()) === 0 ? 0 : 1
} finally {
  rmSync(base, { recursive: true, force: true })
}
