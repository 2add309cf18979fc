import { entityKey, type EntityKey } from '../../model/entity.js'
import { isSuggested, type FactId } from '../../model/fact.js'
import { isBelief, retainKinds, type RetainKind } from '../../model/kind.js'
import { isNamed, writtenForms } from '../../narrative/named.js'
import type { ReaderPacket } from '../../reader/packet.js'
import type { ReaderKnown, ReaderName, ReaderStanding } from '../../reader/standing.js'
import { resultsOf } from '../../recall/answer/result.js'
import type { Store } from '../../store/store.js'
import { once } from '../../text/once.js'
import { retirementsIn } from '../retain/retain.js'

/** Of each name, the newest. */
const mostOfName = 6

/**
 * What is known of the names that a packet says: how they are called, and what stands about them.
 *
 * @param writers whom a line may mean that says `I`
 */
export function knownAbout(store: Store, writers: readonly string[]): (packet: ReaderPacket) => ReaderKnown {
  const { canonical, nameOf, aliasesOf, keysOf } = store.entities()
  const keys = [...new Set(store.mentionedIn(retainKinds).map(canonical))]
  const names = keys.map((key) => ({ key, forms: writtenForms([nameOf(key), ...aliasesOf(key)]) }))
  const isRetired = retirementsIn(store)
  const replaced = store.replaced()
  const asResult = resultsOf(store)
  const standingOf = once((key: EntityKey): ReaderStanding[] => {
    const seen = new Set<FactId>()
    return store
      .pageFacts(retainKinds, keysOf(key), mostOfName)
      .filter((fact) => !isSuggested(fact) && !isRetired(fact) && !replaced.has(fact.id))
      .filter(({ id }) => seen.size < seen.add(id).size)
      .map((fact) => {
        const { content, entities, confidence } = asResult(fact)
        const kind = fact.kind as RetainKind
        return {
          id: fact.id,
          kind,
          text: content,
          entities,
          ...(isBelief(kind) && confidence !== undefined ? { confidence } : {}),
        }
      })
  })
  return (packet) => {
    const said = packet.sections
      .flatMap(({ above, lines }) => [...above.map(({ title }) => title), ...lines.map(({ text }) => text)])
      .join('\n')
    const here = names.filter(({ forms }) => isNamed(said, forms))
    const told = here.map(({ key }): ReaderName => {
      const aliases = aliasesOf(key)
      return { name: nameOf(key), ...(aliases.length > 0 ? { aliases } : {}) }
    })
    const standing = new Map(here.flatMap(({ key }) => standingOf(entityKey(key)).map((each) => [each.id, each])))
    return { names: told, standing: [...standing.values()], writers }
  }
}
