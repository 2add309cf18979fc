import type { SuggestedEntity, SuggestOptions, Workspace } from '../index.js'
import { count, shown } from './text.js'

const mostLooked = 1000
const mostTold = 5

/** Names without a page about which the logs say enough for one, the most frequent first. */
export async function namesForPages(
  workspace: Workspace,
  time: Omit<SuggestOptions, 'next'> = {},
): Promise<readonly SuggestedEntity[]> {
  const { entities } = await workspace.suggestEntities({ ...time, next: mostLooked })
  return entities.filter(({ deservesPage }) => deservesPage)
}

/** A line that offers names for first pages; empty where there are bullets or pages, or too few lines on any name. */
export async function namesOffered(
  workspace: Workspace,
  { untagged, pages }: { untagged: boolean; pages: number },
): Promise<string> {
  const names = untagged && pages === 0 ? (await namesForPages(workspace)).map(({ name }) => name) : []
  if (names.length === 0) return ''
  const told = `${names.slice(0, mostTold).join(', ')}${names.length > mostTold ? ' …' : ''}`
  return `${count(names.length, 'name')} could have a page of what the logs say: ${shown(told)}. memory suggest --entities --write --branch makes them, for review.`
}
