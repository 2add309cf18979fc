// Answers of a reader to packets, and what somebody judged of them: files of JSON lines, and how they belong together.
import { readFileSync } from 'node:fs'

/** What is wrong with a file or an option; its message says it all. */
export class BadInput extends Error {}

const isText = (value) => typeof value === 'string'
const isTruth = (value) => value === undefined || typeof value === 'boolean'

/** What a bullet is judged for. */
export const judged = ['true', 'worth', 'kind', 'entities']

/** `{"key":"5f2053f68ce2","path":"memory/2026-02-05.md","sections":["9f1e…"],"text":"{\"bullets\":[…]}"}`; a key stands once. */
export function answersIn(file) {
  const seen = new Set()
  return jsonLines(file, ({ key, text, path, sections }) => {
    if (!isText(key) || !isText(text)) return 'an answer is {"key":"…","text":"…"}'
    if (sections !== undefined && !(isText(path) && Array.isArray(sections) && sections.every(isText)))
      return 'sections is a list of their ids, and goes with path'
    return seen.size === seen.add(key).size ? `${key} was answered on a line before` : undefined
  })
}

/** Judgements of bullets, and what was missed of packets. */
export function labelsIn(file) {
  const rows = jsonLines(file, ({ key, text, missed, ...label }) => {
    if (isText(key) && Array.isArray(missed)) return undefined
    if (!isText(key) || !isText(text)) return 'a label is {"key":"…","text":"…","true":…} or {"key":"…","missed":[…]}'
    const odd = judged.find((name) => !isTruth(label[name]))
    return odd === undefined ? undefined : `${odd} is true or false`
  })
  return { bullets: rows.filter(({ missed }) => !missed), missed: rows.filter(({ missed }) => missed) }
}

/** @param faultOf what is wrong with a row; undefined where nothing is */
function jsonLines(file, faultOf) {
  let written
  try {
    written = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new BadInput(`${file} cannot be read: ${cause.code}`)
  }
  return written.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    let row
    try {
      row = JSON.parse(line)
    } catch {
      throw new BadInput(`${file}:${at + 1}: no JSON`)
    }
    const fault = typeof row === 'object' && row !== null ? faultOf(row) : 'no object'
    if (fault !== undefined) throw new BadInput(`${file}:${at + 1}: ${fault}`)
    return [row]
  })
}

const placeOf = (path, sections) => JSON.stringify([path, ...sections])

/**
 * Each packet with its answer: by its key, else by its sections, whose ids stay when only the request is worded otherwise.
 *
 * @returns {{ packet: object, answer: object, by: 'key' | 'sections' }[]}
 */
export function answered(packets, answers) {
  const byKey = new Map(answers.map((answer) => [answer.key, answer]))
  const isAsked = new Set(packets.map(({ key }) => key))
  const byPlace = new Map(
    answers
      .filter(({ key, sections }) => sections && !isAsked.has(key))
      .map((answer) => [placeOf(answer.path, answer.sections), answer]),
  )
  return packets.flatMap((packet) => {
    const own = byKey.get(packet.key)
    const answer = own ?? byPlace.get(placeOf(packet.packet.path, packet.sections))
    return answer ? [{ packet, answer, by: own ? 'key' : 'sections' }] : []
  })
}

const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim()

/** The judgement of a bullet: of the answer that it is in, by its words. */
export function labelsBy(labels) {
  const byWords = new Map(labels.map((label) => [JSON.stringify([label.key, oneLine(label.text)]), label]))
  const used = new Set()
  return {
    of: ({ key, text }) => {
      const label = byWords.get(JSON.stringify([key, oneLine(text)]))
      if (label) used.add(label)
      return label
    },
    unused: () => labels.length - used.size,
  }
}
