import type { Session } from '../session/session.js'

/** The trailer `Agent: claude-code`, the name that a client gives itself, for the last paragraph of a message. */
export const agentTrailer = (agent: string): string => `Agent: ${named(agent)}`

/** The trailers of a program and its session, `Session: 3f9a2c1b7d40`, by which `memory undo --session` finds it. */
export const trailersOf = ({ agentSession }: Session, agent: string | undefined): string[] => [
  ...(agent === undefined ? [] : [agentTrailer(agent)]),
  ...(agentSession === undefined ? [] : [`Session: ${named(agentSession)}`]),
]

const named = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N} ._/@:+-]/gu, '')
    .trim()
    .slice(0, 80) || 'unknown'
