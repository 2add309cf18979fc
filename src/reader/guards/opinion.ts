import { isInstruction } from '../../language/instructions.js'
import { eitherOf } from '../../language/sections.js'
import { isSpaceless, statedInLanguage, wholeWords } from '../../language/statements.js'
import { isBelief } from '../../model/kind.js'
import { once } from '../../text/once.js'
import { weightOfWords, wordsThatSay } from '../clauses.js'
import { plainly } from '../plainly.js'
import { isAmong } from './citation.js'
import { namesGiven } from './names.js'
import type { Guard, GuardedAnswer } from './guard.js'

const isOpinion = ({ answer }: GuardedAnswer): boolean => answer.kind !== undefined && isBelief(answer.kind)

/** Refuses a kind other than W, B or O of a log, or S of a sum of facts. */
export const kindIsKnown: Guard = ({ answer: { kind }, known }) => {
  if (known.isOfFacts) return kind === 'observation' ? undefined : 'kind must be S'
  return kind !== undefined && kind !== 'observation' ? undefined : 'kind must be W, B or O'
}

/** Refuses an opinion's confidence of 0 or 1 or beyond: nobody is sure of what another thinks. */
export const confidenceIsPartial: Guard = (of) => {
  const { confidence } = of.answer
  if (!isOpinion(of) || confidence === null) return undefined
  return confidence > 0 && confidence < 1 ? undefined : `confidence must be over 0 and under 1, got ${confidence}`
}

/** Refuses an opinion without a holder: one of its entities has to be a person, or a name of unknown type. */
export const opinionHasHolder: Guard = (of) => {
  if (!isOpinion(of)) return undefined
  const mayHold = (name: string): boolean => {
    const kind = of.nameOf(name)?.kind?.toLowerCase()
    return kind === undefined || kind === 'person'
  }
  return namesGiven(of).some(mayHold)
    ? undefined
    : 'an opinion is somebody’s: give the person who has it among entities'
}

const holdingIn = once((code: string) => {
  const stems = statedInLanguage(code, 'holds')
  const begun = stems.filter((stem) => !isSpaceless(stem))
  const forms = [
    ...(begun.length > 0 ? [`(?<![\\p{L}\\p{M}])(?:${eitherOf(begun)})`] : []),
    ...stems.filter(isSpaceless),
    wholeWords([...statedInLanguage(code, 'verbHolds'), ...statedInLanguage(code, 'unsure')]),
  ]
  return new RegExp(forms.join('|'), 'iu')
})

/** Words of somebody in quotation marks. */
const quotation = /["“„«「][^"”“»」]{12,}["”“»」]/u

/** Refuses an opinion from lines in which nobody wants, likes or thinks anything, or says how to do something. */
export const opinionIsHeld: Guard = (of) => {
  if (!isOpinion(of)) return undefined
  const own = of.evidence.lines.filter(({ isPasted }) => !isPasted)
  if (own.length === 0) return 'its lines were said by another and pasted: no opinion comes of them'
  const said = [...own.map(({ text }) => plainly(text)), ...of.evidence.above].join('\n')
  const isWished = of.evidence.labels.some((label) => label === 'wish' || label === 'decision' || label === 'goal')
  return isWished || holdingIn(of.evidence.vocabulary.code).test(said) || isInstruction(said) || quotation.test(said)
    ? undefined
    : 'no line says that somebody wants, likes or thinks it: tell what is so as W, what was done as B'
}

/** Refuses a rule or opinion where the lines that say most of it were pasted. */
export const rulesAreOwn: Guard = (of) => {
  const { evidence, words, answer } = of
  if (!isInstruction(answer.text) && !isOpinion(of)) return undefined
  const saying = evidence.lines.map((line) => ({
    line,
    weight: weightOfWords(
      [...words].filter((word) => isAmong(word, new Set(wordsThatSay(line.text, evidence.vocabulary)))),
    ),
  }))
  const most = Math.max(...saying.map(({ weight }) => weight))
  const best = saying.filter(({ weight }) => weight === most)
  return best.every(({ line }) => line.isPasted)
    ? `line ${best[0]!.line.number} was said by another and pasted: no opinion and no rule comes of it`
    : undefined
}
