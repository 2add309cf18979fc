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
 * Why something stays. `verdict`: a line of `bank/` is about it. `replaces`, `supports`, `weakens`, `contradicts`: a
 * bullet names its id in an attribute for that. `drawn`: a bullet was made of it. `edited`: somebody else changed the
 * line, or the file changed since. `setting`: it is no note, and Git alone takes its change back.
 */
export interface RestsOn extends UndoneLine {
  readonly how: 'verdict' | 'replaces' | 'supports' | 'weakens' | 'contradicts' | 'drawn' | 'edited' | 'setting'
}

/** A line that the source brought and that stays, with the reasons. */
export interface LeftStanding extends UndoneLine {
  /** Null for a line that is no bullet, and for a file. */
  readonly id: FactId | null
  readonly because: readonly RestsOn[]
}

export interface Undone extends Pick<
  Without,
  'source' | 'headline' | 'differences' | 'expectations' | 'pages' | 'names'
> {
  /** Lines that go, as they stand in HEAD. */
  readonly goes: readonly UndoneLine[]
  /** Lines that the source had taken out, at the places where they stand afterwards. */
  readonly back: readonly UndoneLine[]
  readonly stands: readonly LeftStanding[]
  /** Null for a preview, and where nothing goes. */
  readonly commit: string | null
}
