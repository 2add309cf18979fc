import { isPasted, isScaffolding, isSpoken } from '../language/scaffolding.js'
import { statedBy, wholeWords, anyOf } from '../language/statements.js'
import { whenAsked } from '../text/once.js'
import type { ReaderLine } from './reader-line.js'

type UnmarkedLine = Omit<ReaderLine, 'isPasted'>

const quoted = /^\s*(?:[-*+]\s+)?>/
/** A line in quotation marks from end to end, and long enough to be a sentence. */
const inMarks =
  /^\s*(?:[-*+]\s+|\d{1,3}[.)]\s+)?(?:"[^"]{24,}"|“[^”]{24,}”|«[^»]{24,}»|„[^“”]{24,}[“”]|「[^」]{12,}」)\s*$/u
const label = /^\s*(?:[-*+]\s+)?(?:\*\*|__)?([^:：*_]{2,40})(?:[:：](?:\*\*|__)?|(?:\*\*|__)[:：]?)\s*$/u

const forms = whenAsked(() => ({
  prompt: new RegExp(`^[^\\p{L}]*(?:${anyOf('prompts')})(?!\\p{L})`, 'iu'),
  paste: new RegExp(`^[^\\p{L}]*(?:\\p{L}+ ){0,2}(?:${anyOf('pastes')})[^\\p{L}]*$`, 'iu'),
  addressed: new RegExp(wholeWords(statedBy('addressed')), 'giu'),
}))

/** The level of sections, below a log's title. A paste right under the title ends at the first section. */
const levelOfSection = 2

/** A block is a prompt if this share of its lines address somebody. */
const mostAddressed = 0.5
const fewestAddressed = 3

/**
 * Which lines somebody else said and the writer pasted: fenced or quoted lines, turns of a conversation, lines below a
 * heading or label that announces a post or a prompt, and blocks that tell somebody what to be and do. Structure
 * decides first. A line marked in error costs only the opinions and rules in it.
 *
 * @param fenced for each line, whether it is in a fence
 */
export function saidByAnother(lines: readonly UnmarkedLine[], fenced: readonly boolean[]): boolean[] {
  const { prompt, paste } = forms()
  const own = ownTurns(lines)
  const marked = lines.map(
    ({ text, under }, at) =>
      fenced[at]! ||
      quoted.test(text) ||
      inMarks.test(text) ||
      isScaffolding(text) ||
      (!own[at]! && (isPasted(text) || isSpoken(titlesOf(under)))) ||
      under.some(({ title }) => paste.test(title)),
  )
  for (const [at, { text, level, under }] of lines.entries()) {
    if (level !== undefined || marked[at]) continue
    const isLabel = paste.test(label.exec(text)?.[1] ?? '')
    const isPrompt = prompt.test(text)
    if (!isLabel && !isPrompt) continue
    if (isPrompt) marked[at] = true
    const depth = Math.max(levelOfSection, under.at(-1)?.level ?? 0)
    for (let next = at + 1; next < lines.length; next++) {
      const line = lines[next]!
      // A prompt may have headings of its own, deeper than the one above it.
      if (line.level !== undefined && (isLabel || line.level <= depth)) break
      if (isLabel && line.isApart && next > at + 1) break
      if (marked[next] && isPrompt && prompt.test(line.text)) break
      marked[next] = true
    }
  }
  for (const [from, to] of blocksOf(lines)) {
    const block = lines.slice(from, to)
    const told = block.map(({ text }) => text.match(forms().addressed)?.length ?? 0)
    const all = told.reduce((sum, each) => sum + each, 0)
    const speaking = told.filter((each) => each > 0).length
    if (all >= fewestAddressed && speaking >= mostAddressed * block.length)
      for (let at = from; at < to; at++) marked[at] = true
  }
  return marked
}

const titlesOf = (under: UnmarkedLine['under']): string[] => under.map(({ title }) => title)

/** A turn of a conversation: `user: ok`. The words behind the role may still be pasted. */
const turn = /^\s*(user|human|assistant|system): ?(.*)$/is
const isOfUser = (role: string): boolean => /^(?:user|human)$/i.test(role)
/** A session in a group, where others may speak as well: `agent:main:telegram:group:-100200`. */
const ofSeveral = /\bsession key\b.*:(?:group|channel|thread):/i

/** Which lines are the user's own turns, in a session of the user and the agent alone. */
function ownTurns(lines: readonly UnmarkedLine[]): boolean[] {
  let [isUser, isShared] = [false, false]
  return lines.map(({ text, level, under }) => {
    if (level !== undefined || !isSpoken(titlesOf(under))) {
      isUser = false
      if (level === 1) isShared = false
      return false
    }
    isShared ||= ofSeveral.test(text)
    const [, role, said] = turn.exec(text) ?? []
    if (role !== undefined) isUser = isOfUser(role)
    return isUser && !isShared && !isPasted(said ?? text) && !isScaffolding(said ?? text)
  })
}

/** Blocks of lines with no blank line or heading between them: the first line, and the one behind the last. */
function blocksOf(lines: readonly UnmarkedLine[]): [from: number, to: number][] {
  const blocks: [number, number][] = []
  for (const [at, { isApart, level }] of lines.entries()) {
    const last = blocks.at(-1)
    if (last && !isApart && level === undefined && lines[at - 1]!.level === undefined) last[1] = at + 1
    else blocks.push([at, at + 1])
  }
  return blocks
}
