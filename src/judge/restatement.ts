import type { Sentence, Token } from '../language/sentence.js'
import { isWord } from '../language/vocabulary.js'
import type { Vocabulary } from '../language/vocabulary.js'

/**
 * Whether two sentences say one thing in nearly the same words. Opinions that do are merged, so only what cannot change
 * the sense is ignored: articles, the subject (`Prefers tea.`, `Peter prefers tea.`), `X over Y` for `X to Y`, a phrase
 * moved to the front, the passive. It is symmetric: each side is brought to one form by itself.
 */
export function sameStatement(a: Sentence, b: Sentence, names: ReadonlySet<string>): boolean {
  const [left, right] = [form(a, names), form(b, names)]
  if (left.says === '' || left.says !== right.says) return false
  return left.subject === '' || right.subject === '' || left.subject === right.subject
}

interface StatementForm {
  /** The names that it begins with; empty where it leaves its subject out. */
  readonly subject: string
  readonly says: string
}

function form({ tokens, cues, vocabulary }: Sentence, names: ReadonlySet<string>): StatementForm {
  if (cues.some(({ name }) => name === 'ask')) return { subject: '', says: '' }
  const ordered = frontedLast(tokens, vocabulary)
  const words = (passive(ordered, vocabulary) ?? ordered).filter(
    ({ text }) => isWord(text) && !vocabulary.isOf('grammar', text),
  )
  const start = words.findIndex(({ text }) => !names.has(text))
  if (start < 0) return { subject: '', says: '' }
  const prefers = words.some(({ lemma }) => vocabulary.isOf('prefer', lemma))
  const says = words
    .slice(start)
    .map((token) => (prefers && vocabulary.isOf('comparing', token.text) ? '>' : formOf(token)))
  const subject = words.slice(0, start).map(({ text }) => text)
  return { subject: subject.join(' '), says: says.join(' ') }
}

/** Moves a phrase at the front to the end: `For reading, prefers paper.` → `prefers paper for reading.` */
function frontedLast(tokens: readonly Token[], { isOf }: Vocabulary): readonly Token[] {
  const comma = tokens.findIndex(({ text }) => text === ',')
  if (comma < 1 || comma > 5 || !isOf('preposition', tokens[0]!.text)) return tokens
  const end = tokens.findLastIndex(({ text }) => isWord(text)) + 1
  return [...tokens.slice(comma + 1, end), ...tokens.slice(0, comma), ...tokens.slice(end)]
}

/** The active of a passive, in the present: `Felix is mentored by Priya on data.` → `Priya mentors Felix on data.` */
function passive(tokens: readonly Token[], { isOf }: Vocabulary): readonly Token[] | undefined {
  const by = tokens.findIndex(({ text }) => isOf('by', text))
  const verb = tokens[by - 1]
  const be = tokens.findIndex(({ text }) => isOf('is', text))
  const agent = tokens[by + 1]
  if (by < 3 || !verb || !agent || be < 1 || be >= by || !verb.isForm) return undefined
  const between = tokens.slice(be + 1, by - 1).filter(({ text }) => !isOf('being', text))
  return [agent, ...between, { ...verb, text: `${verb.lemma}s` }, ...tokens.slice(0, be), ...tokens.slice(by + 2)]
}

/** One form for `likes` and `like`; `liked` is another tense. */
const formOf = ({ text, lemma }: Token): string => (text.endsWith('s') ? lemma : text)
