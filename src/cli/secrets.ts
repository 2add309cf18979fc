import type { Secret, SecretSearch } from '../index.js'
import { count } from './text.js'

/** The findings of a search for credentials, one line each with what to do about it; undefined where there are none. */
export function foundIn({ found, files, unread }: SecretSearch) {
  if (found.length === 0 && unread.length === 0) return undefined
  const many = found.length === 0 ? 'none' : count(found.length, 'likely credential')
  const more = unread.length === 0 ? '' : `, ${unread.length} not read`
  return {
    what: `${many} in ${count(files, 'file')}${more}`,
    details: [...found.map(told), ...unread.map(({ path, why }) => `${path}  not read: ${why}`)],
    ...(found.length > 0 && { advice }),
  }
}

const advice = 'revoke each where it was issued first: what was ever committed stays in the history of Git'

export const searchedBy = ({ files, rules, ruleSet }: SecretSearch): string =>
  `none in ${count(files, 'file')}, by ${rules.length} rules of ${ruleSet} (${rules.join(', ')}), and by forms and words of our own`

/** `memory/2025-11-27.md#L4  AWS Access Key ID (aws)  AKIA…, 20 characters  memory forget ^osynd3u4p0` */
const told = (secret: Secret): string => {
  const { path, line, kind, rule, starts, length } = secret
  return `${path}#L${line}  ${kind} (${rule})  ${starts}…, ${length} characters  ${nextStep(secret)}`
}

function nextStep({ stands, id }: Secret): string {
  const forget = `memory forget ^${id}`
  switch (stands) {
    case 'both':
      return id === null ? 'in no fact: delete it and commit' : forget
    case 'working-tree':
      return id === null ? 'not committed: delete it' : forget
    case 'head':
      return `in HEAD only: ${id === null ? 'commit its deletion' : `put it back, then ${forget}`}`
  }
}
