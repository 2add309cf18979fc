import { MemoryError } from '../model/error.js'
import { withArticle } from '../text/article.js'

/** As much of JSON Schema as the tools use. */
export interface Schema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  readonly description?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

type JsonFields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOf: Readonly<Record<Schema['type'], (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
}

/**
 * Turns arguments as models send them into arguments as a tool takes them. Values of a wrong type are converted where
 * they can mean only one thing: null is left out, a text becomes the number, boolean, list or object that it spells,
 * and a single value becomes a list of one.
 *
 *     {"k": "3", "entities": "Peter", "since": null}  →  {"k": 3, "entities": ["Peter"]}
 *
 * @throws MemoryError bad-argument that names the argument, what was found and what would be right
 */
export function argumentsAsMeant(schema: Schema, value: unknown, name = 'the arguments'): unknown {
  const meant = isOf[schema.type](value) ? value : otherwiseGiven(schema, value)
  if (!isOf[schema.type](meant)) throw wrong(`${name} must be ${withArticle(schema.type)}, got ${briefly(value)}`)
  if (schema.enum && !schema.enum.includes(meant as string))
    throw wrong(`${name} must be one of ${schema.enum.join(', ')}, got ${briefly(meant)}`)
  if (schema.items)
    return (meant as unknown[]).map((each, at) => argumentsAsMeant(schema.items!, each, `${name}[${at}]`))
  return schema.properties ? fieldsAsMeant(schema, schema.properties, meant as JsonFields, name) : meant
}

function fieldsAsMeant(
  { required = [] }: Schema,
  properties: Readonly<Record<string, Schema>>,
  given: JsonFields,
  name: string,
): JsonFields {
  const known = Object.keys(properties)
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(properties, key))
  if (unknown !== undefined)
    throw wrong(
      `${name}: there is no ${briefly(unknown)}; ${known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`}`,
    )
  const missing = required.find((key) => given[key] === undefined || given[key] === null)
  if (missing !== undefined) throw wrong(`${name}: ${missing} is missing: ${properties[missing]!.description ?? ''}`)
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, each]) => each !== undefined && each !== null)
      .map(([key, each]) => [key, argumentsAsMeant(properties[key]!, each, key)]),
  )
}

const truths = new Map([
  ['true', true],
  ['false', false],
])

/** A value of another type converted to the schema's; unchanged where its meaning is not plain. */
function otherwiseGiven({ type, items }: Schema, value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : ''
  if (type === 'number' || type === 'integer') return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : value
  if (type === 'boolean') return truths.get(text.toLowerCase()) ?? value
  if (type === 'object') return asJson(text, isObject) ?? value
  if (type !== 'array' || !items) return value
  const list = asJson(text, Array.isArray)
  if (list !== undefined) return list
  if (items.type === 'object') {
    const one = isObject(value) ? value : asJson(text, isObject)
    return one === undefined ? value : [one]
  }
  // `[[Anna Lee]]` is a name; any other text that begins with `[` is a broken list.
  return text === '' || (text.startsWith('[') && !text.startsWith('[[')) ? value : [value]
}

function asJson<T>(text: string, isMeant: (value: unknown) => value is T): T | undefined {
  if (!/^[[{]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isMeant(value) ? value : undefined
  } catch {
    return undefined
  }
}

const briefly = (value: unknown): string => String(JSON.stringify(value)).slice(0, 60)
const wrong = (message: string): MemoryError => new MemoryError('bad-argument', message)
