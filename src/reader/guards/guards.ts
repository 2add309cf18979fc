import { isOneStatement, holdsNoSecret } from './alone.js'
import { citesItsLines, isSaidThere } from './citation.js'
import { datesStand, numbersStand } from './figures.js'
import type { Guard } from './guard.js'
import { literalsStand } from './literal.js'
import { entitiesAreNamed, namesStand } from './names.js'
import { confidenceIsPartial, kindIsKnown, opinionHasHolder, opinionIsHeld, rulesAreOwn } from './opinion.js'
import { relationsAreGiven, twinIsAnswered } from './relations.js'
import { namesKeepTheirParts } from './roles.js'
import { denialsAgree, guessesStayGuesses, listsAreComplete, plansStayPlans, wholesAreWhole } from './sense.js'

/** All guards, by what they check. A bullet is accepted where none of them refuses it. */
export const guards = {
  /** First, since the other guards need cited lines. */
  citation: citesItsLines,
  kind: kindIsKnown,
  statement: isOneStatement,
  secret: holdsNoSecret,
  confidence: confidenceIsPartial,
  holder: opinionHasHolder,
  held: opinionIsHeld,
  pasted: rulesAreOwn,
  entity: entitiesAreNamed,
  name: namesStand,
  literal: literalsStand,
  number: numbersStand,
  date: datesStand,
  elsewhere: isSaidThere,
  denial: denialsAgree,
  parts: namesKeepTheirParts,
  plan: plansStayPlans,
  guess: guessesStayGuesses,
  whole: wholesAreWhole,
  list: listsAreComplete,
  relation: relationsAreGiven,
  twin: twinIsAnswered,
} as const satisfies Record<string, Guard>

export type GuardName = keyof typeof guards
export const guardNames = Object.keys(guards) as GuardName[]
