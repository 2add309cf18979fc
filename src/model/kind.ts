/**
 * The kinds of fact, and what each one means everywhere: the letter a Retain bullet starts with, and whether it carries
 * a confidence that evidence moves. A new kind is one row here and a page that shows it. `passage` is what narrative
 * text becomes: found by recall, shown on no page, never evidence.
 */
export const kinds = {
  world: { letter: 'W', confidence: false, about: 'what is true of the world' },
  experience: { letter: 'B', confidence: false, about: 'what the agent did or lived through' },
  opinion: { letter: 'O', confidence: true, about: 'what is believed, with a confidence' },
  observation: { letter: 'S', confidence: false, about: 'a summary of what was noticed' },
  passage: { letter: 'P', confidence: false, about: 'a line or paragraph of narrative' },
} as const satisfies Record<string, KindSpec>

interface KindSpec {
  readonly letter: string
  readonly confidence: boolean
  readonly about: string
}

export type Kind = keyof typeof kinds
/** A kind that a Retain bullet can state. */
export type RetainKind = Exclude<Kind, 'passage'>

export const kindNames = Object.keys(kinds) as readonly Kind[]
export const retainKinds = kindNames.filter((kind): kind is RetainKind => kind !== 'passage')

/** Whether facts of a kind are opinions, which carry a confidence that evidence moves. */
export const isBelief = (kind: Kind): boolean => kinds[kind].confidence
export const beliefKinds = kindNames.filter(isBelief)

/**
 * The kinds that a rule takes for evidence. An observation only repeats the facts that it sums up, and a passage is
 * narrative.
 */
export const evidenceKinds: readonly Kind[] = ['world', 'experience', ...beliefKinds]

const byLetter = new Map<string, RetainKind>(retainKinds.map((kind) => [kinds[kind].letter, kind]))

/** `W` → `world`; undefined for a letter that opens no bullet. */
export const kindOfLetter = (letter: string): RetainKind | undefined => byLetter.get(letter)

/** The kind that a person means by its name or its letter, in any case. */
export function kindNamed(text: string): Kind | undefined {
  const wanted = text.toLowerCase()
  return kindNames.find((kind) => kind === wanted || kinds[kind].letter.toLowerCase() === wanted)
}
