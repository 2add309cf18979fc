import { de } from './languages/de.js'
import { en } from './languages/en.js'
import { es } from './languages/es.js'
import { it } from './languages/it.js'
import { nl } from './languages/nl.js'
import { tr } from './languages/tr.js'
import { ur } from './languages/ur.js'
import { zh } from './languages/zh.js'
import type { Judged } from '../../memory/verdict.js'
import type { Language } from './language.js'
import { longest } from './sentence.js'
import { type Vocabulary, vocabulary } from './vocabulary.js'

/** Every language there are cues for. A new one is a file and a row. */
const languages = { en, zh, it, nl, tr, ur, es, de } as const satisfies Record<string, Language>

type Code = keyof typeof languages

const ready = new Map<Code, Vocabulary>()

/** What two texts are read with: one language for both, so that neither's place decides. */
export function vocabularyOf(a: Judged, b: Judged): Vocabulary {
  const [left, right] = [votesOf(a), votesOf(b)]
  let best = 0
  for (const at of codes.keys()) if (left[at]! + right[at]! > left[best]! + right[best]!) best = at
  const code = codes[best]!
  let found = ready.get(code)
  if (!found) {
    found = vocabulary(languages[code])
    ready.set(code, found)
  }
  return found
}

const codes = Object.keys(languages) as readonly Code[]
const votes = new WeakMap<Judged, readonly number[]>()

function votesOf(judged: Judged): readonly number[] {
  let found = votes.get(judged)
  if (!found) votes.set(judged, (found = count(judged.text.slice(0, longest))))
  return found
}

/** For every language, how much of the text is its own: by script, else by words, which count less the more languages have them. */
function count(text: string): number[] {
  const out = codes.map(() => 0)
  const add = (code: Code, by: number): void => void (out[codes.indexOf(code)]! += by)
  const lower = text.toLowerCase()
  add('zh', 2 * (lower.match(/[\u4e00-\u9fff]/g)?.length ?? 0))
  add('ur', lower.match(/[\u0600-\u06ff]/g)?.length ?? 0)
  add('tr', lower.match(/[\u0131\u011f\u015f]/g)?.length ?? 0)
  add('de', lower.match(/\u00df/g)?.length ?? 0)
  const known = (spoken ??= spokenIn())
  for (const word of lower.match(/[a-z\u00c0-\u024f]+/g) ?? []) {
    const speakers = known.get(word)
    if (speakers) for (const code of speakers) add(code, 1 / speakers.length)
  }
  return out
}

let spoken: ReadonlyMap<string, readonly Code[]> | undefined

function spokenIn(): Map<string, Code[]> {
  const out = new Map<string, Code[]>()
  for (const code of codes) {
    const { functionWords, cues, opposites, states, good, bad, numbers } = languages[code] as Language
    const text = [functionWords, Object.values(cues).join(' '), opposites, states, good, bad, numbers].join(' ')
    for (const word of new Set(text.match(/[a-z\u00c0-\u024f]{2,}/g))) out.set(word, [...(out.get(word) ?? []), code])
  }
  return out
}
