// The searches of src/vectors/search against each other, on the index's own tables.
//
//   npm run bench:vectors -- [NOTES] [--sizes 10000,100000] [--of flat,suco] [--width 384] [--json]
//
// Two kinds of vectors: points around centres (a hundred around each, spread as far as the centres are), and, where NOTES is
// a folder with labelled workspaces, their lines by latent semantic analysis, asked with their own questions.
//
// build: s until what is kept is written; kept: MB beside the vectors; open: ms from the tables to the first question, which is
// what a command pays each time; ask: ms a question, p50 and p95, with the comparison of what was found; R@k: the share of the
// k nearest by all numbers (float32) that are among the first k. The floor is a comparison of all numbers in one array.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { randomFrom } from './corpora.js'
import { internals } from './internals.js'
import { hasAnswer, questionsOf } from './labelled.js'

const { positionals: folders, values } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    width: { type: 'string', default: '384' },
    of: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
if (!folders.every((folder) => existsSync(folder))) {
  console.error('usage: npm run bench:vectors -- [FOLDER of labelled workspaces] [--sizes 10000,100000]')
  process.exit(2)
}

const width = Number(values.width)
const { openStore, searches, bytesOf, cosine, unit, basisFrom, directionOf, placeWords, termsOf } = await internals()
const names = values.of?.split(',') ?? Object.keys(searches)
const scratch = mkdtempSync(join(tmpdir(), 'memory-bench-'))
const rows = []
try {
  for (const size of values.sizes.split(',').map(Number)) await measure(`clustered ${size}`, clustered(size))
  for (const folder of folders) {
    const all = latent(folder)
    for (const size of values.sizes
      .split(',')
      .map(Number)
      .filter((each) => each < all.vectors.length))
      await measure(`${basename(folder)} ${size}`, { ...all, vectors: all.vectors.slice(0, size) })
    await measure(`${basename(folder)} ${all.vectors.length}`, all)
  }
  if (values.json) console.log(JSON.stringify(rows, null, 2))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** `questions` lie around the same centres, and are none of the points. */
function clustered(size) {
  const random = randomFrom(11)
  const normal = () => random() + random() + random() + random() - 2
  const centres = Array.from({ length: size / 100 }, () => Float32Array.from({ length: width }, normal))
  const around = (at) => centres[at % centres.length].map((each) => each + normal())
  return {
    vectors: Array.from({ length: size }, (_, at) => around(at)),
    questions: Array.from({ length: size > 100_000 ? 40 : 100 }, (_, at) => around(at * 7919)),
  }
}

function latent(folder) {
  const notes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /memory\/.*\.md$/.test(path))
    .toSorted()
    .map((path) => readFileSync(join(folder, path), 'utf8').split('\n'))
    .map((lines) => lines.filter((line) => !/^(?:#|\s*$)/.test(line)).map(termsOf))
  const known = new Map(basisFrom(notes, width).map((word) => [word.term, directionOf(word)]))
  const placed = (terms) =>
    placeWords(
      terms.map((term) => [term, 1]),
      known,
    )
  const asked = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('eval/queries.json'))
    .toSorted()
    .flatMap((path) => questionsOf(join(folder, path, '../..')).filter(hasAnswer))
    .map(({ question }) => placed(termsOf(question)))
  const some = (vector) => vector.some((each) => each !== 0)
  const step = Math.max(1, Math.floor(asked.length / 100))
  return {
    vectors: notes.flat().map(placed).filter(some),
    questions: asked.filter((vector, at) => at % step === 0 && vector.length === width && some(vector)),
  }
}

async function measure(of, { vectors, questions }) {
  const exact = floor(vectors, questions)
  show({ of, search: 'float32', ask: exact.ms, recall: [1, 1] })
  const folder = join(scratch, of.replaceAll(/\W+/g, '-'))
  mkdirSync(folder, { recursive: true })
  let store = openStore(folder)
  await store.write(() => {
    store.vectors.madeBy('bench')
    vectors.forEach((vector, at) => store.vectors.keep(`id${at}`, bytesOf(vector)))
  })
  for (const search of names) {
    const { build, open } = searches[search]
    const started = performance.now()
    if (build) {
      const bytes = build(store.vectors.places())
      await store.write(() => store.vectors.keepBuilt(search, vectors.length, bytes))
    }
    const seconds = (performance.now() - started) / 1000
    store.close()
    store = openStore(folder)
    const opening = performance.now()
    const places = store.vectors.places()
    const built = store.vectors.built(search)?.bytes ?? new Uint8Array()
    const find = open(places, built)
    find(questions[0], 25)
    const opened = performance.now() - opening
    const times = []
    const found = questions.map((question) => {
      const from = performance.now()
      const asked = unit(question)
      const first = find(question, 25)
        .map((place) => [place, cosine(asked, places.at(place))])
        .toSorted((one, other) => other[1] - one[1])
        .slice(0, 25)
        .map(([place]) => place)
      times.push(performance.now() - from)
      return first
    })
    const recall = [10, 25].map((k) => {
      const shares = found.map((first, at) => share(first.slice(0, k), exact.nearest[at].slice(0, k)))
      return shares.reduce((sum, each) => sum + each, 0) / shares.length
    })
    show({ of, search, build: build ? seconds : 0, kept: built.length / 1e6, open: opened, ask: spread(times), recall })
  }
  store.close()
  rmSync(folder, { recursive: true })
}

function share(found, of) {
  return found.filter((each) => of.includes(each)).length / of.length
}

/** All numbers of all vectors, in one array. */
function floor(vectors, questions) {
  const [count, all] = [vectors.length, new Float32Array(vectors.length * width)]
  vectors.forEach((vector, at) => {
    const length = Math.hypot(...vector) || 1
    all.set(
      vector.map((each) => each / length),
      at * width,
    )
  })
  const angles = new Float32Array(count)
  const times = []
  const nearest = questions.map((question) => {
    const from = performance.now()
    for (let row = 0, at = 0; row < count; row++) {
      let one = 0
      let two = 0
      let three = 0
      let four = 0
      for (let to = 0; to < width; to += 4, at += 4) {
        one += question[to] * all[at]
        two += question[to + 1] * all[at + 1]
        three += question[to + 2] * all[at + 2]
        four += question[to + 3] * all[at + 3]
      }
      angles[row] = one + two + three + four
    }
    let limit = -Infinity
    let first = []
    for (let row = 0; row < count; row++) {
      if (angles[row] <= limit) continue
      first.push(row)
      if (first.length < 200) continue
      first = first.toSorted((one, other) => angles[other] - angles[one]).slice(0, 25)
      limit = angles[first[24]]
    }
    first = first.toSorted((one, other) => angles[other] - angles[one]).slice(0, 25)
    times.push(performance.now() - from)
    return first
  })
  return { nearest, ms: spread(times) }
}

function spread(times) {
  const sorted = times.toSorted((one, other) => one - other)
  return { p50: sorted[Math.floor(sorted.length / 2)], p95: sorted[Math.floor(sorted.length * 0.95)] }
}

function show(row) {
  rows.push(row)
  if (values.json) return
  const { of, search, build = 0, kept = 0, open = 0, ask, recall } = row
  const cells = [
    `build ${build.toFixed(1)} s`,
    `kept ${kept.toFixed(1)} MB`,
    `open ${open.toFixed(0)} ms`,
    `ask ${ask.p50.toFixed(2)} / ${ask.p95.toFixed(2)} ms`,
    `R@10 ${recall[0].toFixed(3)}`,
    `R@25 ${recall[1].toFixed(3)}`,
  ]
  console.log([of.padEnd(18), search.padEnd(11), ...cells].join('  '))
}
