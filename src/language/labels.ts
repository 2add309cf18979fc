import { labelKinds, type LabelKind } from '../model/label.js'
import { entriesOf, sectionsOf } from './sections.js'
import { wordFilesOf } from './word-file.js'
import { memoize } from '../text/memoize.js'
import { whenAsked } from '../text/once.js'

/** The sections of a `labels.txt`. */
export const labelLists = [...labelKinds, 'behind'] as const

const files = whenAsked(() => wordFilesOf('labels.txt').map((path) => sectionsOf<(typeof labelLists)[number]>(path)))

const kindOf = whenAsked(
  (): ReadonlyMap<string, LabelKind> =>
    new Map(
      files().flatMap((sections) =>
        labelKinds.flatMap((kind) => entriesOf(sections[kind]).map((label) => [label, kind] as const)),
      ),
    ),
)
const mayStandBehind = whenAsked(
  (): ReadonlySet<string> => new Set(files().flatMap(({ behind: words }) => entriesOf(words))),
)

/** The characters around a label: a list's mark, emphasis, emoji, a number. */
const around = /^[^\p{L}]+|[^\p{L}]+$/gu
/** A remark in brackets behind a label: `Fix (14:00)`, `决定（临时）`. */
const behind = /\s*[(（[【][^()（）[\]【】]*[)）\]】]\W*$/u
const longest = 48

/** The label that a heading, or the words before a colon, give to the lines that follow. */
export const labelNamed = memoize((label: string): LabelKind | undefined => {
  if (label.length > longest) return undefined
  const words = label.toLowerCase().replaceAll('’', "'").replace(behind, '').replace(around, '')
  return kindOf().get(words) ?? labelOfSomething(words)
})

/** The label before a preposition: that of `goal for the week` and `root cause of the outage`. */
function labelOfSomething(words: string): LabelKind | undefined {
  for (const { index } of words.matchAll(/ /g)) {
    const label = kindOf().get(words.slice(0, index))
    const [next] = words.slice(index + 1).split(' ', 1)
    if (label !== undefined && mayStandBehind().has(next!)) return label
  }
  return undefined
}

const box = /^\s*(?:[-*+] )?\[([ xX])\]/u
/** Signs by which somebody labels a line; of several the first counts. */
const signs: Readonly<Record<string, LabelKind>> = {
  '✅': 'done',
  '✔': 'done',
  '☑': 'done',
  '⏳': 'open',
  '⌛': 'open',
  '☐': 'open',
}
/** The longest line that a sign labels as a whole; in a longer one it labels a part. */
const mostSigned = 300
const sign = /[✅✔☑⏳⌛☐]/u
const labelled = /^([^:：]{1,44})[:：](?!\/\/)/u
/** A label in emphasis, and a dash: `**Lesson** – never …`. */
const emphasised = /^\s*(?:[-*+] )?(?:\*\*|__)([^*_]{2,40})(?:\*\*|__)\s+[—–-]\s/u

/** The label that a line gives itself: `**Root cause**: …`, `Lesson: …`, `[ ] …`, `✅ …`. */
export function labelOf(text: string): LabelKind | undefined {
  const ticked = box.exec(text)?.[1]
  if (ticked !== undefined) return ticked === ' ' ? 'open' : 'done'
  return labelBefore(text) ?? (text.length > mostSigned ? undefined : signs[sign.exec(text)?.[0] ?? ''])
}

/** Whether a line begins with a label or a sign, and so does not continue the line above it. */
export const beginsLabelled = (text: string): boolean => labelBefore(text) !== undefined || sign.test(text.slice(0, 1))

export interface Labelled {
  readonly label: LabelKind
  readonly written: string
  readonly rest: string
}

/** The label that a line begins with, and the rest: `Root cause: the disk` → `Root cause`, ` the disk`. */
export function labelBeginning(text: string): Labelled | undefined {
  const [whole, written] = labelled.exec(text) ?? emphasised.exec(text) ?? []
  const label = written === undefined ? undefined : labelNamed(written)
  return label && { label, written: written!.replaceAll(/[*_]+/g, '').trim(), rest: text.slice(whole!.length) }
}

const labelBefore = (text: string): LabelKind | undefined => labelBeginning(text)?.label

/** What a line says without its label: `TODO: call Ann` → ` call Ann`. */
export function labelCutOff(text: string): string {
  const unticked = text.replace(box, '')
  return labelBeginning(unticked)?.rest ?? unticked
}

/** The label of a line that says nothing else, for the lines below it: `**Lessons learned**`, `Next:`. */
export const labelAlone = (text: string): LabelKind | undefined =>
  text.length <= longest && /[:：*_]\s*$/.test(text) ? labelNamed(text) : undefined
