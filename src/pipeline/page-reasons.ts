import { compare } from '../memory/compare.js'
import { readStamp, splitTail, type LineStamp } from '../memory/page.js'
import type { Reasons } from '../render/commit-message.js'
import { citesIn } from './citations.js'
import { entityReasons } from './entity-reasons.js'

/** One page before and after; empty where it is not there. */
export interface ChangedPage {
  /** `bank/entities/Peter.md` */
  readonly path: string
  readonly before: string
  readonly after: string
}

interface StatedLine {
  readonly stamp: LineStamp
  readonly said: string
  readonly cites: readonly string[]
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

/** More than this no reviewer reads; the diff has the rest. */
const most = 20

/**
 * Compare pages line by line, by the ids that their generated lines carry, and
 * what entity pages say of their names. A fact that stands on several pages is
 * told once.
 */
export async function reasonsOf(pages: readonly ChangedPage[]): Promise<Reasons> {
  const before = statedIn(pages.map(({ path, before: text }) => ({ path, text })))
  const after = statedIn(pages.map(({ path, after: text }) => ({ path, text })))
  const told: Record<'changed' | 'new' | 'gone', string[]> = { changed: [], new: [], gone: [] }
  const evidence = new Set<string>()
  const cite = (line: StatedLine, known: readonly string[] = []): void => {
    const fresh = line.cites.filter((place) => !known.includes(place))
    for (const place of fresh) evidence.add(place)
  }
  for (const [id, now] of after) {
    const was = before.get(id)
    if (!was) {
      told.new.push(`new: ${now.said}`)
      cite(now)
    } else if (confidenceIn(was) !== confidenceIn(now)) {
      const moved = now.cites.filter((place) => !was.cites.includes(place))
      const by = moved.length > 0 ? `  + ${moved.join(' ')}` : ''
      const reworded = wordsOf(was) === wordsOf(now) ? '' : ` (was: ${plain(was.said)})`
      told.changed.push(`${plain(now.said)}${reworded}  ${confidenceIn(was)} → ${confidenceIn(now)}${by}`)
      cite(now, was.cites)
    } else if (was.said !== now.said) {
      told.changed.push(`${now.said} (was: ${was.said})`)
      cite(now, was.cites)
    }
  }
  for (const [id, was] of before) if (!after.has(id)) told.gone.push(`gone: ${was.said}`)
  const entities = await entityReasons(pages)
  const refused = pages.flatMap(({ before: was, after: now }) =>
    refusalsIn(now).filter((no) => !refusalsIn(was).includes(no)),
  )
  const lines = counted([...entities, ...refused, ...told.changed, ...told.new, ...told.gone])
  const [entity = ''] = entities
  return {
    summary: [
      ...(entity === ''
        ? []
        : [entities.length === 1 && entity.length < 60 ? entity : count(entities.length, 'entity change')]),
      ...(refused.length > 0 ? [`${refused.length} refused`] : []),
      ...(['changed', 'new', 'gone'] as const).flatMap((what) =>
        told[what].length > 0 ? [`${told[what].length} ${what}`] : [],
      ),
    ].join(', '),
    lines: lines.length > most ? [...lines.slice(0, most), `and ${lines.length - most} more`] : lines,
    evidence: [...evidence].toSorted(compare).slice(0, most),
  }
}

/** `retired ^k3f9a2c1x7: O @Peter: Likes tea`, `not ^12m7d97uez for ^k3f9a2c1x7: …`: a person's no. */
const refusalsIn = (text: string): string[] =>
  [...text.matchAll(/^- ((?:retired|not) \^[0-9a-z]{10}\b.*?)(?: <!--.*)?$/gm)].map(([, no]) => no!.trimEnd())

/** The same words of several days are one line: `new: W @Mara: Lives in Porto (3 times)`. */
function counted(lines: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1)
  return [...times].map(([line, number]) => (number === 1 ? line : `${line} (${number} times)`))
}

/** As the line says it, which a person may have changed; the comment has it where the line has not. */
function confidenceIn({ said, stamp }: StatedLine): string {
  const stated = Number(/^[A-Z]\([^)]*?\bc=([0-9.]+)/.exec(said)?.[1])
  if (!Number.isNaN(stated)) return stated.toFixed(2)
  return stamp.confidence === null ? '-' : (stamp.confidence / 100).toFixed(2)
}

const wordsOf = ({ said }: StatedLine): string => said.replace(/\bc=[0-9.]+/, '')

/** `O(c=0.80) @Peter @Anna: Likes tea.` → `Peter, Anna · Likes tea.` */
function plain(said: string): string {
  const [, names = '', text = said] = /^[A-Z](?:\([^)]*\))?((?: @\S+?)*):? (.*)$/.exec(said) ?? []
  const about = names.trim().replaceAll(' @', ', ').replace(/^@/, '')
  return about === '' ? text : `${about} · ${text}`
}

function statedIn(pages: readonly { path: string; text: string }[]): Map<string, StatedLine> {
  const found = new Map<string, StatedLine>()
  for (const { path, text } of pages) {
    for (const line of text.split(/\r?\n/)) {
      const stamped = readStamp(line)
      if (!stamped || found.has(stamped.stamp.id)) continue
      const { said, tail } = splitTail(stamped.body)
      found.set(stamped.stamp.id, { stamp: stamped.stamp, said: said.replace(/^- /, ''), cites: citesIn(tail, path) })
    }
  }
  return found
}
