// What came of a reader's answers: how many bullets the guards took and refused, and, where somebody judged them, how rightly.
import { judged } from './reader-answers.js'

/**
 * Each answer with its bullets: `{ key, path, answer, state, reasons, label }`; `state` is accepted, refused or known, which
 * says that it stands already.
 */
export function bulletsOf({ readerAnswers, checkAnswers }, found, labels) {
  return found.map(({ packet: { packet, about, log, config }, answer }) => {
    const { answers, unreadable } = readerAnswers(answer.text)
    const { accepted, refused, known } = checkAnswers(answers, packet, about)
    const reasonsOf = new Map(refused.map(({ answer: { number }, reasons }) => [number, reasons]))
    const states = new Map([
      ...accepted.map(({ number }) => [number, 'accepted']),
      ...known.map(({ number }) => [number, 'known']),
    ])
    const bullets = answers.map((each) => ({
      key: answer.key,
      path: log.path,
      answer: each,
      state: states.get(each.number) ?? 'refused',
      reasons: reasonsOf.get(each.number) ?? [],
      label: labels?.of({ key: answer.key, text: each.text }),
    }))
    return { key: answer.key, log, config, unreadable, bullets }
  })
}

const share = (part, whole) => ({ part, whole, share: whole === 0 ? null : part / whole })
const saying = (list, name, value) => {
  const judgedFor = list.filter(({ label }) => label?.[name] !== undefined)
  return share(judgedFor.filter(({ label }) => label[name] === value).length, judgedFor.length)
}

/** Counts of bullets, and of the reasons that they were refused for; one may have several. */
export function counted(read, guardNames) {
  const bullets = read.flatMap((each) => each.bullets)
  const of = (state) => bullets.filter((each) => each.state === state)
  const refused = of('refused')
  const guards = [...guardNames, 'twice'].flatMap((name) => {
    const own = refused.filter(({ reasons }) => reasons.some(({ code }) => code === name))
    const alone = own.filter(({ reasons }) => reasons.length === 1)
    if (own.length === 0) return []
    return [{ name, refused: own.length, alone: alone.length, true: saying(own, 'true', true) }]
  })
  return {
    unreadable: read.reduce((sum, { unreadable }) => sum + unreadable.length, 0),
    bullets: bullets.length,
    accepted: of('accepted').length,
    refused: refused.length,
    known: of('known').length,
    guards,
  }
}

/** How right it was, by what somebody judged. */
export function scored(read, labels, unused) {
  const bullets = read.flatMap((each) => each.bullets)
  const of = (state) => {
    const own = bullets.filter((each) => each.state === state)
    return {
      judged: own.filter(({ label }) => label).length,
      of: own.length,
      true: saying(own, 'true', true),
      worth: saying(own, 'worth', true),
      wrongKind: saying(own, 'kind', false),
      wrongEntity: saying(own, 'entities', false),
    }
  }
  const held = bullets.filter(({ state, label }) => state !== 'known' && label?.true !== undefined)
  const thatAre = (truth, state) => {
    const own = held.filter(({ label }) => label.true === truth)
    return share(own.filter((each) => each.state === state).length, own.length)
  }
  const keys = new Set(read.map(({ key }) => key))
  const missed = labels.missed.filter(({ key }) => keys.has(key))
  return {
    accepted: of('accepted'),
    refused: of('refused'),
    trueRefused: thatAre(true, 'refused'),
    untrueTaken: thatAre(false, 'accepted'),
    missed: {
      bullets: missed.flatMap((each) => each.missed).length,
      packets: new Set(missed.map(({ key }) => key)).size,
    },
    unused: unused + labels.missed.length - missed.length,
  }
}

/** A bullet as `--json` lists it. */
export const listed = ({ key, path, answer, state, reasons, label }) => ({
  key,
  path,
  cites: citesOf(answer),
  text: answer.text,
  state,
  refusedFor: reasons.map(({ code }) => code),
  why: reasons.map(({ why }) => why),
  ...(label ? Object.fromEntries(judged.flatMap((name) => (name in label ? [[name, label[name]]] : []))) : {}),
})

/** `12-14,17` */
export const citesOf = ({ cites }) =>
  cites.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(',')

/** How many lines around what is cited somebody is shown who judges. */
const around = 3

/** What is given to somebody who judges without knowing what the guards said. */
export function toJudge({ kinds, readerLines, shownHeading, shownLine }, read) {
  return read.flatMap(({ log, config, bullets }) => {
    const all = readerLines(log, config)
    return bullets
      .filter(({ state }) => state !== 'known')
      .map(({ key, answer }) => {
        const shown = new Set()
        const lines = linesNear(all, answer.cites).flatMap((line) => {
          const above = line.under.filter((heading) => !shown.has(heading.line))
          for (const number of [...above.map((heading) => heading.line), line.number]) shown.add(number)
          return [...above.map(shownHeading), shownLine(line)]
        })
        return {
          key,
          cites: citesOf(answer),
          text: answer.text,
          kind: kinds[answer.kind]?.letter ?? null,
          entities: answer.entities,
          confidence: answer.confidence,
          lines: lines.join('').trimEnd(),
          log: log.path,
        }
      })
  })
}

/** Lines that are cited, and some before and behind; blank ones are none. */
function linesNear(lines, cites) {
  const wanted = new Set()
  for (const { first, last } of cites)
    for (const [at, { number }] of lines.entries())
      if (number >= first && number <= last) for (let near = at - around; near <= at + around; near++) wanted.add(near)
  return lines.filter((_, at) => wanted.has(at))
}
