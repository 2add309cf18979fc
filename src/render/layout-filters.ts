/** The longest text that a filter reads or makes, in characters; a page has 200 lines. */
const longest = 100_000

/** A value as text in a page; empty for a value that has no text. */
export const filterText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(filterText).join('')
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const toNumber = (value: unknown): number => (typeof value === 'number' ? value : Number(filterText(value)))

const bounded = (length: number): void => {
  if (length > longest) throw new Error(`a filter would make a text of more than ${longest} characters`)
}

/** Replaces plain text, not a pattern: a pattern may run without end. */
function replaced(text: string, old: string, by: string): string {
  const parts = text.split(old)
  bounded(text.length + (parts.length - 1) * (by.length - old.length))
  return parts.join(by)
}

function replacedOnce(text: string, old: string, by: string): string {
  const at = text.indexOf(old)
  return at < 0 ? text : text.slice(0, at) + by + text.slice(at + old.length)
}

function joined(list: readonly unknown[], between: string): string {
  const texts = list.map(filterText)
  bounded(texts.reduce((sum, text) => sum + text.length + between.length, 0))
  return texts.join(between)
}

/** A part of a text without the half of an emoji that a cut may leave at either end. */
const withoutHalves = (part: string): string => part.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')

function truncated(text: string, most: number, end: string): string {
  return text.length <= most ? text : withoutHalves(text.slice(0, Math.max(0, most - end.length))) + end
}

function property(of: unknown, name: string): unknown {
  if (typeof of === 'object' && of !== null && Object.hasOwn(of, name)) return (of as Record<string, unknown>)[name]
  throw new Error(`map: nothing here has ${name}`)
}

function sliced(of: string | readonly unknown[], from: number, count: number): string | readonly unknown[] {
  const start = from < 0 ? Math.max(0, of.length + from) : from
  const part = of.slice(start, start + count)
  return typeof part === 'string' ? withoutHalves(part) : part
}

const forHtml: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/**
 * All filters that a layout may use. Their results depend on their arguments alone: no clock, locale, time zone, random
 * number, file or environment variable. None evaluates an expression or a pattern of a template.
 */
export const layoutFilters = {
  append: (value: unknown, more: unknown) => filterText(value) + filterText(more),
  capitalize: (value: unknown) =>
    filterText(value).slice(0, 1).toUpperCase() + filterText(value).slice(1).toLowerCase(),
  default: (value: unknown, otherwise: unknown) => (isEmpty(value) ? otherwise : value),
  downcase: (value: unknown) => filterText(value).toLowerCase(),
  escape: (value: unknown) => filterText(value).replace(/[&<>"']/g, (character) => forHtml[character]!),
  first: (value: unknown) => listOf(value)[0],
  join: (value: unknown, between: unknown = ' ') => joined(listOf(value), filterText(between)),
  json: (value: unknown) => JSON.stringify(value),
  last: (value: unknown) => listOf(value).at(-1),
  lstrip: (value: unknown) => filterText(value).trimStart(),
  map: (value: unknown, name: unknown) => listOf(value).map((each) => property(each, filterText(name))),
  minus: (value: unknown, other: unknown) => toNumber(value) - toNumber(other),
  plus: (value: unknown, other: unknown) => toNumber(value) + toNumber(other),
  prepend: (value: unknown, more: unknown) => filterText(more) + filterText(value),
  remove: (value: unknown, old: unknown) => replaced(filterText(value), filterText(old), ''),
  remove_first: (value: unknown, old: unknown) => replacedOnce(filterText(value), filterText(old), ''),
  replace: (value: unknown, old: unknown, by: unknown) => replaced(filterText(value), filterText(old), filterText(by)),
  replace_first: (value: unknown, old: unknown, by: unknown) =>
    replacedOnce(filterText(value), filterText(old), filterText(by)),
  reverse: (value: unknown) => listOf(value).toReversed(),
  rstrip: (value: unknown) => filterText(value).trimEnd(),
  size: (value: unknown) => (Array.isArray(value) ? value.length : filterText(value).length),
  slice: (value: unknown, from: unknown, count: unknown = 1) =>
    sliced(Array.isArray(value) ? (value as unknown[]) : filterText(value), toNumber(from), toNumber(count)),
  strip: (value: unknown) => filterText(value).trim(),
  strip_newlines: (value: unknown) => filterText(value).replace(/\r?\n/g, ''),
  times: (value: unknown, other: unknown) => toNumber(value) * toNumber(other),
  truncate: (value: unknown, most: unknown = 50, end: unknown = '...') =>
    truncated(filterText(value), toNumber(most), filterText(end)),
  upcase: (value: unknown) => filterText(value).toUpperCase(),
} as const satisfies Record<string, (value: unknown, ...options: unknown[]) => unknown>

/** All tags that a layout may use. None of them reads another file, captures text, or counts across pages. */
export const layoutTags = ['#', 'assign', 'break', 'case', 'comment', 'continue', 'for', 'if', 'raw', 'unless'] as const

/**
 * The size of values: characters of texts, members of lists.
 *
 * @throws where one of the texts is longer than a filter reads
 */
export function filterSize(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => {
    if (Array.isArray(value)) return sum + 1 + filterSize(value)
    if (typeof value !== 'string') return sum + 1
    bounded(value.length)
    return sum + 1 + value.length
  }, 0)
}
