import { MemoryError } from '../model/error.js'
import { briefOf, checkBudget, type Brief, type BriefGiven } from '../recall/brief/brief.js'
import type { Calls } from '../recall/brief/sections.js'
import type { AskContext } from '../recall/question/as-of.js'
import type { Store } from '../store/store.js'
import { printable } from '../text/safe-text.js'
import { tokenCost } from '../text/tokens.js'
import { nameOf, type Member } from './members.js'

export interface FleetBriefOptions {
  /** The principal who asks. A workspace that they may not read does not exist for them. */
  readonly as: string
  /** Only workspaces whose name holds one of these, among those that the principal may read. */
  readonly in?: readonly string[]
  /** The most tokens of the whole text, estimated: 100 or more (300 for several workspaces); 1500 where left out. */
  readonly budget?: number | undefined
  /** As in a clone's brief, but `tools` leaves out how to write and judge: a fleet can only be asked. */
  readonly calls?: Calls | undefined
}

export interface WorkspaceBrief extends Brief {
  readonly workspace: string
  readonly commit: string
}

export interface FleetBrief {
  readonly budget: number
  readonly tokens: number
  /** Those with the newest note first. */
  readonly briefs: readonly WorkspaceBrief[]
  /** How many workspaces the principal may read. */
  readonly readable: number
  readonly notices: readonly string[]
  /** The whole text. For one workspace it is to the byte what `memory brief` prints in its clone. */
  readonly text: string
}

/** Opens a workspace for its brief. The one opened before can then no longer be read. */
export type OpenForBrief = (member: Member) => {
  readonly store: Store
  readonly given: BriefGiven
  readonly context: AskContext
}

/** The least tokens for a workspace: fewer say too little of it. */
const leastShare = 300
const letters = 'W is so, B was done, S was noticed, O is believed (0 to 1), P is from the narrative.'

/**
 * @param members in the order of their briefs
 * @throws MemoryError bad-argument
 */
export function briefOfMembers(
  members: readonly Member[],
  open: OpenForBrief,
  { budget: asked, calls = 'commands' }: Pick<FleetBriefOptions, 'budget' | 'calls'>,
): FleetBrief {
  const budget = checkBudget(asked)
  const told = (member: Member, tokens: number, how: boolean): WorkspaceBrief => {
    const { store, given, context } = open(member)
    const brief = briefOf(store, { ...given, budget: tokens, calls, how }, context)
    return { workspace: nameOf(member), commit: member.head, ...brief }
  }
  const readable = members.length
  const [only] = members
  if (readable === 1) {
    const brief = told(only!, budget, calls === 'commands')
    return { budget, tokens: brief.tokens, briefs: [brief], readable, notices: [], text: brief.text }
  }
  if (readable > 0 && budget < leastShare)
    throw new MemoryError(
      'bad-argument',
      `--budget leaves ${budget} tokens for ${readable} workspaces, which take ${leastShare} or more`,
    )
  const briefs: WorkspaceBrief[] = []
  const count = Math.min(readable, Math.max(1, Math.floor(budget / leastShare)))
  const head = `# ${count} of ${readable} workspaces\n\n${letters}\n`
  const tail = count < readable ? `\nLeft out: ${readable - count} of them: ${narrowed[calls]}.\n` : ''
  let left = budget - Math.ceil(tokenCost(head) + tokenCost(tail))
  const parts: string[] = []
  for (const member of members.slice(0, count)) {
    const place = `\n<!-- ${printable(nameOf(member))}@${member.head.slice(0, 12)} -->\n`
    left -= Math.ceil(tokenCost(place))
    const brief = told(member, Math.floor(left / (count - briefs.length)), false)
    left -= brief.tokens
    briefs.push(brief)
    parts.push(`${place}${brief.text}\n`)
  }
  const text = `${head}${parts.join('')}${tail}`.trimEnd()
  return { budget, tokens: Math.ceil(tokenCost(`${text}\n`)), briefs, readable, notices: [], text }
}

const narrowed: Readonly<Record<Calls, string>> = {
  commands: '`memory fleet brief --in NAME`',
  tools: 'brief with workspaces',
}
