/**
 * Who or what a note or bullet came from, as somebody says. It is shown, it narrows questions, and a setting holds
 * facts back by it.
 */
export const originClasses = ['person', 'agent', 'import', 'tool', 'web'] as const

export type OriginClass = (typeof originClasses)[number]

/** `web`; `web+kept` once somebody kept what the web brought. */
export type OriginMark = OriginClass | `${OriginClass}+kept`

const keptSign = '+kept'

export const originClassNamed = (text: string): OriginClass | undefined =>
  originClasses.find((each) => each === text.trim().toLowerCase())

/** `web`, `web+kept`; undefined for anything else. */
export function originMarkOf(text: string): OriginMark | undefined {
  const isKept = text.endsWith(keptSign)
  const named = originClasses.find((each) => each === (isKept ? text.slice(0, -keptSign.length) : text))
  return named === undefined ? undefined : isKept ? `${named}${keptSign}` : named
}

/** `web+kept` → `web` */
export const originClassOf = (mark: OriginMark): OriginClass =>
  (mark.endsWith(keptSign) ? mark.slice(0, -keptSign.length) : mark) as OriginClass

export const markKept = (mark: OriginMark): OriginMark => `${originClassOf(mark)}${keptSign}`

/** Whether facts of a class may be held back, because nobody here has said them (`OriginSettings.hold`). */
export const mayBeHeld = (mark: OriginMark): boolean => mark === 'import' || mark === 'web'

export interface OriginSettings {
  /** Whether facts from an import or the web move no belief and end no fact until somebody keeps them. */
  readonly hold: boolean
  /**
   * Classes by patterns of paths, `memory/inbox/**`. The first pattern that fits gives the class of a note that names
   * none itself.
   */
  readonly notes: Readonly<Record<string, OriginClass>>
  /** Classes by patterns of a commit author's name or address, `*@bots.example.org`. They are only displayed. */
  readonly authors: Readonly<Record<string, OriginClass>>
}

export const noOriginSettings: OriginSettings = { hold: false, notes: {}, authors: {} }

/**
 * The class of the first pattern that fits any of the texts. `*` is anything but a slash, `**` is anything, and every
 * other sign means itself.
 */
export function classByPattern(
  patterns: Readonly<Record<string, OriginClass>>,
  texts: readonly string[],
): OriginClass | undefined {
  for (const [pattern, named] of Object.entries(patterns)) if (texts.some((text) => fits(pattern, text))) return named
  return undefined
}

/**
 * Whether a pattern fits the whole of a text. It follows every place that the pattern so far may end at, so that each
 * star adds to the time and does not multiply it.
 */
function fits(pattern: string, text: string): boolean {
  const parts = pattern.match(/\*+|[^*]/gsu) ?? []
  const letters = Array.from(text)
  let reached = new Set([0])
  for (const part of parts) {
    const next = new Set<number>()
    if (part.startsWith('*')) {
      for (const from of reached)
        for (let at = from; at <= letters.length; at++) {
          if (next.has(at)) break
          next.add(at)
          if (part.length === 1 && letters[at] === '/') break
        }
    } else {
      for (const from of reached) if (letters[from] === part) next.add(from + 1)
    }
    reached = next
  }
  return reached.has(letters.length)
}
