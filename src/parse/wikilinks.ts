import { writeMention } from '../model/entity.js'
import { stretches } from '../text/code-span.js'

/**
 * `[[Peter]]`, `[[people/Tom Okafor#Work|Tom]]`, as Obsidian links notes (https://help.obsidian.md/links). With a `!`
 * before it, it embeds the other note and names nobody.
 */
const link = /(!?)\[\[([^[\]|#^]{1,200})(?:[#^][^[\]|]{0,200})?(?:\|([^[\]]{0,200}))?\]\]/g

/** The name that a link's target stands for; undefined for a day's log, and for what can be no mention. */
function nameLinked(target: string): string | undefined {
  const name = target
    .slice(target.lastIndexOf('/') + 1)
    .trim()
    .replace(/\.md$/i, '')
    .replace(/\s+/g, '-')
  return /^\d{4}(?:-|$)/.test(name) || writeMention(name) !== `@${name}` ? undefined : name
}

const leadingLink = /^\s*@?\[\[([^[\]|#^]{1,200})(?:[#^][^[\]|]{0,200})?(?:\|[^[\]]{0,200})?\]\](?=[\s:：])/

/** The link behind a bullet's letter, ` [[Anna Lee]]`: a mention there, whatever the settings say of links in text. */
export function linkAtStart(text: string): { readonly name: string; readonly length: number } | undefined {
  const match = leadingLink.exec(text)
  const name = match ? nameLinked(match[1]!) : undefined
  return name === undefined ? undefined : { name, length: match![0].length }
}

/**
 * Inline Markdown with its wikilinks as mentions, outside code spans and comments. A link with words of its own keeps
 * them.
 *
 *     `[[Peter]] met [[people/Tom Okafor|Tom]]`  →  `@Peter met Tom (@Tom-Okafor)`
 */
export function withLinksAsMentions(markdown: string): string {
  if (!markdown.includes('[[')) return markdown
  return stretches(markdown, 'with comments')
    .map(({ kind, text }) => (kind === 'text' ? text.replace(link, mentionOfLink) : text))
    .join('')
}

function mentionOfLink(
  whole: string,
  shows: string,
  target: string,
  words: string | undefined,
  ...more: unknown[]
): string {
  const [at, text] = more as [number, string]
  const named = nameLinked(target)
  if (shows !== '' || named === undefined) return whole
  const said = words?.trim() ?? ''
  const mention = said === '' || said === named ? `@${named}` : `${said} (@${named})`
  // A letter that touches the mention would become part of the name: `[[Peter]]s`.
  const before = /[\p{L}\p{N}\p{M}_.\-/@]$/u.test(text.slice(0, at)) ? ' ' : ''
  const behind = !mention.endsWith(')') && /^[\p{L}\p{N}\p{M}_\-/@]/u.test(text.slice(at + whole.length)) ? ' ' : ''
  return before + mention + behind
}
