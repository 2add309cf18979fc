import { MemoryError } from '../model/error.js'
import { kinds, retainKinds, kindNames } from '../model/kind.js'
import { labelKinds } from '../model/label.js'
import { stanceNames } from '../model/stance.js'
import type { Schema } from './schema.js'

export const text = (description: string): Schema => ({ type: 'string', description })
export const flag = (description: string): Schema => ({ type: 'boolean', description })
export const whole = (description: string): Schema => ({ type: 'integer', description })
export const some = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description })
export const object = (properties: Record<string, Schema>, ...required: string[]): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
})

/** Fields without their descriptions, which another tool has: a model reads the list of tools at every turn. */
const undescribed = (properties: Record<string, Schema>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(properties).map(([name, { description: _, ...schema }]) => [name, schema]))

/** Arguments that narrow an answer of recall or log. */
export const narrowing = {
  entities: some('Only what is about these'),
  kinds: {
    type: 'array' as const,
    items: { type: 'string' as const, enum: kindNames },
    description: 'Opinions are the beliefs',
  },
  labels: {
    type: 'array' as const,
    items: { type: 'string' as const, enum: labelKinds },
    description: 'Only lines labelled so',
  },
  origins: some('What it came by: web, agent …'),
  since: text('From then on: 2025-11-27, 2025-11, 7d, "last week"'),
  until: text('Up to then'),
  on: text('About that time'),
  asOf: text('Memory as of a day, month, year or commit'),
  budget: whole('Tokens of the answer at most, from 170'),
  k: whole('Results at most'),
}
/** @throws MemoryError bad-argument where nothing is asked and nothing narrows the answer */
export function checkAsked(question: string, options: object): void {
  const narrow = ['entities', 'kinds', 'labels', 'origins', 'since', 'until', 'on']
  if (question.trim() === '' && !narrow.some((name) => name in options))
    throw new MemoryError('bad-argument', `ask a question, or narrow by ${narrow.slice(0, -1).join(', ')} or on`)
}

/** For a tool that is listed beside one that describes these fields. */
export const sameNarrowing = undescribed(narrowing)

export const commit = flag('Commit them at once (of bullets and write: with all that waits); else they wait')
export const commitAll = flag('As in retain: one commit of all that waits')

const bulletFields: Record<string, Schema> = {
  text: text('One statement that is understood alone: names, no pronouns; dates, no "yesterday"'),
  kind: {
    type: 'string',
    // A letter will do too: a brief shows bullets as logs write them.
    enum: [...retainKinds, ...retainKinds.map((kind) => kinds[kind].letter)],
    description: 'Else world; experience: what you did',
  },
  confidence: { type: 'number', description: 'Of an opinion: how sure, 0 to 1' },
  entities: some('Whom or what it is about'),
  on: text('The day it is noted on; else today'),
  until: text('Over from that day on'),
  was: text('The id of the fact that it replaces'),
  supports: some('Ids of beliefs'),
  weakens: some('Ids of beliefs'),
  contradicts: some('Ids of beliefs'),
  at: text('The code it is about: src/x.ts#symbol'),
  origin: text('What it came by'),
}
export const bullet = object(bulletFields, 'text')

export const citedBullet = object(
  {
    cites: text('The lines that say it, as memory/2025-11-27.md#L4'),
    ...undescribed(bulletFields),
  },
  'cites',
  'text',
)

export const answer = object(
  {
    fact: text('Its id'),
    belief: text('Its id; needless for unrelated'),
    verdict: {
      type: 'string',
      enum: [...stanceNames, 'unrelated'],
    },
    why: text('The reason'),
  },
  'fact',
  'verdict',
)
