import { entriesOf, sectionsOf } from './sections.js'
import { memoize } from '../text/memoize.js'
import { whenAsked } from '../text/once.js'

/** What people label the lines and sections of a log as. */
export const labelKinds = ['why', 'lesson', 'decision', 'open', 'how', 'status'] as const
export type LabelKind = (typeof labelKinds)[number]

const codes = ['en', 'zh', 'de', 'it', 'es', 'pt'] as const

const kindOf = whenAsked((): ReadonlyMap<string, LabelKind> => {
  const files = codes.map((code) => sectionsOf<LabelKind>(`${code}/labels.txt`))
  return new Map(
    files.flatMap((sections) =>
      labelKinds.flatMap((kind) => entriesOf(sections[kind]).map((label) => [label, kind] as const)),
    ),
  )
})

/** What stands around a label: a list's mark, emphasis, emoji, a number. */
const around = /^[^\p{L}]+|[^\p{L}]+$/gu
const longest = 40

/** What a heading, or the words before a colon, label what follows as. */
export const labelNamed = memoize((label: string): LabelKind | undefined =>
  label.length > longest ? undefined : kindOf().get(label.toLowerCase().replace(around, '')),
)

const openBox = /^\s*(?:[-*+] )?\[ \]/u
const labelled = /^([^:：]{2,40})[:：]/u

/** What a line says it is: `**Root cause**: …`, `Lesson: …`, `[ ] …`. */
export function labelOf(text: string): LabelKind | undefined {
  if (openBox.test(text)) return 'open'
  const [, label] = labelled.exec(text) ?? []
  return label === undefined ? undefined : labelNamed(label)
}
