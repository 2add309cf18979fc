import { withoutCredentials } from '../credentials/without.js'
import { sentencesOf } from '../language/unanchored.js'
import { labelCutOff } from '../language/labels.js'
import type { LabelKind } from '../model/label.js'
import { isNamed, writtenForms } from '../narrative/named.js'
import { mentionsOf, type Mention } from '../narrative/mentions.js'
import { topicAbove } from '../narrative/topic.js'
import { nothingMentioned, type PageModel } from '../render/layout.js'
import { renderMention, renderMonths } from '../render/render-mention.js'
import type { ShownFact } from '../render/render-line.js'
import type { Store } from '../store/store.js'

/** As a page calls them. */
const labels: Readonly<Record<LabelKind, string>> = {
  decision: 'Decision',
  lesson: 'Lesson',
  cause: 'Cause',
  problem: 'Problem',
  fix: 'Fix',
  how: 'How',
  status: 'Status',
  open: 'Open',
  done: 'Done',
  goal: 'Goal',
  wish: 'Wish',
}

/** A line of more characters is cut behind a sentence or a word. */
const longest = 280
const longestHeading = 60

/** The lines of a page that tell what narrative says of its entity; none where it says nothing. */
export function mentionedOn(
  store: Store,
  names: readonly string[],
  facts: readonly ShownFact[],
  page: string,
): PageModel['mentioned'] {
  const forms = writtenForms(names)
  const said = facts.map(({ fact }) => fact.text)
  const { shown, months } = mentionsOf(store, forms, said)
  if (shown.length === 0) return nothingMentioned
  const lines = shown.map((mention) =>
    renderMention(
      {
        passage: mention.passage,
        text: shortened(masked(labelCutOff(mention.passage.text))),
        label: mention.tells === 'what' || mention.tells === 'lately' ? '' : labels[mention.tells],
        under: headingOf(mention, forms),
      },
      page,
    ),
  )
  return { lines, more: months.length > 0 ? renderMonths(months, page) : '' }
}

/** What the headings above are about, but for the name itself: of what does not say the name, or is short. */
function headingOf({ passage, tells }: Mention, forms: readonly string[]): string {
  const topic = masked(topicAbove(passage.trail) ?? '')
  const isSelf = forms.some((form) => form.toLowerCase() === topic.toLowerCase())
  const isNeeded = tells !== 'what' && (passage.text.length < 2 * longestHeading || !isNamed(passage.text, forms))
  return isNeeded && !isSelf && topic.length <= longestHeading ? topic : ''
}

/** As written and as told: what only looks like emphasis may keep one from being seen. */
const masked = (text: string): string => withoutCredentials(plain(withoutCredentials(text)))

/** Words without what only looks: emphasis, and links that lead elsewhere from a page. */
function plain(text: string): string {
  return text
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
    .replaceAll(/\[\[(?:[^\]|]*\|)?([^\]|]*)\]\]/g, '$1')
    .replaceAll(/\*\*|(?<!\w)__(?=\S)|(?<=\S)__(?!\w)|(?<=[\p{L}\p{P}])\*(?!\S)/gu, '')
    .replace(/^[\s>*•–—:：-]+/u, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** As many sentences as there is room for, else cut behind a word and never within code. */
function shortened(text: string): string {
  if (text.length <= longest) return text
  let end = 0
  for (const sentence of sentencesOf(text)) {
    const next = text.indexOf(sentence, end) + sentence.length
    if (next > longest) break
    end = next
  }
  return `${outsideCode(end > 0 ? text.slice(0, end) : text.slice(0, longest).replace(/\s\S*$/u, ''))} …`
}

function outsideCode(text: string): string {
  const isOpen = (text.match(/`/g)?.length ?? 0) % 2 === 1
  return isOpen ? text.slice(0, text.lastIndexOf('`')).trimEnd() : text
}
