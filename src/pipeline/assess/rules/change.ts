import type { Verdict } from '../../../memory/verdict.js'
import { type Link, type Pair, cued, cuesOf } from '../pair.js'
import type { Sentence } from '../sentence.js'
import { shared, verdictOf } from '../verdict.js'

/** `No longer plays the flute`: what the cue is about must be of the opinion, not only its verb. */
export function ended(pair: Pair): Verdict | undefined {
  for (const cue of cuesOf(pair.fact, 'ceased')) {
    const token = pair.fact.tokens[cue.at]!
    if (cue.words === 'any more' && /[a-z]/.test(pair.fact.tokens[cue.at + 2]?.text ?? '')) continue
    if (token.negated && cue.words !== 'anymore' && cue.words !== 'any more' && cue.words !== 'any longer') continue
    const { clause } = token
    const own = pair.told.filter((at) => at >= cue.at && at < cue.at + cue.length)
    const near = pair.links.filter(({ to }) => pair.fact.tokens[to]!.clause === clause && !own.includes(to))
    const object = linkedNear(pair, cue.at + cue.length - 1, 2 + own.length).filter(
      ({ to, how, loose }) => !own.includes(to) && how !== 'opposite' && !loose,
    )
    const enough =
      object.length > 0 ||
      // Elsewhere the verb that ends something often follows it: `hat mit dem Tennis aufgehört`.
      (pair.fact.vocabulary.code !== 'en' && near.length > 0) ||
      (near.some(({ loose }) => !loose) && (pair.coverage >= 0.5 || near.length > 1))
    if (!enough) continue
    if (near.some(({ from, sign }) => pair.opinion.tokens[from]!.negated && sign < 0))
      return verdictOf(pair, 'reinforces', [`ended: ${cue.words}`, ...shared(pair)])
    return verdictOf(pair, 'supersedes', [`ended: ${cue.words}`, ...shared(pair)], { strong: true })
  }
  return undefined
}

/** What the fact's words from the cue to the end of its clause take up of the opinion. */
function linkedNear(pair: Pair, at: number, reach: number): Link[] {
  const clause = pair.fact.tokens[at]?.clause
  const following = pair.told
    .filter((index) => index >= at && pair.fact.tokens[index]!.clause === clause)
    .slice(0, reach)
  return pair.links.filter(({ to }) => following.includes(to))
}

/** `Switched from Sumitomo to Rakuten`, `went live`: what is left is what the opinion names. */
export function changedOver(pair: Pair): Verdict | undefined {
  const { fact, opinion } = pair
  const state = stateEnded(pair)
  if (state) return verdictOf(pair, 'supersedes', [`state: ${state}`, ...shared(pair)], { strong: true })
  const cue = cued(fact, 'changed') ?? cued(fact, 'adjusted')
  if (!cue) return undefined
  // Where `from` is an ending or stands behind its word, what changed is told by nearness alone.
  if (!fact.vocabulary.from && pair.links.length && pair.coverage >= 0.3)
    return verdictOf(pair, 'supersedes', [`changed: ${cue.words}`, ...shared(pair)], { strong: true })
  const before = [...(/ (?:from|out of)$/.test(cue.words) ? [cue] : []), ...cuesOf(fact, 'from')].find((from) =>
    leaves(pair, from.at + from.length),
  )
  if (before)
    return verdictOf(pair, 'supersedes', [`changed: ${cue.words} ${before.words}`, ...shared(pair)], { strong: true })
  const instead = fact.cues.find(({ words }) => words === 'instead of' || words === 'in place of')
  if (instead && cued(fact, 'now') && leaves(pair, instead.at + instead.length))
    return verdictOf(pair, 'supersedes', [`changed: now ${instead.words}`, ...shared(pair)], { strong: true })
  if (/^(?:switch|chang|migrat|convert)/.test(cue.words) && linkedNear(pair, cue.at + cue.length, 3).length > 0)
    if (fact.tokens[cue.at + cue.length]?.text === 'to' && pair.coverage >= 0.3)
      return verdictOf(pair, 'supersedes', [`changed: ${cue.words} to`, ...shared(pair)], { strong: true })
  if (cued(opinion, 'still')?.words === 'still' && cue.name === 'changed' && pair.links.length)
    return verdictOf(pair, 'supersedes', [`no longer still: ${cue.words}`], { strong: true })
  return undefined
}

/** What stands between `from` and `to`. */
function leaves({ fact, links, coverage }: Pair, start: number): boolean {
  const end = cuesOf(fact, 'to').find(({ at }) => at > start)?.at ?? -1
  const last = Math.min(start + 5, end < 0 ? Infinity : end)
  if (fact.quantities.some(({ at }) => at === start)) return false
  return coverage >= 0.2 && links.some(({ to, how }) => how !== 'opposite' && to >= start && to < last)
}

const away = new Set(['in', 'into', 'out'])

/** `Lives in Utrecht`, `moved to Antwerp`: an event that ends what was so. */
function stateEnded({ opinion, fact, said, links, names }: Pair): string | undefined {
  const states = said
    .slice(0, 2)
    .filter((at) => !opinion.tokens[at]!.negated)
    .flatMap((at) => opinion.tokens[at]!.states.map((state) => ({ state, at, text: opinion.tokens[at]!.text })))
  for (const [at, token] of fact.tokens.entries()) {
    const found = states.find(({ state }) => token.events.includes(state))
    if (!found || token.negated) continue
    const subject = fact.tokens.slice(0, at).findLastIndex(({ content, text }) => content || names.has(text))
    const own =
      subject < 0 ||
      names.has(fact.tokens[subject]!.text) ||
      (fact.tokens.slice(0, at).some(({ text }) => names.has(text)) && at - subject < 3)
    const next = fact.tokens.slice(at + 1, at + 6)
    const place =
      token.moves &&
      next.some(({ text, name }, offset) => (name && !names.has(text)) || (offset === 0 && away.has(text)))
    const taken = links.some(({ from, to }) =>
      from === found.at ? to > at && to < at + 4 : to > at - 8 && to < at + 8,
    )
    if (own && (taken || place || (token.decisive && (found.at === said[0] || opinion.vocabulary.verbLast))))
      return `${found.text} → ${token.text}`
  }
  return undefined
}

/** All is the same but what fills one place: `editor is Vim`, `editor is Helix`. */
export function replaced(pair: Pair): Verdict | undefined {
  const { opinion, fact, said, told, links } = pair
  const now = cued(fact, 'now') ?? cued(fact, 'changed')
  if (pair.coverage < 0.4 || pair.back < 0.25) return undefined
  for (const lost of said) {
    const linked = links.find(({ from }) => from === lost)
    if (linked && (!opinion.tokens[lost]!.name || samePlace(pair, lost, linked.to))) continue
    const found = told.find((at) => !links.some(({ to }) => to === at) && samePlace(pair, lost, at))
    if (found === undefined) continue
    const [before, after] = [opinion.tokens[lost]!, fact.tokens[found]!]
    const cue = `${before.text} → ${after.text}`
    if (now && (before.name || after.name))
      return verdictOf(pair, 'supersedes', [cue, `now: ${now.words}`], { strong: true })
    if (before.name && after.name) return verdictOf(pair, 'contradicts', [cue, ...shared(pair)])
  }
  return undefined
}

/** Both stand after the same words, and the nearest word with content before them is the same. */
export function samePlace({ opinion, fact, said, told, links }: Pair, lost: number, found: number): boolean {
  const [left, right] = [particle(opinion, lost), particle(fact, found)]
  if (left !== right) return false
  const before = said.filter((at) => at < lost).at(-1)
  const anchor = told.filter((at) => at < found).at(-1)
  if (before === undefined && anchor === undefined) {
    const [next, after] = [said.find((at) => at > lost), told.find((at) => at > found)]
    return links.some(({ from, to }) => from === next && to === after)
  }
  return links.some(({ from, to }) => from === before && to === anchor)
}

const skipped = new Set('the a an now his her its their my our all currently dr mr mrs ms'.split(' '))

function particle({ tokens }: Sentence, at: number): string {
  for (let index = at - 1; index >= 0; index--)
    if (!skipped.has(tokens[index]!.text)) return tokens[index]!.content ? '' : tokens[index]!.text
  return ''
}
