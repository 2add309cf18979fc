import type { FactId } from './fact.js'
import type { Without } from './without.js'

/** What is taken back: exactly one of these. */
export interface UndoSource {
  /** A commit, or a range: `HEAD~3`, `4be1a07..HEAD`. */
  readonly commits?: string | undefined
  /** What the trailer `Session:` of commits names, or a conversation that was imported. */
  readonly session?: string | undefined
  /** Git's author, or the program that a trailer `Agent:` names. */
  readonly author?: string | undefined
  /** A format (`codex`), a note or folder below `memory/imports`. */
  readonly import?: string | undefined
}

/** A line of a note, as it stands: `memory/2025-11-27.md#L4`. */
export interface UndoneLine {
  readonly source: string
  readonly text: string
}

/**
 * Why something stays. `verdict`: a line of `bank/` is about it. `replaces`, `supports`, `weakens`, `contradicts`: a bullet
 * names its id so. `drawn`: a bullet was made of it. `edited`: the line is another's by now, or the file changed since.
 */
export interface RestsOn extends UndoneLine {
  readonly how: 'verdict' | 'replaces' | 'supports' | 'weakens' | 'contradicts' | 'drawn' | 'edited'
}

/** What a source brought and that stays, with what rests on it. */
export interface LeftStanding extends UndoneLine {
  /** Null of what is no bullet, and of a file. */
  readonly id: FactId | null
  readonly because: readonly RestsOn[]
}

/** What taking a source back did, or would do. */
export interface Undone extends Pick<
  Without,
  'source' | 'headline' | 'differences' | 'expectations' | 'pages' | 'names'
> {
  /** Lines that go, as they stand in HEAD. */
  readonly goes: readonly UndoneLine[]
  /** Lines that the source had taken out: where they stand afterwards. */
  readonly back: readonly UndoneLine[]
  readonly stands: readonly LeftStanding[]
  /** Null where it was only looked at, or nothing goes. */
  readonly commit: string | null
}
