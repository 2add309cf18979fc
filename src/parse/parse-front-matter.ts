import matter from 'gray-matter'
import { parse as parseYaml } from 'yaml'
import type { FrontMatter } from './plain-front-matter.js'

const none: FrontMatter = { values: {}, lines: 0, error: '' }
const largest = 16_384
/** How deep lists and maps may nest. What is deeper overflows a full stack, and one text must always read alike. */
const deepest = 100
const isDeep = (block: readonly string[]): boolean =>
  block.join('').split(/[[{]/).length > deepest || block.some((line) => line.split(/[-?:]\s/).length > deepest)

/** gray-matter would run `---js`: only YAML gets an engine that reads it. */
const refuse = (): never => {
  throw new Error('only YAML is read')
}
const engines = {
  yaml: (text: string): object =>
    parseYaml(text, { schema: 'failsafe', maxAliasCount: 0, logLevel: 'error' }) as object,
  json: refuse,
  js: refuse,
  javascript: refuse,
}

/**
 * Read the front matter of a note: a first line `---`, names and values in YAML, a line `---`. A list or a sentence
 * between these lines is no front matter. Where it is no YAML the error says so, and the block stays in the note's
 * text. Never throws and never executes. Every scalar stays the string it was written as (YAML's failsafe schema): an
 * entity called 007 or 1.10 keeps its name.
 */
export function parseFrontMatter(lines: readonly string[], most = largest): FrontMatter {
  if (!lines[0]?.startsWith('---')) return none
  const close = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---')
  const language = lines[0].slice(3).trim()
  // `--- Thursday ---` is a line of text.
  if (close < 0 || language.startsWith('-') || /\s/.test(language)) return none
  const block = lines.slice(0, close + 1)
  const failed = (error: string): FrontMatter => ({ values: {}, lines: block.length, error })
  if (language !== '' && !/^ya?ml$/i.test(language))
    return failed(`front matter must be YAML, got ${language.slice(0, 40)}`)
  const text = ['---', ...block.slice(1)].join('\n')
  if (text.length > most) return failed(`front matter is longer than ${most} characters`)
  if (isDeep(block)) return failed('front matter holds lists within lists, or too many of them')
  try {
    const data: unknown = matter(text, { language: 'yaml', engines }).data
    // No names and values: the note opens with a rule, and what stands up to the next one is its text.
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return none
    if (Object.keys(data).length === 0 && block.slice(1, -1).some((line) => line.trim() !== '')) return none
    return { values: data as Record<string, unknown>, lines: block.length, error: '' }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0]! : String(cause)
    return failed(`front matter is not valid YAML: ${reason}`)
  }
}
