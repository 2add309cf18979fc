// Fits the weights of src/recall/rank/weights.ts, and says how far they carry.
//
//   npm run fit:recall -- DIR DIR… [--passes 4] [--as-of NAME]… [--embed local]
//
// Each DIR is a set of workspaces in the format of bench/recall.js. Every family of sets counts alike (`chats` and
// `chats-turns` are one). What is raised, one weight at a time in small steps from where it stands: the evidence among the
// first 5 and 10 results and within 1,000 tokens, and the place of the first. In brackets, how many points that is above a
// search by lines, sections and notes (`three` of bench/plain-search.js). Then the same with each family left out, judged
// on what was left out: the figure to go by. --as-of: a set of that name is asked about the memory of each question's own
// day, and so is that search.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { indexed, internals, meantBy } from './internals.js'
import { evidenceOf, familyOf, hasAnswer, questionsOf, workspacesIn } from './labelled.js'
import { linesIn, plainSearches } from './plain-search.js'

const { positionals: dirs, values } = parseArgs({
  allowPositionals: true,
  options: {
    passes: { type: 'string', default: '4' },
    'as-of': { type: 'string', multiple: true, default: [] },
    embed: { type: 'string' },
  },
})
if (dirs.length === 0) {
  console.error('usage: npm run fit:recall -- DIR DIR…   (folders of labelled workspaces)')
  process.exit(2)
}

/** What is asked of recall, whatever data say: of two that are alike the newer. */
const ruled = ['newer']
const scratch = mkdtempSync(join(tmpdir(), 'memory-fit-'))
try {
  const { questions, names, now } = await read()
  console.log(`${questions.length} questions`)
  report('as they are', questions, () => now)
  if (values.passes !== '0') {
    const free = names.flatMap((name, at) => (at === 0 || ruled.includes(name) || now[at] === 0 ? [] : [at]))
    const fitted = ascend(questions, now, free)
    report('fitted', questions, () => fitted)
    console.log(names.map((name, at) => `  ${name}: ${fitted[at]},`).join('\n'))
    const families = [...new Set(questions.map(familyOf))]
    const without = new Map(
      families.map((family) => [
        family,
        ascend(
          questions.filter((question) => familyOf(question) !== family),
          now,
          free,
        ),
      ]),
    )
    if (families.length > 1) report('left out', questions, (question) => without.get(familyOf(question)))
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** Every question with the features of what was gathered for it, and what a plain search finds. */
async function read() {
  const rooms = await internals()
  const { gather, measureRank, features, weights, parseQuery } = rooms
  const questions = []
  for (const dir of dirs)
    for (const [place, path] of workspacesIn(dir).entries()) {
      const set = basename(dir)
      const { store, context, asOfDay } = await indexed(rooms, path, join(scratch, set + place))
      const lines = linesIn(path)
      const { three } = plainSearches(lines)
      const meant = await meantBy(rooms, store, values.embed)
      for (const query of questionsOf(path).filter(hasAnswer)) {
        const evidence = evidenceOf(query)
        if (evidence.length === 0) continue
        const day = values['as-of'].includes(set) ? query.as_of : undefined
        const asked = day === undefined ? { store, context } : asOfDay(day)
        const { candidates, view } = gather(
          parseQuery(query.question, {}, asked.context),
          asked.store,
          25,
          await meant(query.question),
        )
        const places = candidates.map(({ line }) => `${line.path}#L${line.first}`)
        questions.push({
          set,
          kind: query.category_name,
          rows: candidates.map(({ line }) => Float64Array.from(measureRank(line, view))),
          prefers: candidates.map(({ line }) => view.preference(line)),
          cost: places.map((source) => ((lines.get(source)?.length ?? 0) + 1) / 4),
          told: candidates.map(({ line }) => (line.kind === 'passage' ? line.key : (view.twin(line)?.key ?? line.key))),
          evidence: evidence.map((group) =>
            group.flatMap((source) => places.flatMap((p, at) => (p === source ? [at] : []))),
          ),
          floor: shares(three(query.question, day), (source) => (lines.get(source).length + 1) / 4, evidence),
        })
      }
      store.close()
    }
  return { questions, names: Object.keys(features), now: Object.values(weights) }
}

/** How much of the evidence is among the first 10, and among the first that take 1,000 tokens. */
function shares(ranked, cost, evidence) {
  const rankOf = new Map()
  let used = 0
  let fit = 0
  ranked.forEach((one, rank) => {
    if (!rankOf.has(one)) rankOf.set(one, rank)
    used += cost(one)
    if (used <= 1000) fit = rank + 1
  })
  const ranks = evidence.map((group) => Math.min(Infinity, ...group.map((one) => rankOf.get(one) ?? Infinity)))
  const share = (most) => ranks.filter((rank) => rank < most).length / ranks.length
  const soft = ranks.reduce((sum, rank) => sum + 1 / (1 + Math.exp((rank - 9.5) / 4)), 0) / ranks.length
  return { at5: share(5), at10: share(10), within: share(fit), soft, first: 1 / (1 + Math.min(...ranks)) }
}

/** As rank.ts has it: what is said by a better one is set back by half, and what the asker prefers stands behind the first five. */
function scoreOf({ rows, prefers, cost, told, evidence }, weights) {
  const scores = rows.map((row) => row.reduce((sum, value, at) => sum + value * weights[at], 0))
  const byScore = (a, b) => scores[b] - scores[a] || a - b
  const places = [...rows.keys()]
  const seen = new Set()
  for (const at of places.toSorted(byScore)) {
    if (seen.has(told[at])) scores[at] -= 0.5 * Math.max(0, scores[at])
    seen.add(told[at])
  }
  if (prefers.some((one) => one > 0)) {
    const five = places
      .filter((at) => prefers[at] === 0)
      .toSorted(byScore)
      .slice(0, 5)
    const place = five.length === 0 ? 0 : Math.max(0, scores[five.at(-1)])
    for (const at of places) if (prefers[at] > 0) scores[at] = Math.max(scores[at], place * (0.95 + 0.04 * prefers[at]))
  }
  return shares(places.toSorted(byScore).slice(0, 120), (at) => cost[at], evidence)
}

function objective(questions, weights) {
  const sums = new Map()
  for (const question of questions) {
    const { at5, at10, within, soft, first } = scoreOf(question, weights)
    const sum = sums.get(question.set) ?? { family: familyOf(question), total: 0, n: 0 }
    const value = 0.15 * at5 + 0.35 * at10 + 0.15 * within + 0.15 * soft + 0.2 * first
    sums.set(question.set, { ...sum, total: sum.total + value, n: sum.n + 1 })
  }
  const families = groupBy([...sums.values()], ({ family }) => family)
  const means = families.map((sets) => sets.reduce((all, { total, n }) => all + total / n, 0) / sets.length)
  const size = weights.slice(1).reduce((sum, weight) => sum + Math.abs(weight), 0)
  return means.reduce((a, b) => a + b, 0) / means.length - 0.0005 * size
}

/** Coordinate ascent; the first weight stays 1. */
function ascend(questions, first, free) {
  let weights = first
  let best = objective(questions, weights)
  for (let pass = 0, step = 1; pass < Number(values.passes); pass++, step *= 0.6) {
    let moved = false
    for (const at of free)
      for (const by of [0.06, -0.06, 0.03, -0.03]) {
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

function report(title, questions, weightsFor) {
  const sums = new Map()
  for (const question of questions) {
    const { at10, within } = scoreOf(question, weightsFor(question))
    for (const name of [question.set, `${question.set} ${question.kind}`]) {
      const sum = sums.get(name) ?? { n: 0, at10: 0, within: 0, plain10: 0, plainWithin: 0 }
      sum.n++
      sum.at10 += at10
      sum.within += within
      sum.plain10 += question.floor.at10
      sum.plainWithin += question.floor.within
      sums.set(name, sum)
    }
  }
  console.log(title)
  for (const [name, { n, at10, within, plain10, plainWithin }] of [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    console.log(
      `  ${name.padEnd(42)} ${String(n).padStart(4)}  R@10 ${percent(at10 / n)} (${above(at10 - plain10, n)})  R@1000t ${percent(within / n)} (${above(within - plainWithin, n)})`,
    )
}

function groupBy(all, keyOf) {
  const groups = new Map()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return [...groups.values()]
}

function above(points, n) {
  return `${points < 0 ? '−' : '+'}${((100 * Math.abs(points)) / n).toFixed(1)}`.padStart(5)
}

function percent(share) {
  return (100 * share).toFixed(1).padStart(5)
}
