import type { Schema } from './schema.js'

/** What a client is told of a tool. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly takes: Schema
  /** Whether it changes nothing. */
  readonly reads: boolean
  /** Whether calling it again changes nothing more. */
  readonly again?: boolean
  /** Whether a call may remove words that stood there. */
  readonly replaces?: boolean
}

/** @param outputSchema the schema of the tool's answer as JSON; undefined where a client is given none */
export const toolListing = (
  { name, title, description, takes, reads, again = reads, replaces = false }: ListedTool,
  outputSchema: object | undefined,
): object => ({
  name,
  title,
  description,
  inputSchema: takes,
  ...(outputSchema === undefined ? {} : { outputSchema }),
  // For a tool that only reads, the other hints mean nothing.
  annotations: reads
    ? { readOnlyHint: true, openWorldHint: false }
    : { readOnlyHint: false, destructiveHint: replaces, idempotentHint: again, openWorldHint: false },
})
