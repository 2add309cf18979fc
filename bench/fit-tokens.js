// Fits the table of src/text/tokens.ts to a tokenizer, and says how far it carries.
//
//   npm run fit:tokens -- [DIR…] [--write] [--lean 99] [--margin 1.07] [--most 400]
//
// Texts: TypeScript's messages in its languages, zod's in more, the README files of what is installed, documents, sources and fixtures
// here, ids and places as answers have them, rare characters, and the Markdown files of each DIR. They are cut into pieces of
// about 60 tokens, `--most` of a kind; seven of ten are fitted on, the rest are judged on. Least squares in which too few
// weighs `--lean` times what too many does, and no cost is below zero; all of it times `--margin`. A kind of text is told
// with its ratio, estimated over counted: of all pieces together, of the lowest, of the lowest but one in a hundred, of the
// highest. `--write` puts the table into the file.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = `${root}src/text/tokens.ts`
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const { values, positionals: dirs } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean' },
    lean: { type: 'string', default: '99' },
    margin: { type: 'string', default: '1.07' },
    most: { type: 'string', default: '400' },
  },
})
const lean = Number(values.lean)
const { eachPair, classes } = await scanner()
const capital = classes * classes
const size = capital + 1

const every = Object.entries(texts()).flatMap(([kind, lines]) => piecesOf(kind, lines))
const exact = fitted(every.filter(({ isFitted }) => isFitted))
const unit = 0.05
const rounded = exact.map(
  (cost) => Math.min(digits.length - 1, Math.round((Number(values.margin) * cost) / unit)) * unit,
)
for (const kind of new Set(every.map((piece) => piece.kind))) {
  const mine = every.filter((piece) => piece.kind === kind && !piece.isFitted)
  const ratios = mine.map((piece) => estimated(piece, rounded) / piece.tokens).toSorted((a, b) => a - b)
  const together = sum(mine.map((piece) => estimated(piece, rounded))) / sum(mine.map(({ tokens }) => tokens))
  console.log(
    `${kind.padEnd(16)} ${together.toFixed(3)}  lowest ${ratios[0]?.toFixed(2)}, one in a hundred ${ratios[Math.floor(ratios.length / 100)]?.toFixed(2)}, highest ${ratios.at(-1)?.toFixed(2)}, of ${ratios.length}`,
  )
}
if (values.write) {
  const row = (from) =>
    `  ${rounded
      .slice(from, from + classes)
      .map((cost) => digits[Math.round(cost / unit)])
      .join('')}`
  const table = Array.from({ length: classes }, (_, at) => row(at * classes)).join('\n')
  const before = readFileSync(source, 'utf8')
  writeFileSync(
    source,
    before
      .replace(/(const capital = ).*/, `$1${rounded[capital].toFixed(2)}`)
      .replace(/(const table = `\n)[^`]*(`)/, `$1${table}\n$2`),
  )
}

function texts() {
  const messages = `${root}node_modules/typescript/lib`
  const languages = readdirSync(messages).filter((name) => statSync(`${messages}/${name}`).isDirectory())
  const strings = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(strings))
  const linesIn = (folder, end, most = Infinity) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith(end))
      .toSorted()
      .slice(0, most)
      .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').split('\n'))
  const of = Object.fromEntries(
    languages.map((language) => [
      `messages ${language}`,
      strings(JSON.parse(readFileSync(`${messages}/${language}/diagnosticMessages.generated.json`, 'utf8'))),
    ]),
  )
  return {
    ...of,
    readmes: linesIn(`${root}node_modules`, 'README.md', 300),
    docs: linesIn(`${root}docs`, '.md'),
    code: linesIn(`${root}src`, '.ts'),
    examples: linesIn(`${root}examples`, '.md'),
    fixtures: linesIn(`${root}test/fixtures/recall`, '.md'),
    beliefs: readdirSync(`${root}test/fixtures/beliefs`)
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => readFileSync(`${root}test/fixtures/beliefs/${name}`, 'utf8').split('\n').filter(Boolean))
      .flatMap((line) => strings(JSON.parse(line)).filter((each) => each.includes(' ') || each.length > 8)),
    // In forty languages, of which no more is at hand.
    locales: linesIn(`${root}node_modules/zod/src/v4/locales`, '.ts').flatMap((line) =>
      [...line.matchAll(/[`"']([^`"']*[^\u0000-\u007f][^`"']*)[`"']/g)].map(([, text]) => text),
    ),
    ...made(),
    ...Object.fromEntries(dirs.map((dir) => [dir.split('/').at(-1), linesIn(dir, '.md')])),
  }
}

/** What no text at hand has enough of. */
function made() {
  let state = 12345
  const upTo = (most) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  const of = (letters, many) => Array.from({ length: many }, () => letters[upTo(letters.length)]).join('')
  const id = () => of('abcdefghijklmnopqrstuvwxyz234567', 10)
  const place = () => `memory/20${10 + upTo(20)}-0${1 + upTo(9)}-${10 + upTo(20)}.md#L${upTo(300)}`
  const ranges = [
    [0x2060, 0x3000],
    [0x1f300, 0x1faff],
    [0xe0000, 0xe007f],
    [0x20000, 0x2a000],
    [0x10000, 0x12000],
  ]
  const rare = (many) =>
    Array.from({ length: many }, () => {
      const [from, to] = ranges[upTo(ranges.length)]
      return String.fromCodePoint(from + upTo(to - from))
    }).join('')
  const lines = (line) => Array.from({ length: 1500 }, line)
  return {
    ids: lines(() => `^${id()} ^${id()} <end ${of('0123456789abcdef', 12)}> ${place()}`),
    places: lines(() => `(${place()} ^${id()}) 0.${upTo(100)} O`),
    numbers: lines(
      () =>
        `${upTo(10 ** (1 + upTo(9)))} ${upTo(100)}.${upTo(1000)} ${upTo(24)}:${10 + upTo(50)} ${upTo(9)},${100 + upTo(900)}`,
    ),
    rare: lines(() => rare(6)),
    noise: lines(() =>
      of(
        Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)),
        12,
      ),
    ),
  }
}

function piecesOf(kind, lines) {
  const pieces = []
  let text = ''
  for (const line of lines) {
    if (line.trim() === '') continue
    text += `${line}\n`
    if (text.length < 120 && !/[^\u0000-\u024f]/.test(text)) continue
    const tokens = encode(text, { allowedSpecial: new Set() }).length
    if (tokens < 50) continue
    const pairs = new Map()
    const add = (pair) => pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
    eachPair(text, (pair, isCapital) => {
      add(pair)
      if (isCapital) add(capital)
    })
    // By what it says, so that more texts move none from one side to the other.
    const isFitted = createHash('sha256').update(text).digest()[0] < 179
    pieces.push({ kind, tokens, pairs: [...pairs], isFitted })
    text = ''
  }
  const step = Math.max(1, Math.floor(pieces.length / (Number(values.most) / 0.7)))
  return pieces.filter((_, at) => at % step === 0)
}

function estimated({ pairs }, costs) {
  return sum(pairs.map(([pair, many]) => many * costs[pair]))
}

/** Asymmetric least squares, by weights that follow from the last round; each round by coordinate descent that keeps to what is not negative. */
function fitted(pieces) {
  // Two letters of Latin mostly stand in one token, and what is rare hardly ever does.
  const least = Float64Array.from({ length: size }, (_, at) => {
    const [before, own] = [Math.floor(at / classes), at % classes]
    if (at === capital) return 0.1
    return own === classes - 1 ? 3 : before <= 26 && own <= 26 ? 0.4 : 1
  })
  const many = new Map()
  for (const { kind } of pieces) many.set(kind, (many.get(kind) ?? 0) + 1)
  const costs = Float64Array.from(least)
  for (let round = 0; round < 12; round++) {
    const square = Array.from({ length: size }, () => new Float64Array(size))
    const slope = new Float64Array(size)
    for (let at = 0; at < size; at++) {
      square[at][at] = 1
      slope[at] = least[at]
    }
    for (const piece of pieces) {
      const isLow = estimated(piece, costs) < piece.tokens
      const weight = ((isLow ? lean : 1) * 3 * Math.min(1, Math.max(0.3, 400 / many.get(piece.kind)))) / piece.tokens
      for (const [pair, times] of piece.pairs) {
        const row = square[pair]
        for (const [other, often] of piece.pairs) row[other] += weight * times * often
        slope[pair] += weight * times * piece.tokens
      }
    }
    const error = square.map((row, at) => sum(row.map((each, of) => each * costs[of])) - slope[at])
    for (let sweep = 0; sweep < 40; sweep++)
      for (let at = 0; at < size; at++) {
        const next = Math.max(0, costs[at] - error[at] / square[at][at])
        const moved = next - costs[at]
        if (moved === 0) continue
        const row = square[at]
        for (let of = 0; of < size; of++) error[of] += row[of] * moved
        costs[at] = next
      }
  }
  return [...costs]
}

function sum(numbers) {
  let all = 0
  for (const each of numbers) all += each
  return all
}

async function scanner() {
  const outfile = `${root}dist/.fit-tokens.mjs`
  await build({ entryPoints: [source], bundle: true, format: 'esm', outfile })
  try {
    return await import(outfile)
  } finally {
    rmSync(outfile)
  }
}
