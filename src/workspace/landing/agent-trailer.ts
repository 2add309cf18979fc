import type { Session } from '../session/session.js'

/** `Agent: claude-code`, of a client's own name for itself: the last paragraph of a message holds it. */
export const agentTrailer = (agent: string): string => `Agent: ${named(agent)}`

/** Who did it, and in which session, by which it can be taken back: `Session: 3f9a2c1b7d40`. */
export const trailersOf = ({ agentSession }: Session, agent: string | undefined): string[] => [
  ...(agent === undefined ? [] : [agentTrailer(agent)]),
  ...(agentSession === undefined ? [] : [`Session: ${named(agentSession)}`]),
]

const named = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N} ._/@:+-]/gu, '')
    .trim()
    .slice(0, 80) || 'unknown'
