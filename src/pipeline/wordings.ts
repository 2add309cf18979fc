import type { Said } from '../store/judgements.js'

/** Wordings of opinions about one entity by what they can be met in, each list in order. */
export type Wordings<S extends Said = Said> = ReadonlyMap<string, readonly S[]>

/** @param said in order, each with its keys */
export function wordingsOf<S extends Said>(said: Iterable<readonly [S, readonly string[]]>): Wordings<S> {
  const lists = new Map<string, S[]>()
  for (const [each, keys] of said) {
    for (const key of keys) {
      const list = lists.get(key)
      if (list) list.push(each)
      else lists.set(key, [each])
    }
  }
  return lists
}

/** Those among wordings that stand at any of these keys. */
export const standingAt = <S extends Said>(wordings: Wordings<S>, keys: readonly string[]): (readonly S[])[] =>
  keys.flatMap((key) => {
    const list = wordings.get(key)
    return list ? [list] : []
  })
