import { splitSections } from './split-sections.js'

/** Files at the workspace's root that an agent always knows, in this order. In MEMORY.md each section is a block. */
export const coreFiles = ['MEMORY.md', 'SOUL.md', 'USER.md', 'IDENTITY.md'] as const

export type CoreFile = (typeof coreFiles)[number]

/** The core file whose blocks we write; the others are their owner's to write. */
export const coreFile = 'MEMORY.md' satisfies CoreFile

/** What an agent always knows: a section of MEMORY.md, or all of another file. */
export interface ParsedBlock {
  readonly path: string
  /** The heading's words as they are written; the path of what stands below no heading. */
  readonly name: string
  readonly hasHeading: boolean
  /** 1-based, both included, without the blank lines at its ends. */
  readonly first: number
  readonly last: number
  /** Its last line, where the blank lines up to the next block count as its own. */
  readonly end: number
  /** Its lines from `first` to `last`; with CRLF each but the last ends in CR, which is counted too. */
  readonly text: string
}

/** Cut a core file into its blocks; blank ones are left out. */
export function coreBlocks(path: CoreFile, text: string): ParsedBlock[] {
  const lines = linesOf(text)
  if (path !== coreFile) return blockOf(path, lines, 1, lines.length)
  // `splitSections` also cuts a long section between bullets, but only a heading begins another block.
  const starts = splitSections(lines)
    .map(({ first }) => first)
    .filter((first) => first === 1 || heading.test(lines[first - 1]!))
  return starts.flatMap((first, at) => blockOf(path, lines, first, (starts[at + 1] ?? lines.length + 1) - 1))
}

/** The blocks that say something: a heading alone says nothing. */
export const saidBlocks = (path: CoreFile, text: string): ParsedBlock[] =>
  coreBlocks(path, text).filter((block) => !/^(?:#{1,6}(?:[ \t].*)?)?$/.test(block.text))

/** `persona` and `Persona` name one block. */
export const blockKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** In code points, which is roughly how a person counts. */
export const charactersIn = (text: string): number => [...text].length

/** Whether a heading below these lines would begin another block: nothing in them is left open. */
export const isClosed = (lines: readonly string[]): boolean =>
  splitSections([...lines, '## x']).at(-1)!.first === lines.length + 1

/** The first of the lines that begins another block. */
export const headingIn = (lines: readonly string[]): string | undefined =>
  splitSections(['', ...lines]).find(({ lines: [first = ''] }) => heading.test(first))?.lines[0]

const heading = /^#{1,6}(?:[ \t]|$)/

const linesOf = (text: string): string[] => text.replace(/^\uFEFF/, '').split('\n')

/** `## Who I am ##` → `Who I am` */
const nameOf = (line: string): string => /^#{1,6}[ \t]*(.*?)(?:[ \t]+#+)?[ \t]*\r?$/.exec(line)?.[1] ?? ''

function blockOf(path: string, lines: readonly string[], from: number, end: number): ParsedBlock[] {
  const isSaid = (line: string): boolean => line.trim() !== ''
  const own = lines.slice(from - 1, end)
  const [start, stop] = [own.findIndex(isSaid), own.findLastIndex(isSaid)]
  if (start < 0) return []
  const hasHeading = path === coreFile && heading.test(own[0]!)
  return [
    {
      path,
      name: hasHeading ? nameOf(own[0]!) : path,
      hasHeading,
      first: from + start,
      last: from + stop,
      end,
      text: own.slice(start, stop + 1).join('\n'),
    },
  ]
}
