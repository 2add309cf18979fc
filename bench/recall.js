// Recall over labelled workspaces, for scoring.
//
//   npm run bench:recall -- DIR --out run.jsonl [--k 200]
//
// DIR is a workspace or a folder of them, each with memory/ to index and eval/queries.json with the questions. Prints
// one JSON line a question: {"id", "ranked": ["memory/D.md#L12", …], "ms"}. The labels are never read by the product.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openWorkspace } from '../dist/index.js'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, k: { type: 'string', default: '200' } },
})
const [dir] = positionals
if (!dir || !existsSync(dir) || !values.out) {
  console.error(
    'usage: npm run bench:recall -- DIR --out run.jsonl   (DIR: a folder with memory/ and eval/queries.json, or a folder of such)',
  )
  process.exit(2)
}

const isWorkspace = (path) => existsSync(join(path, 'eval/queries.json'))
const workspaces = isWorkspace(dir)
  ? [dir]
  : readdirSync(dir)
      .map((name) => join(dir, name))
      .filter(isWorkspace)

const scratch = mkdtempSync(join(tmpdir(), 'memory-bench-'))
const environment = { ...process.env, HOME: scratch, GIT_CONFIG_GLOBAL: join(scratch, 'gitconfig') }
writeFileSync(environment.GIT_CONFIG_GLOBAL, '[user]\nname = bench\nemail = bench@example.invalid\n')
const lines = []
try {
  for (const [at, path] of workspaces.entries()) {
    const root = join(scratch, String(at))
    cpSync(join(path, 'memory'), join(root, 'memory'), { recursive: true })
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-qm', 'memory'],
    ])
      execFileSync('git', args, { cwd: root, env: environment })
    const memory = openWorkspace({ workspace: root, environment })
    for (const { id, question } of JSON.parse(readFileSync(join(path, 'eval/queries.json'), 'utf8'))) {
      const start = performance.now()
      const { results } = await memory.recall(question, { k: Number(values.k) })
      lines.push(
        JSON.stringify({
          id,
          ranked: results.map(({ source }) => source),
          ms: Math.round((performance.now() - start) * 100) / 100,
        }),
      )
    }
    memory.close()
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
writeFileSync(values.out, `${lines.join('\n')}\n`)
console.log(`${lines.length} questions over ${workspaces.length} workspaces → ${values.out}`)
