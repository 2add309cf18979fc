// What a reader answered to the packets of a workspace, held against the guards, and against what somebody judged of it.
//
//   npm run bench:reader -- FOLDER [--answers FILE] [--labels FILE] [--packets FILE] [--to-judge FILE [--seed 1]] [--json]
//
// FOLDER: MEMORY.md and memory/*.md, a Git repository or not; it is read as it lies there. Nothing is asked of any model:
// --packets writes what would be asked, a line a packet; somebody has it answered, and --answers replays that. A key is the
// first 12 digits of the SHA-256 of a request's text; where the request is worded otherwise by now, an answer that tells the
// sections it is about still finds its packet. The answers to examples/untagged, with labels, are in test/fixtures/reader.
//
// accepted, refused: by src/reader/check.ts, in one pass: what is refused is not sent back. known: said to stand already.
// true: the cited lines say it; worth: still wanted in a month; kind, entities: told rightly; missed: what a reader that judges
// would have had besides.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { randomFrom, shuffled } from './corpora.js'
import { BadInput, answered, answersIn, labelsBy, labelsIn } from './reader-answers.js'
import { packetsOf, readerRooms } from './reader-packets.js'
import { bulletsOf, counted, listed, scored, toJudge } from './reader-scores.js'

const usage = `usage: npm run bench:reader -- FOLDER [--answers FILE] [--labels FILE] [--packets FILE] [--json]

  --packets FILE    write what a reader would be asked: {"key","path","day","sections","system","user"} a line
  --answers FILE    what a reader printed: {"key","text"} a line, and "path" and "sections" of its packet to find it
                    again once requests are worded otherwise
  --labels FILE     what somebody judged: {"key","text","true","worth","kind","entities"} a bullet, each true or false;
                    {"key","missed":[{"cites","text"}]} a packet
  --to-judge FILE   write the bullets in no order, without what the guards said, with the lines that they cite
  --seed N          another order (1)
  --json            figures, and each bullet with what came of it, as JSON

examples:
  npm run bench:reader -- examples/untagged --packets packets.jsonl
  npm run bench:reader -- examples/untagged --answers answers.jsonl --to-judge judge.jsonl
  npm run bench:reader -- examples/untagged --answers test/fixtures/reader/untagged/answers.jsonl \\
    --labels test/fixtures/reader/untagged/labels.jsonl`

async function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      answers: { type: 'string' },
      labels: { type: 'string' },
      packets: { type: 'string' },
      'to-judge': { type: 'string' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const [folder] = positionals
  if (positionals.length !== 1) throw new BadInput(usage)
  if (!hasNotes(join(folder, 'memory'))) throw new BadInput(`${folder} is no workspace: it has no memory/*.md`)
  for (const name of ['labels', 'to-judge'])
    if (values[name] !== undefined && values.answers === undefined)
      throw new BadInput(`--${name} is about answers: give --answers too`)
  if (!/^\d+$/.test(values.seed)) throw new BadInput(`--seed takes a whole number, got ${values.seed}`)
  const answers = values.answers === undefined ? undefined : answersIn(values.answers)
  const labels = values.labels === undefined ? undefined : labelsIn(values.labels)
  const scratch = mkdtempSync(join(tmpdir(), 'memory-bench-'))
  try {
    const rooms = await readerRooms()
    const packets = await packetsOf(rooms, folder, scratch)
    if (values.packets !== undefined) writeLines(values.packets, packets.map(asked))
    const figures = { folder, packets: packets.length }
    if (answers === undefined) return tell(values, figures)
    const found = answered(packets, answers)
    const by = labels && labelsBy(labels.bullets)
    const read = bulletsOf(rooms, found, by)
    if (values['to-judge'] !== undefined)
      writeLines(values['to-judge'], shuffled(toJudge(rooms, read), randomFrom(Number(values.seed))))
    tell(values, {
      ...figures,
      answered: found.length,
      byKey: found.filter((each) => each.by === 'key').length,
      bySections: found.filter((each) => each.by === 'sections').length,
      ofNoPacket: answers.length - found.length,
      ...counted(read, rooms.guardNames),
      ...(labels ? { labels: scored(read, labels, by.unused()) } : {}),
      ...(values.json ? { list: read.flatMap(({ bullets }) => bullets.map(listed)) } : {}),
    })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const hasNotes = (path) =>
  existsSync(path) &&
  statSync(path).isDirectory() &&
  readdirSync(path, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.md'))

const asked = ({ key, packet: { path, day }, sections, request: { system, user } }) => ({
  key,
  path,
  day,
  sections,
  system,
  user,
})

function writeLines(file, rows) {
  try {
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  } catch (cause) {
    throw new BadInput(`${file} cannot be written: ${cause.code}`)
  }
}

function tell({ json }, figures) {
  if (json) console.log(JSON.stringify(figures, null, 2))
  else console.log(report(figures).join('\n'))
}

const percent = ({ part, whole, share }) =>
  share === null ? '–' : `${(100 * share).toFixed(1)} % (${part} of ${whole})`
const shareOf = (part, whole) => percent({ part, whole, share: whole === 0 ? null : part / whole })
const row = (name, ...cells) => `${name.padEnd(14)}${cells.map((cell) => String(cell).padStart(24)).join('')}`

function report({ folder, packets, answered: read, labels, ...rest }) {
  const lines = [`${folder}: ${packets} packets`]
  if (read === undefined) return lines
  const { byKey, bySections, ofNoPacket, bullets, accepted, refused, known, unreadable, guards } = rest
  lines.push(
    `answered: ${read} (${byKey} found by key, ${bySections} by path and sections); answers to no packet: ${ofNoPacket}`,
    `bullets: ${bullets}, of which ${known} stand already; stretches that are none: ${unreadable}`,
    `accepted: ${shareOf(accepted, bullets - known)}`,
    `refused: ${shareOf(refused, bullets - known)}`,
  )
  if (guards.length > 0) lines.push('', row('refused for', 'bullets', 'for that alone', ...(labels ? ['true'] : [])))
  for (const guard of guards)
    lines.push(row(guard.name, guard.refused, guard.alone, ...(labels ? [percent(guard.true)] : [])))
  if (labels) lines.push('', ...judgements(labels))
  return lines
}

function judgements({ accepted, refused, trueRefused, untrueTaken, missed, unused }) {
  const rowOf = (name, each) =>
    row(name, `${each.judged} of ${each.of}`, ...[each.true, each.worth, each.wrongKind, each.wrongEntity].map(percent))
  return [
    row('', 'judged', 'true to its lines', 'worth keeping', 'wrong kind', 'wrong entity'),
    rowOf('accepted', accepted),
    rowOf('refused', refused),
    `true ones that guards refused: ${percent(trueRefused)}`,
    `untrue ones that guards took: ${percent(untrueTaken)}`,
    `missed: ${missed.packets === 0 ? '–' : `${(missed.bullets / missed.packets).toFixed(2)} a packet (${missed.bullets} in ${missed.packets})`}`,
    ...(unused > 0 ? [`labels of nothing here: ${unused}`] : []),
  ]
}

try {
  await main()
} catch (cause) {
  const isUsage = typeof cause.code === 'string' && cause.code.startsWith('ERR_PARSE_ARGS_')
  const isTold = cause instanceof BadInput || cause.name === 'MemoryError'
  if (!isTold && !isUsage) throw cause
  console.error(isUsage ? `${cause.message}\n\n${usage}` : cause.message)
  process.exitCode = 2
}
