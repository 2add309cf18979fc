import { openWorkspace, type Result, type Shown } from '../index.js'
import type { Command } from './command.js'
import type { Paint } from './paint.js'
import { resultLines } from './recall.js'
import { shown } from './text.js'

export const show: Command = {
  name: 'show',
  positional: '<reference>',
  summary: 'Look up a fact by id, an entity by name, or what stands at path#L12',
  group: 'look',
  options: {},
  examples: [
    ['memory show ^osynd3u4p0', 'a fact, with every place that states it'],
    ['memory show Peter', 'what is known of Peter, newest first'],
    ['memory show memory/2025-11-27.md#L4', 'the fact on that line'],
  ],
  async run({ args, open, json, print, paint }) {
    const workspace = openWorkspace(open)
    try {
      const found = await workspace.show(args.positional[0] ?? '')
      if (args.flag('json')) json(forJson(found))
      else printShown(found, print, paint)
      return 0
    } finally {
      workspace.close()
    }
  },
}

function forJson(found: Shown): object {
  const bare = ({ why: _why, score: _score, ...fact }: Extract<Shown, { what: 'fact' }>['fact']): object => fact
  return found.what === 'fact' ? { ...found, fact: bare(found.fact) } : { ...found, facts: found.facts.map(bare) }
}

function printShown(found: Shown, print: (line?: string) => void, paint: Paint): void {
  const line = (text: string): void => print(text)
  if (found.what === 'fact') {
    resultLines(found.fact, false, paint).forEach(line)
    print(
      `        ${found.fact.kind}, ${found.fact.origin}, ${found.fact.timestamp ?? 'undated'}${found.fact.occurred ? `, about ${found.fact.occurred.start} to ${found.fact.occurred.end}` : ''}`,
    )
    for (const source of found.fact.sources ?? []) print(`        also ${shown(source)}`)
    ledgerLines(found.fact.evidence ?? []).forEach(line)
    return
  }
  if (found.what === 'entity') {
    print(
      `${shown(found.name)}${found.type ? ` (${shown(found.type)})` : ''}${found.aliases.length > 0 ? `, also ${shown(found.aliases.join(', '))}` : ''}`,
    )
    if (found.page) print(shown(found.page))
    print()
  }
  for (const fact of found.facts) resultLines(fact, false, paint).forEach(line)
}

/**
 *             2025-11-27  states       0.80  memory/2025-11-27.md#L3
 *             2025-11-29  contradicts  0.64  memory/2025-11-29.md#L8  (negation: never)
 */
export function ledgerLines(evidence: NonNullable<Result['evidence']>): string[] {
  const width = Math.max(0, ...evidence.map(({ effect }) => effect.length))
  return evidence.map(({ timestamp, effect, confidence, source, cues = [], ignored }) => {
    const told = [...(ignored ? ['moved nothing'] : []), ...cues]
    return `        ${(timestamp ?? 'undated').padEnd(10)}  ${effect.padEnd(width)}  ${confidence.toFixed(2)}  ${shown(source)}${told.length > 0 ? `  (${shown(told.join('; '))})` : ''}`
  })
}
