import type { OriginClass } from './origin-class.js'

/** Who committed a line. It is told and never weighed: a name that a writer gives itself proves nothing. */
export interface Writer {
  readonly commit: string
  /** The day of the commit in its author's time zone. */
  readonly day: string
  /** Git's author: a person, or the account that a program commits with. */
  readonly author: string
  /** The program that wrote it, by the commit's trailer: `Agent: claude-code`. */
  readonly agent?: string
  /** Who wrote it together with them, by its trailers: `Co-authored-by: Ada <ada@example.org>`. */
  readonly with?: readonly string[]
  /** Their class: by the commit's trailer `Origin: tool`, or by the settings. */
  readonly originClass?: OriginClass
}

/** `Ada`, `claude-code for Ada`, `Ada with Boris`, `nightly (tool)` */
export function writtenBy({ author, agent, with: others = [], originClass }: Writer): string {
  const names = [agent ? `${agent} for ${author}` : author, ...(others.length > 0 ? [others.join(', ')] : [])]
  return `${names.join(' with ')}${originClass === undefined ? '' : ` (${originClass})`}`
}
