import type { Predicates } from '../predicates.js'

/**
 * Verbs of plain statements. `Knows`, `thinks` and their like are left out: what follows them may be a sentence, which
 * goes on behind `and`.
 */
const states =
  'lives|resides|works|is|has|owns|uses|runs|speaks|likes|loves|prefers|hates|dislikes|wants|needs|studies|teaches|plays|drinks|eats|drives|earns|reports|manages|leads|sings|was born|moved to'

/**
 * Verbs that begin another statement. Those that are nouns as well (`works of art`, `plays with music`) need a word
 * behind them that tells them apart.
 */
const told = [
  '(?:lives|resides) (?:in|at|with|on|near|alone)\\b',
  'is (?:an?|called|named|married|based|allergic|vegetarian|vegan)\\b',
  'was born\\b',
  'moved to\\b',
  'works (?:as|at|from|remotely|part-time|full-time)\\b',
  'works for (?:an?|the|@?\\p{Lu})',
  'reports to\\b',
  'has (?:an?|the|no|his|her|its|their|one|two|three|four|five|several|many|some|\\d+) ',
  '(?:owns|prefers|speaks|teaches|earns|dislikes|hates|loves|likes|wants|eats) (?!(?:it|them|this|that|one|ones|of|in|for|with|and|or)\\b)',
  'uses (?!(?:it|them|this|that|of|for|in|as|and|or)\\b)',
  '(?:plays|drives|runs|needs|manages|leads) (?:an? |the |@?\\p{Lu})',
].join('|')

export const englishPredicates: Predicates = {
  opens: new RegExp(
    `^(?:\\S+ ){0,4}?(?:${states}) (?:.* )?(?!(?:in|at|on|to|for|from|with|of|by|as|an?|the|and|or|both|not)$)\\S+$`,
    'iu',
  ),
  follows: new RegExp(
    `^(?:(?:she|he|they|it|@?\\p{Lu}[\\p{L}\\d-]*) )?(?:(?:also|now|currently|still|often|usually|always) )?(?:${told})`,
    'u',
  ),
  // A verb of saying holds a clause without a word between: `thinks the parser is slow and has a leak`.
  holds:
    /(?<!\p{L})(?:that|which|who|whom|whose|where|when|whenever|while|if|because|since(?! \d)|unless|until|before|after|whether|how|what|why|than|so|(?:think|believe|know|say|hope|find|feel|claim|expect|assume|fear|note)s?|said|told|found|felt|wishe[sd]|thought|knew|noted|learned|claimed)(?!\p{L})/iu,
}
