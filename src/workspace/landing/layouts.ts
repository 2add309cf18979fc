import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryError } from '../../model/error.js'
import { splitPage } from '../../model/page.js'
import type { Layout } from '../../render/layout.js'
import { readyLayouts } from '../../render/ready-layouts.js'

/**
 * The workspace's own layouts, otherwise the package's; the template engine is loaded only where needed.
 *
 * @param otherwise what a layout that cannot be used leads to; `the package’s` where pages must be written all the same
 */
export async function layoutsOf(
  own: ReadonlyMap<string, string>,
  folder: string,
  otherwise: 'an error' | 'the package’s' = 'an error',
): Promise<(name: string) => Layout> {
  const packaged = new Map(Object.entries(readyLayouts))
  if (own.size === 0 && packaged.size > 0) return (name) => packaged.get(name)!
  const { liquidLayout } = await import('../../render/liquid.js')
  const packagedAs = (name: string): Layout => {
    const layout = packaged.get(name) ?? liquidLayout(readFileSync(join(folder, name), 'utf8'))
    packaged.set(name, layout)
    return layout
  }
  const layouts = new Map<string, Layout>()
  for (const [name, template] of own) {
    const made = attempt(() => explained(name, () => liquidLayout(template)))
    if ('cause' in made && otherwise === 'an error') throw made.cause
    layouts.set(name, (model) => {
      if ('cause' in made) return packagedAs(name)(model)
      const page = attempt(() => explained(name, () => withBlock(made.done(model))))
      if (!('cause' in page)) return page.done
      if (otherwise === 'an error') throw page.cause
      return packagedAs(name)(model)
    })
  }
  return (name) => layouts.get(name) ?? packagedAs(name)
}

function attempt<T>(work: () => T): { readonly done: T } | { readonly cause: unknown } {
  try {
    return { done: work() }
  } catch (cause) {
    return { cause }
  }
}

function withBlock(page: string): string {
  if (splitPage(page).block !== null) return page
  throw new Error('holds not just one line <!-- memory:begin --> and below it one <!-- memory:end -->')
}

/** Runs work on a workspace's own layout; an error names the file, the line and the fault. */
function explained<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const [reason] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    throw new MemoryError('bad-config', `.memory/templates/${name}: ${reason} — correct it and commit it`, { cause })
  }
}
