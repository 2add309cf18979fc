import { Liquid } from 'liquidjs'
import type { Layout } from './layout.js'

/** Characters of a page, and of its template: a page has 200 lines. */
const mostCharacters = 1_000_000

/**
 * Text with placeholders and loops; no code, no files, no network. A variable
 * that does not exist is an error, so a typo in a workspace's own template
 * shows. A template may have come with a clone: one that would not end, or fill
 * the memory, is an error too.
 */
const engine = new Liquid({
  // Given, because asking the system for them costs more than filling all templates.
  locale: 'en',
  timezoneOffset: 0,
  strictVariables: true,
  strictFilters: true,
  ownPropertyOnly: true,
  cache: false,
  relativeReference: false,
  templates: {},
  parseLimit: mostCharacters,
  memoryLimit: mostCharacters,
  renderLimit: 1000, // milliseconds; a page takes one
})

/** @throws an error of the template engine, naming line and column */
export function liquidLayout(template: string): Layout {
  const parsed = engine.parse(template)
  return (model) => {
    const page = engine.renderSync(parsed, { ...model }) as string
    if (page.length > mostCharacters) throw new Error(`fills more than ${mostCharacters} characters`)
    return page
  }
}
