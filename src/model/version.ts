/** The version that `package.json` states; a test holds the two together. */
export const packageVersion = '0.2.0'

/**
 * Raise this when the same bytes would parse to other facts, or be stored
 * otherwise: every index then reparses every note.
 */
export const parserVersion = 39

/** Raise this when the same two texts would be judged otherwise: every index then judges every fact. */
export const judgeVersion = 4
