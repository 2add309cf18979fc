import { wordFile } from './word-file.js'

/** What stands under each heading of a file of words. */
export type Sections<Name extends string> = Readonly<Partial<Record<Name, string>>>

export const sectionsOf = <Name extends string>(path: string) => wordFile(path) as Sections<Name>

export const entriesOf = (section = ''): string[] => trimmed(section.split(/[,\n]/))

export const linesOf = (section = ''): string[] => trimmed(section.split('\n'))

/** `one=1` → `['one', '1']` */
export const pairsOf = (section?: string): [string, string][] =>
  entriesOf(section).map((entry) => entry.split('=') as [string, string])

/** The words of a line on each side of a mark: `fast, quick | slow`. */
export const sidesOf = (line: string, mark: string): string[][] => line.split(mark).map(entriesOf)

/** A pattern of any of some phrases, the longest first. */
export const eitherOf = (phrases: readonly string[]): string =>
  phrases
    .toSorted((a, b) => b.length - a.length)
    .join('|')
    .replaceAll('.', '\\.')
    .replace(/\((?!\?)/g, '(?:')

const trimmed = (all: readonly string[]): string[] => all.map((each) => each.trim()).filter((each) => each !== '')
