import type { Predicates } from '../predicates.js'

const states =
  'wohnt|lebt|arbeitet|ist|hat|mag|liebt|hasst|nutzt|benutzt|verwendet|bevorzugt|spricht|spielt|trinkt|isst|fährt|besitzt|braucht|heißt|studiert|leitet|unterrichtet'

/**
 * Verbs that begin another statement. Nouns are capitalised, so a lower-case word is a verb. `Ist` and `hat` count only
 * where they are no auxiliary.
 */
const told = [
  '(?:wohnt|lebt|arbeitet|mag|liebt|hasst|nutzt|benutzt|verwendet|bevorzugt|spricht|spielt|trinkt|isst|besitzt|heißt|studiert|leitet|unterrichtet) (?!(?:ihn|sie|es|das|dort|da)(?!\\p{L}))',
  'ist (?:ein|eine|mit|verheiratet|allergisch)(?!\\p{L})',
  'hat (?:ein|eine|einen|kein|keine|keinen|zwei|drei|vier|\\d+) \\S+$',
].join('|')

export const germanPredicates: Predicates = {
  opens: new RegExp(
    `^(?:\\S+ ){0,4}?(?:${states}) (?:.* )?(?!(?:in|bei|für|mit|als|an|auf|und|oder|nicht)$)\\S+$`,
    'iu',
  ),
  follows: new RegExp(`^(?:(?:sie|er|@?\\p{Lu}[\\p{L}\\d-]*) )?(?:(?:auch|jetzt|derzeit|immer|oft) )?(?:${told})`, 'u'),
  // Behind a comma stands a clause, whose verb comes last.
  holds: /,|(?<!\p{L})(?:dass|weil|wenn|ob|wo|wie|wer|was)(?!\p{L})/iu,
}
