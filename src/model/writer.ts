/**
 * Who committed a line. It is told and never weighed: a name that a writer gives itself proves nothing.
 */
export interface Writer {
  readonly commit: string
  /** The author's day, where the author was. */
  readonly day: string
  /** Git's author: a person, or the account that a program commits with. */
  readonly author: string
  /** The program that wrote it, by the commit's trailer: `Agent: claude-code`. */
  readonly agent?: string
  /** Who wrote it together with them, by its trailers: `Co-authored-by: Ada <ada@example.org>`. */
  readonly with?: readonly string[]
}

/** `Ada`, `claude-code for Ada`, `Ada with Boris` */
export function writtenBy({ author, agent, with: others = [] }: Writer): string {
  return [agent ? `${agent} for ${author}` : author, ...(others.length > 0 ? [others.join(', ')] : [])].join(' with ')
}
