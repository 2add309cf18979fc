// Fits the numbers of src/recall/rank/answerability.ts, and says how far they carry.
//
//   npm run fit:support -- DIR DIR… [--embed local]
//
// Each DIR is a set of workspaces in the format of bench/recall.js. A question with an answer is a yes; one that is labelled
// as having none is a no, and so is every question when it is asked of the next workspace of its set. Logistic regression,
// each of these groups counted alike. Then the same with each family of sets left out (`chats` and `chats-turns` are one),
// judged on what was left out: how often each group is told `none` and `strong`. Below it the curve: of the questions that are told a support between two numbers how many
// have an answer, the sides and groups counted alike, and how far that is off on average (ECE).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { indexed, internals, meantBy } from './internals.js'
import { familyOf, hasAnswer, questionsOf, workspacesIn } from './labelled.js'

const { positionals: dirs, values } = parseArgs({ allowPositionals: true, options: { embed: { type: 'string' } } })
if (dirs.length === 0) {
  console.error('usage: npm run fit:support -- DIR DIR…   (folders of labelled workspaces)')
  process.exit(2)
}

const scratch = mkdtempSync(join(tmpdir(), 'memory-fit-'))
try {
  const { names, now, rows, leastSupportOf } = await read()
  const fitted = fit(rows)
  console.log(
    `${rows.filter(({ yes }) => yes).length} with an answer, ${rows.filter(({ yes }) => !yes).length} without`,
  )
  for (const [title, numbers] of [
    ['as they are', now],
    ['fitted', fitted],
  ])
    console.log(`${title}: ${told(names, numbers)}; ${figures(rows, () => numbers, leastSupportOf)}`)
  const families = [...new Set(rows.map(({ family }) => family))]
  if (families.length > 1) {
    const without = new Map(families.map((left) => [left, fit(rows.filter(({ family }) => family !== left))]))
    for (const [family, numbers] of without) console.log(`  without ${family}: ${told(names, numbers)}`)
    console.log(`left out: ${figures(rows, ({ family }) => without.get(family), leastSupportOf)}`)
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** Each question as its signs, the constant's 1 before them. */
async function read() {
  const rooms = await internals()
  const { gather, rank, parseQuery, signsOf, supportModel, leastSupportOf } = rooms
  const names = Object.keys(supportModel)
  const rows = []
  for (const dir of dirs) {
    const paths = workspacesIn(dir)
    for (const [place, path] of paths.entries()) {
      const { store, context } = await indexed(rooms, path, join(scratch, basename(dir) + place))
      const meant = await meantBy(rooms, store, values.embed)
      const add = async (group, yes, { question }) => {
        const query = parseQuery(question, {}, context)
        if (!query.content) return
        const gathered = gather(query, store, 10, await meant(question))
        const signs = signsOf(rank(gathered), gathered.view)
        const family = familyOf({ set: basename(dir) })
        if (signs) rows.push({ group: `${dir} ${group}`, family, yes, signs: names.map((name) => signs[name] ?? 1) })
      }
      for (const query of questionsOf(path)) await add(hasAnswer(query) ? 'own' : 'none', hasAnswer(query), query)
      const next = paths[(place + 1) % paths.length]
      if (next !== path) for (const query of questionsOf(next).filter(hasAnswer)) await add('foreign', false, query)
      store.close()
    }
  }
  return { names, now: Object.values(supportModel), rows, leastSupportOf }
}

function sigmoid(signs, numbers) {
  return 1 / (1 + Math.exp(-signs.reduce((sum, value, at) => sum + value * numbers[at], 0)))
}

/** Yes and no weigh alike, and so does each group among its side. */
function weightsOf(rows) {
  const sizes = new Map()
  for (const { group } of rows) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  const groups = (side) => new Set(rows.filter(({ yes }) => yes === side).map(({ group }) => group)).size
  const [yes, no] = [groups(true), groups(false)]
  return rows.map((row) => 1 / sizes.get(row.group) / (row.yes ? yes : no))
}

/** By gradient, until nothing moves: four numbers, and the loss is convex. */
function fit(rows) {
  const weights = weightsOf(rows)
  let numbers = rows[0].signs.map(() => 0)
  for (let step = 0; step < 20_000; step++) {
    const slope = numbers.map(() => 0)
    for (const [at, { signs, yes }] of rows.entries()) {
      const off = weights[at] * (Number(yes) - sigmoid(signs, numbers))
      for (let i = 0; i < slope.length; i++) slope[i] += off * signs[i]
    }
    numbers = numbers.map((number, at) => number + 2 * slope[at])
    if (Math.max(...slope.map(Math.abs)) < 1e-6) break
  }
  return numbers
}

function told(names, numbers) {
  return names.map((name, at) => `${name} ${numbers[at].toFixed(2)}`).join(', ')
}

/** How well the two sides are told apart, and how often there was an answer where support says so. */
function figures(rows, numbersFor, { weak, strong }) {
  const weights = weightsOf(rows)
  const judged = rows.map((row, at) => ({ ...row, weight: weights[at], support: sigmoid(row.signs, numbersFor(row)) }))
  const yes = judged.filter((row) => row.yes)
  const parts = [...new Set(judged.filter((row) => !row.yes).map(({ group }) => group))].map((group) => {
    const no = judged.filter((row) => row.group === group)
    const set = group.split(' ')[0]
    const pairs = yes
      .filter((row) => row.group.startsWith(`${set} `))
      .flatMap((one) => no.map((other) => (Math.sign(one.support - other.support) + 1) / 2))
    return `${basename(set)} ${group.split(' ')[1]} ${(pairs.reduce((a, b) => a + b, 0) / pairs.length).toFixed(3)}`
  })
  const low = [...new Set(judged.map(({ group }) => group))].map((group) => {
    const own = judged.filter((row) => row.group === group)
    const share = (is) => `${((100 * own.filter(is).length) / own.length).toFixed(1)} %`
    const [none, some] = [share(({ support }) => support < weak), share(({ support }) => support >= strong)]
    return `    ${basename(group.split(' ')[0])} ${group.split(' ')[1]}: none ${none}, strong ${some}`
  })
  return `AUC ${parts.join(', ')}\n${low.join('\n')}\n${curve(judged, weak)}`
}

/** What is told, and what is so, in bands of support. */
function curve(judged, weak) {
  const edges = [0, weak, 0.3, 0.5, 0.7, 0.85, 1]
  const sum = (some, of) => some.reduce((total, row) => total + of(row), 0)
  const bands = edges.slice(1).map((below, at) => {
    const some = judged.filter(({ support }) => support >= edges[at] && (support < below || below === 1))
    const weight = sum(some, (row) => row.weight)
    const said = sum(some, (row) => row.weight * row.support) / weight
    const is = sum(some, (row) => row.weight * Number(row.yes)) / weight
    return {
      line: `  ${edges[at]} to ${below}: told ${said.toFixed(2)}, so ${is.toFixed(2)}`,
      off: weight * Math.abs(said - is),
      weight,
    }
  })
  const off = sum(bands, (band) => band.off || 0) / sum(bands, (band) => band.weight)
  return `${bands.map(({ line }) => line).join('\n')}\n  ECE ${off.toFixed(3)}`
}
