/** `Agent: claude-code`, of a client's own name for itself: the last paragraph of a message holds it. */
export function agentTrailer(agent: string): string {
  const name =
    agent
      .replace(/[^\p{L}\p{N} ._/@+-]/gu, '')
      .trim()
      .slice(0, 80) || 'unknown'
  return `Agent: ${name}`
}
