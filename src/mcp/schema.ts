import { MemoryError } from '../model/error.js'

/** As much of JSON Schema as the tools use. */
export interface Schema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  readonly description?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
}

const isOf: Readonly<Record<Schema['type'], (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/**
 * Hold arguments against what a tool takes.
 *
 * @throws MemoryError bad-argument that names the argument, what was found and what would be right
 */
export function check(schema: Schema, value: unknown, name = 'the arguments'): void {
  if (!isOf[schema.type](value))
    throw wrong(`${name} must be ${article(schema.type)}, got ${JSON.stringify(value)?.slice(0, 60)}`)
  if (schema.enum && !schema.enum.includes(value as string))
    throw wrong(`${name} must be one of ${schema.enum.join(', ')}, got ${JSON.stringify(value).slice(0, 60)}`)
  if (schema.items) (value as unknown[]).forEach((each, at) => check(schema.items!, each, `${name}[${at}]`))
  const { properties } = schema
  if (!properties) return
  const given = value as Readonly<Record<string, unknown>>
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(properties, key))
  if (unknown !== undefined)
    throw wrong(
      `${name}: there is no ${JSON.stringify(unknown).slice(0, 60)}; ${Object.keys(properties).length === 0 ? 'there are none' : `there are ${Object.keys(properties).join(', ')}`}`,
    )
  const missing = schema.required?.find((key) => given[key] === undefined)
  if (missing !== undefined) throw wrong(`${name}: ${missing} is missing: ${properties[missing]!.description ?? ''}`)
  for (const [key, each] of Object.entries(given)) if (each !== undefined) check(properties[key]!, each, key)
}

const wrong = (message: string): MemoryError => new MemoryError('bad-argument', message)
const article = (type: string): string => (/^[aio]/.test(type) ? `an ${type}` : `a ${type}`)
