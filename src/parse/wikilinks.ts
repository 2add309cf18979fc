import { stretches } from '../text/code-span.js'

/**
 * `[[Peter]]`, `[[people/Tom Okafor#Work|Tom]]`, as Obsidian links notes (https://help.obsidian.md/links); with `!` before it the other
 * note is shown there, which names nobody.
 */
const link = /(!?)\[\[([^[\]|#^]{1,200})(?:[#^][^[\]|]{0,200})?(?:\|([^[\]]{0,200}))?\]\]/g

/** A name that a mention may have; one that begins as a date does is a day's log. */
const name = /^(?!\d{4}(?:-|$))[\p{L}\p{N}][\p{L}\p{N}\p{M}_\-./]*$/u

/**
 * Inline Markdown with its wikilinks as mentions, outside code spans and comments. A name in words of its own keeps them.
 *
 *     `[[Peter]] met [[people/Tom Okafor|Tom]]`  →  `@Peter met Tom (@Tom-Okafor)`
 */
export function withLinksAsMentions(markdown: string): string {
  if (!markdown.includes('[[')) return markdown
  return stretches(markdown, 'with comments')
    .map(({ kind, text }) => (kind === 'text' ? text.replace(link, asMention) : text))
    .join('')
}

function asMention(
  whole: string,
  shows: string,
  target: string,
  words: string | undefined,
  ...more: unknown[]
): string {
  const [at, text] = more as [number, string]
  const named = target
    .slice(target.lastIndexOf('/') + 1)
    .trim()
    .replace(/\.md$/i, '')
    .replace(/\s+/g, '-')
  if (shows !== '' || !name.test(named)) return whole
  const said = words?.trim() ?? ''
  const mention = said === '' || said === named ? `@${named}` : `${said} (@${named})`
  // What a name touches would be part of it: `[[Peter]]s`.
  const before = /[\p{L}\p{N}\p{M}_.\-/@]$/u.test(text.slice(0, at)) ? ' ' : ''
  const behind = !mention.endsWith(')') && /^[\p{L}\p{N}\p{M}_\-/@]/u.test(text.slice(at + whole.length)) ? ' ' : ''
  return before + mention + behind
}
