import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from '../memory/error.js'
import { splitPage } from '../memory/page.js'
import type { Layout } from '../render/layout.js'
import { readyLayouts } from '../render/ready-layouts.js'

/** The workspace's own layouts, otherwise the package's; the template engine is loaded only where needed. */
export async function layoutsOf(own: ReadonlyMap<string, string>, folder: string): Promise<(name: string) => Layout> {
  const layouts = new Map(Object.entries(readyLayouts))
  if (own.size === 0 && layouts.size > 0) return (name) => layouts.get(name)!
  const { liquidLayout } = await import('../render/liquid.js')
  for (const [name, template] of own) {
    const layout = explained(name, () => liquidLayout(template))
    layouts.set(name, (model) => explained(name, () => withBlock(layout(model))))
  }
  return (name) => {
    const layout = layouts.get(name) ?? liquidLayout(readFileSync(join(folder, name), 'utf8'))
    layouts.set(name, layout)
    return layout
  }
}

function withBlock(page: string): string {
  if (splitPage(page).block !== null) return page
  throw new Error('holds not just one line <!-- memory:begin --> and below it one <!-- memory:end -->')
}

/** What is wrong with a workspace's own layout is a person's to mend: the file, the line, what was found. */
function explained<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    throw new MemoryError('bad-config', `.memory/templates/${name}: ${reason} — correct it and commit it`, { cause })
  }
}
