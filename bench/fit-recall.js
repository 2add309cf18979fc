// Fits the weights of src/recall/rank/weights.ts, and says how far they carry.
//
//   npm run fit:recall -- DIR DIR… [--passes 4] [--folds 4]
//
// Each DIR is a set of workspaces in the format of bench/recall.js. Every set counts alike. What is raised, one weight at
// a time: the share of the evidence among the first 10 results, and within 1,000 tokens. Then the same with each fold of
// workspaces left out, judged on what was left out: a figure far below the first means that the weights know the data.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { indexed, internals } from './internals.js'
import { evidenceOf, hasAnswer, questionsOf, workspacesIn } from './labelled.js'

const { positionals: dirs, values } = parseArgs({
  allowPositionals: true,
  options: { passes: { type: 'string', default: '4' }, folds: { type: 'string', default: '4' } },
})
if (dirs.length === 0) {
  console.error('usage: npm run fit:recall -- DIR DIR…   (folders of labelled workspaces)')
  process.exit(2)
}

const scratch = mkdtempSync(join(tmpdir(), 'memory-fit-'))
try {
  const { questions, names, start } = await read()
  const first = names.map((name) => start[name])
  console.log(`${questions.length} questions`)
  report('as they are', questions, first)
  const fitted = ascend(questions, first)
  report('fitted', questions, fitted)
  console.log(names.map((name, at) => `  ${name}: ${fitted[at]},`).join('\n'))
  const folds = Number(values.folds)
  const left = []
  for (let fold = 0; fold < folds; fold++) {
    const isOut = ({ place }) => place % folds === fold
    const weights = ascend(
      questions.filter((question) => !isOut(question)),
      first,
    )
    left.push(...questions.filter(isOut).map((question) => ({ question, weights })))
  }
  const sums = new Map()
  for (const { question, weights } of left) {
    const { at10, within } = scoreOf(question, weights)
    const sum = sums.get(question.set) ?? [0, 0, 0]
    sums.set(question.set, [sum[0] + at10, sum[1] + within, sum[2] + 1])
  }
  for (const [set, [at10, within, n]] of sums)
    console.log(`left out  ${set.padEnd(10)} R@10 ${percent(at10 / n)}  R@1000t ${percent(within / n)}`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** Every question with the features of what was gathered for it. */
async function read() {
  const rooms = await internals()
  const { gather, measured, features, weights, parseQuery } = rooms
  const questions = []
  for (const dir of dirs)
    for (const [place, path] of workspacesIn(dir).entries()) {
      const { store, context } = await indexed(rooms, path, join(scratch, basename(dir) + place))
      for (const query of questionsOf(path).filter(hasAnswer)) {
        const evidence = evidenceOf(query)
        if (evidence.length === 0) continue
        const { candidates, view } = gather(parseQuery(query.question, {}, context), store, 25)
        const places = candidates.map(({ line }) => `${line.path}#L${line.first}`)
        questions.push({
          set: basename(dir),
          kind: query.category_name,
          place,
          rows: candidates.map(({ line }) => Float64Array.from(measured(line, view))),
          cost: candidates.map(({ line }) => (line.body.length + 24) / 4),
          told: candidates.map(({ line }) => (line.kind === 'passage' ? line.key : (view.twin(line)?.key ?? line.key))),
          evidence: evidence.map((group) =>
            group.flatMap((source) => places.flatMap((p, at) => (p === source ? [at] : []))),
          ),
        })
      }
      store.close()
    }
  return { questions, names: Object.keys(features), start: weights }
}

/** As rank.ts has it: what is said by a better one is set back by half. */
function scoreOf({ rows, cost, told, evidence }, weights) {
  const scores = rows.map((row) => row.reduce((sum, value, at) => sum + value * weights[at], 0))
  const byScore = (a, b) => scores[b] - scores[a] || a - b
  const places = [...rows.keys()]
  const seen = new Set()
  for (const at of places.toSorted(byScore)) {
    if (seen.has(told[at])) scores[at] -= 0.5 * Math.max(0, scores[at])
    seen.add(told[at])
  }
  const rankOf = new Map()
  let used = 0
  let fit = 0
  places
    .toSorted(byScore)
    .slice(0, 120)
    .forEach((at, rank) => {
      rankOf.set(at, rank)
      used += cost[at]
      if (used <= 1000) fit = rank + 1
    })
  const ranks = evidence.map((group) => Math.min(Infinity, ...group.map((at) => rankOf.get(at) ?? Infinity)))
  const share = (most) => ranks.filter((rank) => rank < most).length / ranks.length
  const soft = ranks.reduce((sum, rank) => sum + 1 / (1 + Math.exp((rank - 9.5) / 4)), 0) / ranks.length
  return { at10: share(10), within: share(fit), soft }
}

function objective(questions, weights) {
  const sums = new Map()
  for (const question of questions) {
    const { at10, within, soft } = scoreOf(question, weights)
    const sum = sums.get(question.set) ?? { total: 0, n: 0 }
    sums.set(question.set, { total: sum.total + 0.45 * at10 + 0.3 * within + 0.25 * soft, n: sum.n + 1 })
  }
  const means = [...sums.values()].map(({ total, n }) => total / n)
  const size = weights.slice(1).reduce((sum, weight) => sum + Math.abs(weight), 0)
  return means.reduce((a, b) => a + b, 0) / means.length - 0.0005 * size
}

/** Coordinate ascent; the first weight stays 1. */
function ascend(questions, first) {
  let weights = first
  let best = objective(questions, weights)
  for (let pass = 0, step = 1; pass < Number(values.passes); pass++, step *= 0.6) {
    let moved = false
    for (let at = 1; at < weights.length; at++)
      for (const by of [0.2, -0.2, 0.07, -0.07, 0.03, -0.03]) {
        const tried = weights.with(at, Math.round((weights[at] + by * step) * 100) / 100)
        const value = objective(questions, tried)
        if (value <= best + 1e-5) continue
        best = value
        weights = tried
        moved = true
        break
      }
    if (!moved) break
  }
  return weights
}

function report(title, questions, weights) {
  const sums = new Map()
  for (const question of questions) {
    const { at10, within } = scoreOf(question, weights)
    for (const name of [question.set, `${question.set} ${question.kind}`]) {
      const sum = sums.get(name) ?? [0, 0, 0]
      sums.set(name, [sum[0] + at10, sum[1] + within, sum[2] + 1])
    }
  }
  console.log(title)
  for (const [name, [at10, within, n]] of [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    console.log(
      `  ${name.padEnd(34)} ${String(n).padStart(4)}  R@10 ${percent(at10 / n)}  R@1000t ${percent(within / n)}`,
    )
}

function percent(share) {
  return (100 * share).toFixed(1).padStart(5)
}
