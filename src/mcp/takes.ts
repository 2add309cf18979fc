import { kinds, retainKinds, kindNames } from '../model/kind.js'
import { stanceNames } from '../model/stance.js'
import type { Schema } from './schema.js'

export const text = (description: string): Schema => ({ type: 'string', description })
export const flag = (description: string): Schema => ({ type: 'boolean', description })
export const whole = (description: string): Schema => ({ type: 'integer', description })
export const some = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description })
export const object = (properties: Record<string, Schema>, ...required: string[]): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

/** What narrows a question, a timeline or what is believed. */
export const narrowing = {
  entities: some('Only what is about these names'),
  kinds: {
    type: 'array' as const,
    items: { type: 'string' as const, enum: kindNames },
    description: 'Only these kinds; opinions are the beliefs',
  },
  since: text('Only what is from then on: 2025-11-27, 2025-11, 7d, or words such as "last week"'),
  until: text('Only what is up to then'),
  on: text('Only what is about that time'),
  asOf: text('Memory as it was at the end of that day, month or year'),
  budget: whole('Tokens at most, estimated; no fact is cut'),
  k: whole('Results at most, 25 where it is left out'),
}

export const commit = flag('Commit the lines at once, and nothing else; else they wait in the working tree')

const bulletFields: Record<string, Schema> = {
  text: text('One statement in one line, understood by who reads it alone: names, no pronouns, dates, no "yesterday"'),
  kind: {
    type: 'string',
    // A brief writes bullets as logs do, by the letter.
    enum: [...retainKinds, ...retainKinds.map((kind) => kinds[kind].letter)],
    description: 'World where it is left out; experience is what you did',
  },
  confidence: { type: 'number', description: 'Of an opinion: how sure, 0 to 1' },
  entities: some('Whom or what it is about'),
  on: text('The day that it is noted on, as 2025-11-27; today where it is left out'),
  until: text('It is no longer true from that day on'),
  was: text('The id of the fact that it replaces'),
  supports: some('Ids of beliefs that it speaks for'),
  weakens: some('Ids of beliefs that it makes less sure'),
  contradicts: some('Ids of beliefs that it speaks against'),
}
export const bullet = object(bulletFields, 'text')

export const cited = object(
  {
    cites: text('The lines that say it, as memory/2025-11-27.md#L4'),
    ...bulletFields,
  },
  'cites',
  'text',
)

export const answer = object(
  {
    fact: text('The id of the fact'),
    belief: text('The id of the belief; may be left out where the verdict is unrelated'),
    verdict: {
      type: 'string',
      enum: [...stanceNames, 'unrelated'],
      description: 'What the fact does to the belief',
    },
    why: text('The reason, in your words'),
  },
  'fact',
  'verdict',
)
