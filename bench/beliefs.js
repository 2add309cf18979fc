// The judge, measured against labelled pairs and dialogues.
//
//   npm run bench:beliefs -- PAIRS.jsonl --out PRED.jsonl [--workspaces DIR [--rows]]
//
// PAIRS.jsonl: {"id", "entity", "opinion", "fact": {"kind", "text"}, "label", "phenomenon"} a line. Every pair is judged
// apart; {"id", "label", "cues"} a line goes to PRED.jsonl. The judge has no fitted weights, so there are no folds.
// DIR: a folder of workspaces with memory/ and eval/conflicts.json. All bullets of one are judged two by two, and the best
// pairs written to PRED.jsonl.conflicts in the format of the conflicts' own scorer; --rows prints every ledger row that a
// pair of unlabelled bullets makes. Of any two facts of different days about one name, the earlier is judged as if it were
// an opinion: real, long sentences of which hardly one in a thousand ends or denies another.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { wordFiles } from '../scripts/bundle/word-files.js'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, workspaces: { type: 'string' }, rows: { type: 'boolean' } },
})
const [file] = positionals
if (!file || !existsSync(file) || !values.out) {
  console.error('usage: npm run bench:beliefs -- PAIRS.jsonl --out PRED.jsonl [--workspaces DIR [--rows]]')
  process.exit(2)
}

const { outputFiles } = await build({
  stdin: {
    contents: `export { judgePair } from '../src/judge/judge-pair.js'; export { conflictScores } from './conflict-scores.js'`,
    resolveDir: import.meta.dirname,
    loader: 'ts',
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  plugins: [wordFiles()],
  write: false,
})
const { judgePair, conflictScores } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
)

const kinds = { W: 'world', B: 'experience', O: 'opinion', S: 'observation' }
const effects = ['reinforces', 'weakens', 'contradicts', 'supersedes', 'unrelated']
const percent = (part, whole) => `${((100 * part) / (whole || 1)).toFixed(1)} % (${part} of ${whole})`

judgePairs()
if (values.workspaces) judgeWorkspaces(values.workspaces)

function judgePairs() {
  const pairs = jsonLines(file)
  const start = performance.now()
  const verdicts = pairs.map(({ entity, opinion, fact }) =>
    judgePair(
      { kind: 'opinion', text: opinion, mentions: [entity] },
      { kind: kinds[fact.kind], text: fact.text, mentions: [entity] },
    ),
  )
  const micros = (1000 * (performance.now() - start)) / pairs.length
  writeFileSync(
    values.out,
    pairs
      .map(({ id }, at) => `${JSON.stringify({ id, label: verdicts[at].effect, cues: verdicts[at].cues })}\n`)
      .join(''),
  )
  const count = (label, effect) =>
    pairs.filter((pair, at) => pair.label === label && verdicts[at].effect === effect).length
  console.log(`${''.padEnd(14)}${effects.map((effect) => effect.padStart(13)).join('')}    precision recall`)
  let sum = 0
  for (const label of effects) {
    const row = effects.map((effect) => count(label, effect))
    const right = count(label, label)
    const precision = right / (effects.reduce((all, other) => all + count(other, label), 0) || 1)
    const recall = right / (row.reduce((a, b) => a + b, 0) || 1)
    sum += (2 * precision * recall) / (precision + recall || 1)
    console.log(
      `${label.padEnd(14)}${row.map((n) => String(n).padStart(13)).join('')}    ${precision.toFixed(3)}     ${recall.toFixed(3)}`,
    )
  }
  for (const phenomenon of [...new Set(pairs.map((pair) => pair.phenomenon))].toSorted()) {
    const of = pairs.flatMap((pair, at) => (pair.phenomenon === phenomenon ? [pair.label === verdicts[at].effect] : []))
    console.log(`  ${String(phenomenon).padEnd(26)}${percent(of.filter(Boolean).length, of.length)}`)
  }
  const unrelated = pairs.filter(({ label }) => label === 'unrelated').length
  console.log(`macro-F1 ${(sum / effects.length).toFixed(3)}`)
  console.log(`unrelated pairs that moved a belief: ${percent(unrelated - count('unrelated', 'unrelated'), unrelated)}`)
  const should = pairs.flatMap(({ label }, at) =>
    label === 'unrelated' ? [] : [direction(label) * direction(verdicts[at].effect)],
  )
  console.log(`moved the wrong way: ${percent(should.filter((sign) => sign < 0).length, should.length)}`)
  console.log('right of what moves, by what the verdict rests on first:')
  const moved = pairs.flatMap((pair, at) =>
    verdicts[at].effect === 'unrelated' ? [] : [{ pair, verdict: verdicts[at] }],
  )
  for (const [ground, group] of grouped(moved)) {
    const right = group.filter(({ pair, verdict }) => direction(pair.label) === direction(verdict.effect))
    console.log(`  ${ground.padEnd(30)}${percent(right.length, group.length)}`)
  }
  console.log(`${micros.toFixed(0)} µs a pair, each text read once`)
}

function grouped(moved) {
  const found = new Map()
  for (const each of moved) {
    const ground = groundOf(each.verdict)
    found.set(ground, [...(found.get(ground) ?? []), each])
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

function direction(effect) {
  return effect === 'unrelated' ? 0 : effect === 'reinforces' ? 1 : -1
}

/** `negation`, `ended: no longer`, `nine → two`: the first cue, without its words. */
function groundOf({ effect, cues: [cue = ''] }) {
  const named = /^([a-z' ]+)(?::|$)/.exec(cue)?.[1]
  return `${effect}, ${named ?? 'another value'}`
}

function judgeWorkspaces(dir) {
  const found = { contradiction: [0, 0], update: [0, 0] }
  const strong = { supersedes: 0, contradicts: 0 }
  let [opinions, rows, judged, spent, together] = [0, 0, 0, 0, 0]
  const out = []
  for (const name of readdirSync(dir).toSorted()) {
    const labels = join(dir, name, 'eval/conflicts.json')
    for (const [earlier, later] of successions(join(dir, name))) {
      together++
      const verdict = judgePair({ ...earlier, kind: 'opinion' }, later)
      if (verdict.strong) strong[verdict.effect]++
    }
    if (!existsSync(labels)) continue
    const conflicts = JSON.parse(readFileSync(labels, 'utf8'))
    const bullets = conflicts.bullets.map(({ source, label }) => ({
      source,
      label,
      judged: bulletAt(join(dir, name), source),
    }))
    const pairs = []
    const start = performance.now()
    for (const [at, a] of bullets.entries())
      for (const b of bullets.slice(at + 1)) {
        const scored = (one, other) => conflictScores(one, other, judgePair(one, other))
        const [there, back] = [scored(a.judged, b.judged), scored(b.judged, a.judged)]
        judged += 2
        const contradiction = Math.max(-there.polarity, -back.polarity)
        const update = Math.max(there.change, back.change)
        const type = contradiction >= update ? 'contradiction' : 'update'
        pairs.push({ a: a.source, b: b.source, type, score: Math.max(contradiction, update) })
      }
    spent += performance.now() - start
    const best = pairs.toSorted((x, y) => y.score - x.score).slice(0, 200)
    out.push({ ws: name, pairs: best })
    for (const pair of conflicts.pairs) {
      const one = new Set(pair.a.flatMap((side) => side.bullets))
      const other = new Set(pair.b.flatMap((side) => side.bullets).filter((source) => !one.has(source)))
      if (!one.size || !other.size) continue
      const place = best.findIndex(({ a, b }) => (one.has(a) && other.has(b)) || (one.has(b) && other.has(a)))
      found[pair.type][1]++
      if (place >= 0 && place < 50) found[pair.type][0]++
    }
    const quiet = bullets.filter(({ label }) => !/earlier/.test(label))
    for (const { source, judged: opinion } of quiet.filter((bullet) => bullet.judged.kind === 'opinion')) {
      opinions++
      for (const fact of quiet) {
        if (fact.source === source || !shareEntity(opinion, fact.judged)) continue
        const verdict = judgePair(opinion, fact.judged)
        if (verdict.effect !== 'unrelated') rows++
        if (verdict.effect !== 'unrelated' && values.rows)
          console.log(`  ${verdict.effect}: ${opinion.text} | ${fact.judged.text} | ${verdict.cues.join('; ')}`)
      }
    }
  }
  writeFileSync(`${values.out}.conflicts`, out.map((line) => `${JSON.stringify(line)}\n`).join(''))
  console.log(`contradictions among the 50 best pairs: ${percent(...found.contradiction)}`)
  console.log(`updates among the 50 best pairs: ${percent(...found.update)}`)
  console.log(
    `ledger rows where nothing changed: ${(rows / (opinions || 1)).toFixed(2)} an opinion (${opinions} opinions)`,
  )
  console.log(
    `strong verdicts between facts of one name: ${strong.supersedes + strong.contradicts} in ${together} pairs ` +
      `(${strong.supersedes} supersede, ${strong.contradicts} contradict)`,
  )
  console.log(`${((1000 * spent) / (judged || 1)).toFixed(0)} µs a pair, texts met before`)
}

/** A workspace's facts of the world and of work done, two by two, where both are about one name: the earlier day first. */
function* successions(root) {
  const facts = readdirSync(join(root, 'memory'))
    .filter((name) => /^\d{4}-\d{2}-\d{2}.*\.md$/.test(name))
    .flatMap((name) =>
      readFileSync(join(root, 'memory', name), 'utf8')
        .split('\n')
        .map(readBullet)
        .filter((fact) => fact?.kind === 'world' || fact?.kind === 'experience')
        .map((fact) => ({ ...fact, day: name.slice(0, 10) })),
    )
  for (const earlier of facts)
    for (const later of facts) if (earlier.day < later.day && shareEntity(earlier, later)) yield [earlier, later]
}

function shareEntity(a, b) {
  return a.mentions.some((mention) => b.mentions.includes(mention))
}

function bulletAt(root, source) {
  const [path, line] = source.split('#L')
  return readBullet(readFileSync(join(root, path), 'utf8').split('\n')[Number(line) - 1])
}

function readBullet(line) {
  const found = /^- ([WBOS])(?:\([^)]*\))?((?: @[^\s:]+)*):? (.*)$/.exec(line)
  return found && { kind: kinds[found[1]], text: found[3], mentions: found[2].split(' @').slice(1) }
}

function jsonLines(path) {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
