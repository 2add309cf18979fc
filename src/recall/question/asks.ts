import { isFirstPerson } from '../../language/first-person.js'

/**
 * What kind of answer a question wants, by its own words. A row is a feature's
 * switch: it raises or lowers, it never hides. In small letters: V8 takes 2 ms to make such patterns of either case.
 */
export const asks = {
  /** The asker wants something done or explained, so what they prefer bears on it whatever the words. */
  doing:
    /^\W*(?:can|could|would|will) you\b|\bhow (?:do|can|should|would|could) (?:i|we)\b|^\W*what (?:are|is) (?:some|the best|a good)\b|\b(?:would|do|could|can) you (?:suggest|recommend|advise)\b|\bany (?:advice|suggestions|recommendations)\b|\bshould (?:i|we)\b|^\W*(?:please|explain|show|help|write|draft|give me|tell me how)\b|\bhelp me\b|\bi['’]m (?:planning|looking|trying|working)\b|\bpuoi\b|\bcome (?:posso|faccio)\b|怎么(?!回事|了)|^请|请(?:问|帮|教|告诉|给我)/,
  /** What the agent said: `what did you recommend …`. */
  agent:
    /\b(?:did|have|had) you\b|\byou (?:said|told|mentioned|gave|provided|explained|suggested|recommended|listed|described)\b|\byour (?:recommendations?|suggestions?|advice|answers?|explanations?)\b/,
  /** What somebody prefers or believes. */
  opinion:
    /\b(?:prefer\w*|like[sd]?|love[sd]?|hate[sd]?|dislike\w*|favou?rite|opinions?|think|thinks|believe[sd]?|want[sd]?|enjoy\w*|feel\w*|preferisc\w*|piace)\b|喜欢|偏好|觉得|认为/,
  /** What was so, and perhaps is no more: what is over keeps its place. */
  past: /\bdid (?:\w+ ){1,3}use to\b|\b(?:used to|previous(?:ly)?|former(?:ly)?|original(?:ly)?|initial(?:ly)?|back then|at first|at (?:the|that) time|in the past|once (?:was|were|had|did)|un tempo|in passato|una volta|inizialmente|originariamente)\b|以前|从前|原来|原先|当时|曾经|过去|最初/,
  /** What is labelled so answers it (`language/labels.ts`). */
  why: /\bwhy\b|\bhow come\b|\bwhat (?:caused|was wrong|went wrong)\b|\breasons?\b|\bwarum\b|\bwieso\b|\bweshalb\b|\bperché|\bpor ?qu[eé]|\bpourquoi\b|为什么|为何|原因|怎么回事/,
  lesson:
    /\blessons?\b|\blearn(?:ed|t|ing|ings)?\b|\btake ?aways?\b|\btake from\b|\bgelernt\b|\berkenntnis|\bimparato\b|\blezion|\baprend|\blecci|\bliç[aãoõ]|教训|学到|经验/,
  decision:
    /\bdecid\w+|\bdecisions?\b|\bchos?en?\b|\bchoose\b|\bagreed?\b|\bentschie|\bbeschloss|\bdeci[sd]|决定|决策|结论/,
  open: /\bto-?dos?\b|\bstill (?:has|have|had|needs?|open|missing|left|pending|to)\b|\b(?:open|left|pending|outstanding|remaining|unfinished)\b|\bnext steps?\b|\boffen|\bausstehend|\bin sospeso\b|\bpendent|\bpendient|\bfalta|待办|待解决|还没|未完成|下一步/,
  how: /\bhow (?:do|did|does|can|could|was|were|to)\b|\bfix(?:ed)?\b|\bworkaround\b|\bsolved?\b|\bwie\b|\bgelöst\b|\bbehoben\b|\bcome (?:si|ho|abbiamo)\b|\bcómo\b|\bcomo\b|\bresolv|怎么|如何|解决/,
  status: /\bstatus\b|\bstate of\b|\bhow far\b|\bprogress\b|\bstand\b|\bstato\b|\bestado\b|\bsituação\b|状态|进展|进度/,
  /** Several things, which a line may introduce. */
  list: /\b(?:what|who) (?:are|were) (?:all |the )*\w+|\bwhich (?:\w+s|of)\b|\blist\b|\bname (?:all|the)\b|\bwelche[rn]? \w+(?:en|er|e|s)\b|\bquali\b|\bcuáles\b|\bquais\b|\bquels\b|\bquelles\b|哪些|哪几|列出/,
  /** The asker speaks of themselves; people write a question in small letters, `what did i like`. */
  self: { test: (lower: string, written: string) => /\bi\b/.test(lower) || isFirstPerson(written) },
} as const satisfies Record<string, { test(lower: string, written: string): boolean }>

export type AskedKind = keyof typeof asks

export function askedIn(question: string): ReadonlySet<AskedKind> {
  const text = question.toLowerCase()
  return new Set((Object.keys(asks) as AskedKind[]).filter((name) => asks[name].test(text, question)))
}
