import type { Workspace } from '../index.js'
import { count, shown } from './text.js'

/** Names that are told, of those that could have a page. */
const named = 5
const mostLooked = 1000

/** What the first pages of a workspace without bullets would be of; empty where it has pages, or the logs tell of no name enough. */
export async function namesOffered(
  workspace: Workspace,
  { untagged, pages }: { untagged: boolean; pages: number },
): Promise<string> {
  if (!untagged || pages > 0) return ''
  const { entities } = await workspace.suggestEntities({ next: mostLooked })
  const names = entities.filter(({ deservesPage }) => deservesPage).map(({ name }) => name)
  if (names.length === 0) return ''
  const told = `${names.slice(0, named).join(', ')}${names.length > named ? ' …' : ''}`
  return `${count(names.length, 'name')} could have a page of what the logs say: ${shown(told)}. memory suggest --entities --write --branch makes them, for review.`
}
