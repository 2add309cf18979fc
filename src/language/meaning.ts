import { root } from './en/stem.js'
import { axesOf } from './wordnet/lookup.js'

export interface Meaning {
  /** Signed: words that share an axis with one sign mean the same, with two signs the opposite. */
  readonly axes: readonly string[]
  /** Axes of what this is a kind of. */
  readonly kinds: readonly string[]
}

/** @param told what the language's own lists say of it, which comes first and wins; WordNet and families of words are asked for English */
export function meaningOf(lemma: string, told: readonly string[], isEnglish = false): Meaning {
  if (!isEnglish) return { axes: [...new Set(told)], kinds: [] }
  const axes = new Set(told)
  const kinds: string[] = []
  const family = root(lemma)
  axes.add(family.startsWith('-') ? `-r${family.slice(1)}` : `r${family}`)
  for (const axis of axesOf(lemma)) {
    if (axis.startsWith('>')) kinds.push(`w${axis.slice(1)}`)
    else axes.add(axis.startsWith('-') ? `-w${axis.slice(1)}` : `w${axis}`)
  }
  return { axes: [...axes], kinds }
}
