import { Liquid } from 'liquidjs'
import type { Layout } from './layout.js'

/**
 * Text with placeholders and loops; no code, no files, no network. A variable
 * that does not exist is an error, so a typo in a workspace's own template shows.
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
})
/** @throws an error of the template engine, naming line and column */
export function liquidLayout(template: string): Layout {
  const parsed = engine.parse(template)
  return (model) => engine.renderSync(parsed, { ...model }) as string
}
