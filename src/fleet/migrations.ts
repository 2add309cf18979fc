import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export interface Migration {
  readonly name: string
  readonly sql: string
}

const folder = join(import.meta.dirname, 'sql')

/** The migrations in the order of their names. The build puts their texts in place of this. */
export const migrations: readonly Migration[] = readdirSync(folder)
  .toSorted()
  .map((file) => ({ name: file.replace(/\.sql$/, ''), sql: readFileSync(join(folder, file), 'utf8') }))
