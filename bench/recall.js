// Recall over labelled workspaces: how much of what a question asks for is found, and how fast.
//
//   npm run bench:recall -- DIR [DIR…] [--k 100] [--context 0] [--as-of] [--also FILE] [--embed local] [--out run.jsonl]
//
// Each DIR is a workspace or a folder of them, each with memory/ to index and eval/queries.json with the questions; the
// labels are never read by the product. Beside it stand plain searches of the same lines (bench/plain-search.js): lines,
// headings, three. --as-of asks all about the memory of each question's own day; --also FILE asks only questions of which that file has further wordings ({"id": ["…"]}), with them; --embed local lets
// that model find by meaning too. --out writes one JSON line a question: {"id", "ranked": [source…], "support", "ms"}.
//
// R@k: the share of a question's evidence among the first k lines (a range of n lines takes n places); R@Nt: within N
// tokens (characters / 4), taken in order until one does not fit; MRR: 1 / the place of the first evidence.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { openWorkspace } from '../dist/index.js'
import { committed, evidenceOf, hasAnswer, questionsOf, quietEnvironment, workspacesIn } from './labelled.js'
import { linesIn, plainSearches } from './plain-search.js'

const { positionals: dirs, values } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    k: { type: 'string', default: '100' },
    context: { type: 'string', default: '0' },
    'as-of': { type: 'boolean', default: false },
    also: { type: 'string' },
    embed: { type: 'string' },
  },
})
if (dirs.length === 0 || !dirs.every((dir) => existsSync(dir))) {
  console.error('usage: npm run bench:recall -- DIR [DIR…] [--k 100] [--out run.jsonl]')
  console.error('DIR: a folder with memory/ and eval/queries.json, or a folder of such')
  process.exit(2)
}

const wordings = values.also ? JSON.parse(readFileSync(values.also, 'utf8')) : undefined
const places = [5, 10, 25]
const budgets = [1000]
const floors = ['lines', 'headings', 'three']
const scratch = mkdtempSync(join(tmpdir(), 'memory-bench-'))
try {
  for (const dir of dirs) {
    const asked = await askAll(dir)
    report(dir, asked)
    if (values.out)
      writeFileSync(
        dirs.length === 1 ? values.out : values.out.replace(/(\.\w+)?$/, `-${basename(dir)}$1`),
        asked.map(({ id, ranked, support, ms }) => `${JSON.stringify({ id, ranked, support, ms })}\n`).join(''),
      )
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function askAll(dir) {
  const asked = []
  const environment = quietEnvironment(scratch)
  for (const [at, path] of workspacesIn(dir).entries()) {
    const root = await committed(path, join(scratch, basename(dir) + at), environment)
    const lines = linesIn(path)
    const searches = Object.entries(plainSearches(lines))
    const memory = openWorkspace({ workspace: root, environment })
    if (values.embed) await memory.embed({ model: values.embed })
    for (const query of questionsOf(path).filter(({ id }) => wordings === undefined || id in wordings)) {
      const day = values['as-of'] ? query.as_of : undefined
      const start = performance.now()
      const { results, support } = await memory.recall(query.question, {
        k: Number(values.k),
        context: Number(values.context),
        ...(day === undefined ? {} : { asOf: day }),
        ...(wordings ? { also: wordings[query.id] } : {}),
      })
      const ms = Math.round((performance.now() - start) * 100) / 100
      const ranked = results.map(({ source }) => source)
      const evidence = evidenceOf(query)
      const about = { id: query.id, kind: query.category_name, answerable: hasAnswer(query), support, ms, ranked }
      if (evidence.length === 0) asked.push(about)
      else
        asked.push({
          ...about,
          ours: measures(ranked, evidence, lines),
          ...Object.fromEntries(
            searches.map(([name, search]) => [name, measures(search(query.question, day), evidence, lines)]),
          ),
        })
    }
    memory.close()
  }
  return asked
}

/** The lines of a source: one, or those of `path#L3-L7`. */
function spread(source) {
  const range = /^(.*)#L(\d+)-L(\d+)$/.exec(source)
  if (!range) return [source]
  const [, path, first, last] = range
  return Array.from({ length: last - first + 1 }, (_, at) => `${path}#L${Number(first) + at}`)
}

function measures(ranked, evidence, lines) {
  const placeOf = new Map()
  const tokensAt = new Map()
  let place = 0
  let tokens = 0
  for (const source of ranked) {
    const own = spread(source)
    place += own.length
    tokens += own.reduce((sum, line) => sum + ((lines.get(line)?.length ?? 0) + 1) / 4, 0)
    for (const line of own) {
      if (placeOf.has(line)) continue
      placeOf.set(line, place)
      tokensAt.set(line, tokens)
    }
  }
  const best = (found) => evidence.map((group) => Math.min(...group.map((line) => found.get(line) ?? Infinity)))
  const [firstPlaces, firstTokens] = [best(placeOf), best(tokensAt)]
  const share = (found, most) => found.filter((value) => value <= most).length / found.length
  return {
    ...Object.fromEntries(places.map((k) => [`R@${k}`, share(firstPlaces, k)])),
    ...Object.fromEntries(budgets.map((n) => [`R@${n}t`, share(firstTokens, n)])),
    MRR: 1 / Math.min(...firstPlaces),
  }
}

function report(dir, asked) {
  const scored = asked.filter(({ ours, answerable }) => ours && answerable)
  const groups = groupBy(scored, ({ kind }) => kind)
  const names = ['R@5', 'R@10', 'R@25', 'R@1000t', 'MRR']
  console.log(`${dir}: ${scored.length} questions; ours, then the searches by ${floors.join(', ')}`)
  console.log(`${''.padEnd(22)}${'n'.padStart(4)}${names.map((name) => name.padStart(26)).join('')}`)
  for (const [kind, list] of [['all', scored], ...[...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))]) {
    const cell = (name) =>
      ['ours', ...floors]
        .map((which) => (100 * mean(list.map((one) => one[which][name]))).toFixed(1).padStart(6))
        .join('')
    console.log(
      `${kind.padEnd(22)}${String(list.length).padStart(4)}${names.map((name) => `  ${cell(name)}`).join('')}`,
    )
  }
  const without = asked.filter(({ answerable }) => !answerable)
  if (without.length > 0) console.log(supportLine(scored, without))
  const empty = asked.filter(({ ranked }) => ranked.length === 0).length
  const times = asked.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share) => times[Math.floor((times.length - 1) * share)].toFixed(1)
  console.log(
    `nothing found for ${empty} of ${asked.length}; a question takes ${at(0.5)} ms (p50), ${at(0.95)} ms (p95)\n`,
  )
}

/** How well support tells questions with an answer from those without, and how often what it says is so. */
function supportLine(scored, without) {
  const pairs = scored.flatMap((one) => without.map((other) => Math.sign(one.support - other.support)))
  const auc = mean(pairs.map((sign) => (sign + 1) / 2))
  const all = [
    ...scored.map(({ support }) => ({ support, has: 1 })),
    ...without.map(({ support }) => ({ support, has: 0 })),
  ]
  const bins = [0, 0.2, 0.4, 0.6, 0.8].map((from) => {
    const inside = all.filter(({ support }) => support >= from && (support < from + 0.2 || from === 0.8))
    return `${from.toFixed(1)}–${(from + 0.2).toFixed(1)}: ${(100 * mean(inside.map(({ has }) => has))).toFixed(0)} % of ${inside.length}`
  })
  return `support tells ${scored.length} with an answer from ${without.length} without: AUC ${auc.toFixed(3)}; have one, by support ${bins.join(', ')}`
}

function mean(numbers) {
  return numbers.reduce((a, b) => a + b, 0) / Math.max(1, numbers.length)
}

function groupBy(list, keyOf) {
  const groups = new Map()
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}
