import { parse, postprocess, preprocess } from 'micromark'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { Block } from './block.js'
import { withoutTags } from './html-text.js'
import type { Piece } from './split-sections.js'

/**
 * Inline constructs, which stay off because only structure is wanted: our grammar reads a bullet's own text, and
 * micromark takes quadratic time for inline Markdown on hostile input.
 */
const inlineOff = [
  'attention',
  'autolink',
  'characterEscape',
  'characterReference',
  'codeText',
  'hardBreakEscape',
  'htmlText',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
]
const extensions = [gfmTable(), { disable: { null: inlineOff } }]

interface Open {
  readonly kind: 'item' | 'quote' | 'list' | 'root'
  readonly first: number
  readonly children: Block[]
}

/** Micromark's event stream, folded into blocks. Exported for the test that compares `parseLines` with it. */
export function structureOf(piece: Piece): Block[] {
  const text = piece.lines.join('\n')
  const events = postprocess(
    parse({ extensions })
      .document()
      .write(preprocess()(text, undefined, true)),
  )
  const offset = piece.first - 1
  const root: Open = { kind: 'root', first: piece.first, children: [] }
  const stack: Open[] = [root]
  const top = (): Open => stack[stack.length - 1]!
  const add = (block: Block): void => void top().children.push(block)
  const closeContainer = (): void => {
    const { kind, first, children } = stack.pop()!
    if (kind === 'list' || kind === 'root') return
    add({ kind, first, last: children.reduce((most, child) => Math.max(most, child.last), first), children })
  }
  let cells: string[] = []
  let code: string[] = []
  let title = ''
  for (const [what, token, context] of events) {
    const first = token.start.line + offset
    // A token that ends in column 1 has no character on that line.
    const last = Math.max(first, token.end.line + offset - (token.end.column === 1 ? 1 : 0))
    const slice = (): string => context.sliceSerialize(token)
    if (what === 'enter') {
      if (token.type === 'listOrdered' || token.type === 'listUnordered') {
        stack.push({ kind: 'list', first, children: top().children })
      } else if (token.type === 'listItemPrefix') {
        if (top().kind === 'item') closeContainer()
        stack.push({ kind: 'item', first, children: [] })
      } else if (token.type === 'blockQuote') {
        stack.push({ kind: 'quote', first, children: [] })
      } else if (token.type === 'tableRow') {
        cells = []
      } else if (token.type === 'codeFenced' || token.type === 'codeIndented') {
        code = []
      }
      continue
    }
    switch (token.type) {
      case 'listOrdered':
      case 'listUnordered':
        if (top().kind === 'item') closeContainer()
        stack.pop()
        break
      case 'blockQuote':
        closeContainer()
        break
      case 'paragraph':
        add({ kind: 'paragraph', first, last, text: unprefixed(text.slice(token.start.offset, token.end.offset)) })
        break
      case 'definition': // nothing is dropped: a link's target can be what somebody looks for
        add({ kind: 'paragraph', first, last, text: unprefixed(text.slice(token.start.offset, token.end.offset)) })
        break
      case 'atxHeadingText':
      case 'setextHeadingText':
        title = unprefixed(slice())
        break
      case 'atxHeading':
        add({
          kind: 'heading',
          depth: /^#+/.exec(slice().trimStart())![0].length,
          first,
          last,
          text: title,
          ruled: false,
        })
        title = ''
        break
      case 'setextHeading': {
        const ruled = !/=\s*$/.test(slice())
        add({ kind: 'heading', depth: ruled ? 2 : 1, first, last, text: title, ruled })
        title = ''
        break
      }
      case 'codeFencedFenceMeta':
      case 'codeFlowValue':
        code.push(slice().trim())
        break
      case 'codeFenced':
      case 'codeIndented': {
        const body = code.filter((line) => line !== '').join(' ')
        if (body !== '') add({ kind: 'code', first, last, text: body })
        break
      }
      case 'htmlFlow': {
        const body = withoutTags(slice())
        if (body !== '') add({ kind: 'paragraph', first, last, text: body })
        break
      }
      case 'tableContent':
        cells.push(slice().trim())
        break
      case 'tableRow':
        if (cells.length > 0) add({ kind: 'row', first, last, text: cells.join(' | ') })
        break
      default:
    }
  }
  return root.children
}

/** A paragraph's own text on one line, without the prefixes of the quotes and items it stands in. */
function unprefixed(text: string): string {
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? line : line.replace(/^[\s>]+/, '')).trim())
    .join(' ')
}
