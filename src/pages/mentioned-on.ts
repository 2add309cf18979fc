import { withoutCredentials } from '../credentials/without.js'
import { sentencesOf } from '../language/unanchored.js'
import { labelCutOff } from '../language/labels.js'
import type { LabelKind } from '../model/label.js'
import { isNamed, writtenForms } from '../narrative/named.js'
import { mentionsOf, type Mention } from '../narrative/mentions.js'
import { topicAbove } from '../narrative/topic.js'
import { nothingMentioned, type PageModel } from '../render/layout.js'
import { renderMention, renderMonths, type ShownMention } from '../render/render-mention.js'
import type { ShownFact } from '../render/render-line.js'
import type { StoredFact } from '../store/rows.js'
import type { Store } from '../store/store.js'
import { stretches } from '../text/code-span.js'

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

/** A longer line is cut after a sentence or a word. In characters. */
const longest = 280
/** The same for each of several lines that are joined into one. */
const longestOfSeveral = 180
const longestHeading = 60

/** The lines of a page with narrative about its entity. */
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
  const lines = shown.map((mention) => renderMention({ ...toldBy(mention), under: headingOf(mention, forms) }, page))
  return { lines, more: months.length > 0 ? renderMonths(months, page) : '' }
}

/** Text, label and place of a mention as a page shows it. Where it joins several lines, each has its own label. */
function toldBy({ tells, passage, lines, by }: Mention): Omit<ShownMention, 'under'> {
  const [first, ...others] = lines
  const most = lines.length > 1 ? longestOfSeveral : longest
  const told = (line: StoredFact): string => shortened(masked(by ?? labelCutOff(line.text)), most)
  const label = tells === 'what' ? undefined : lines.length > 1 ? first!.label : tells
  const behind = others.map((line) => `${line.label === undefined ? '' : `${labels[line.label]}: `}${told(line)}`)
  const source = { ...passage.source, first: first!.source.first, last: lines.at(-1)!.source.last }
  return {
    passage: { ...passage, source },
    text: [told(first!).replace(/[.。;；]$/u, others.length > 0 ? '' : '$&'), ...behind].join('; '),
    label: label === undefined ? '' : labels[label],
  }
}

/** The topic above a line that is short or lacks the entity's name; '' where it is that name, long, or not needed. */
function headingOf({ passage, tells, by }: Mention, forms: readonly string[]): string {
  const isNeeded = tells !== 'what' && (passage.text.length < 2 * longestHeading || !isNamed(passage.text, forms))
  if (!isNeeded || by !== undefined) return ''
  const topic = masked(topicAbove(passage.trail) ?? '')
  const isSelf = forms.some((form) => form.toLowerCase() === topic.toLowerCase())
  return !isSelf && topic.length <= longestHeading ? topic : ''
}

/** Masked before and after emphasis is taken off: a `*` inside a credential may hide it from one of the two passes. */
const masked = (text: string): string => withoutCredentials(plain(withoutCredentials(text)))

/** The words without emphasis, and without links, which would lead elsewhere from a page. Code is as written. */
function plain(text: string): string {
  return stretches(text)
    .map((each) => (each.kind === 'code' ? each.text : unadorned(each.text)))
    .join('')
    .replace(/^[\s>*•–—:：-]+/u, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const unadorned = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
    .replaceAll(/\[\[(?:[^\]|]*\|)?([^\]|]*)\]\]/g, '$1')
    .replaceAll(/\*\*|(?<!\w)__(?=\S)|(?<=\S)__(?!\w)/g, '')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*]+)(?<=\S)\*(?![\w*])/g, '$1')
    // The end of an emphasis that a label before these words began.
    .replaceAll(/(?<=[\p{L}.:!?])\*(?!\S)/gu, '')

/** As many whole sentences as fit; where not even one fits, cut after a word. Never cut within code. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  let end = 0
  for (const sentence of sentencesOf(text)) {
    const next = text.indexOf(sentence, end) + sentence.length
    if (next > most) break
    end = next
  }
  return `${outsideCode(end > 0 ? text.slice(0, end) : text.slice(0, most).replace(/\s\S*$/u, ''))} …`
}

function outsideCode(text: string): string {
  const isOpen = (text.match(/`/g)?.length ?? 0) % 2 === 1
  return isOpen ? text.slice(0, text.lastIndexOf('`')).trimEnd() : text
}
