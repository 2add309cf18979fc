import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Layout } from '../render/layout.js'
import { readyLayouts } from '../render/ready-layouts.js'

/** The workspace's own layouts, otherwise the package's; the template engine is loaded only where needed. */
export async function layoutsOf(own: ReadonlyMap<string, string>, folder: string): Promise<(name: string) => Layout> {
  const layouts = new Map(Object.entries(readyLayouts))
  if (own.size === 0 && layouts.size > 0) return (name) => layouts.get(name)!
  const { liquidLayout } = await import('../render/liquid.js')
  for (const [name, template] of own) layouts.set(name, liquidLayout(template))
  return (name) => {
    const layout = layouts.get(name) ?? liquidLayout(readFileSync(join(folder, name), 'utf8'))
    layouts.set(name, layout)
    return layout
  }
}
