import { asMentioned, entityKey } from '../../model/entity.js'
import type { Day } from '../../model/time.js'
import { isNamed, writtenForms } from '../../narrative/named.js'
import type { AcceptedBullet } from '../../reader/check.js'
import type { ReaderLog } from '../../reader/reader-line.js'
import type { Store } from '../../store/store.js'
import { once } from '../../text/once.js'

export interface NewName {
  readonly name: string
  /** How many lines of logs say it, on how many days. */
  readonly lines: number
  readonly days: number
  /** Whether bullets mention it and so create its page: three lines or two days say it, or an opinion is about it. */
  readonly isMentioned: boolean
}

/** A name on fewer lines and on fewer days gets no page yet. */
const [fewestLines, fewestDays] = [3, 2]
/** Finds names that no bullet or page has yet, and takes rare ones out of bullets that are no opinions. */
export function newNames(
  store: Store,
  logs: readonly ReaderLog[],
): {
  readonly asMentioned: (bullet: AcceptedBullet) => AcceptedBullet
  readonly told: () => readonly NewName[]
} {
  const { canonical, keysOf, pageOf } = store.entities()
  const found = new Map<string, NewName>()
  const spoken = once((name: string): NewName => {
    const forms = writtenForms([name])
    const days = new Set<Day>()
    let lines = 0
    for (const { text, day } of logs) {
      if (!isNamed(text, forms)) continue
      for (const line of text.split('\n'))
        if (isNamed(line, forms)) {
          lines++
          days.add(day)
        }
    }
    return { name, lines, days: days.size, isMentioned: lines >= fewestLines || days.size >= fewestDays }
  })
  const isNew = (name: string): boolean =>
    asMentioned(name).every((form) => {
      const key = canonical(entityKey(form))
      return pageOf(key) === undefined && store.known(keysOf(key)).length === 0
    })
  return {
    asMentioned(bullet) {
      const fresh = bullet.entities.filter(isNew).map(spoken)
      const isOpinion = bullet.kind === 'opinion'
      for (const each of fresh)
        found.set(each.name, {
          ...each,
          isMentioned: each.isMentioned || isOpinion || found.get(each.name)?.isMentioned === true,
        })
      const left = fresh.filter(({ isMentioned }) => !isMentioned).map(({ name }) => name)
      // An opinion keeps its names: without one, it would belong to nobody.
      if (left.length === 0 || isOpinion) return bullet
      const entities = bullet.entities.filter((name) => !left.includes(name))
      const unsaid = left.filter((name) => !isNamed(bullet.text, writtenForms([name])))
      const text = unsaid.length > 0 ? `${unsaid.join(', ')}: ${bullet.text}` : bullet.text
      return { ...bullet, entities, text }
    },
    told: () => [...found.values()].toSorted((a, b) => b.lines - a.lines || (a.name < b.name ? -1 : 1)),
  }
}
