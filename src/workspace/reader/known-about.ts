import { defaultConfig } from '../../model/config.js'
import { entityKey, type EntityKey } from '../../model/entity.js'
import { isUnkept, type FactId } from '../../model/fact.js'
import { isBelief, retainKinds, type RetainKind } from '../../model/kind.js'
import { calledIn, isRoot } from '../../narrative/besides.js'
import { isNamed, writtenForms } from '../../narrative/named.js'
import type { ReaderPacket } from '../../reader/packet.js'
import type { ReaderKnown, ReaderName, ReaderStanding } from '../../reader/standing.js'
import { resultsOf } from '../../recall/answer/result.js'
import type { StoredFact } from '../../store/rows.js'
import type { Store } from '../../store/store.js'
import { once } from '../../text/once.js'
import { retirementsIn } from '../retain/retain.js'
import { recurringIn } from '../retain/suggest-names.js'
import { logsOf } from '../retain/suggest-logs.js'
import type { Session } from '../session/session.js'

/** How many facts of each name are shown, the newest ones. */
const mostOfName = 6
/** On how many days a name without bullets has to recur before the reader is told of it. */
const fewestDays = 3

export function standingOf(store: Store): (fact: StoredFact) => ReaderStanding {
  const asResult = resultsOf(store)
  return (fact) => {
    const { content, entities, confidence } = asResult(fact)
    const kind = fact.kind as RetainKind
    return {
      id: fact.id,
      kind,
      text: content,
      entities,
      ...(isBelief(kind) && confidence !== undefined ? { confidence } : {}),
    }
  }
}

/** What is known of the names in a packet. Names that recur in narrative count, so that one thing keeps one name. */
export function knownAbout(session: Session, store: Store): (packet: ReaderPacket) => ReaderKnown {
  const { canonical, nameOf, aliasesOf, keysOf } = store.entities()
  const owner = ownerOf(session, store)
  const keys = [...new Set(store.mentionedIn(retainKinds).map(canonical))]
  const names = keys.map((key) => ({ key, forms: writtenForms([nameOf(key), ...aliasesOf(key)]) }))
  const held = new Set(names.flatMap(({ forms }) => forms))
  const recurring = recurringIn(session, store, logsOf(store))
    .filter(({ name, days }) => days >= fewestDays && !held.has(name))
    .map(({ name }) => ({ name, forms: writtenForms([name]) }))
  const isRetired = retirementsIn(store)
  const replaced = store.replaced()
  const asStanding = standingOf(store)
  const standingAbout = once((key: EntityKey): ReaderStanding[] => {
    const seen = new Set<FactId>()
    return store
      .pageFacts(retainKinds, keysOf(key), mostOfName)
      .filter((fact) => !isUnkept(fact) && !isRetired(fact) && !replaced.has(fact.id))
      .filter(({ id }) => seen.size < seen.add(id).size)
      .map(asStanding)
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
    const others = recurring.filter(({ forms }) => isNamed(said, forms)).map(({ name }): ReaderName => ({ name }))
    const standing = new Map(here.flatMap(({ key }) => standingAbout(entityKey(key)).map((each) => [each.id, each])))
    const isTold = [...told, ...others].some(({ name }) => name === owner)
    return {
      names: [...told, ...others, ...(owner === undefined || isTold ? [] : [{ name: owner, kind: 'person' }])],
      standing: [...standing.values()],
      writers: owner === undefined ? [] : [owner],
    }
  }
}

/** The name of the workspace's owner, from the settings, else from USER.md. */
function ownerOf(session: Session, store: Store): string | undefined {
  const { me } = session.config(store).config
  if (me !== defaultConfig.me) return me
  const user = store.files().find(({ path }) => isRoot(path) && path.toLowerCase() === 'user.md')
  return user && store.factsOf(user.path).flatMap((line) => calledIn(line) ?? [])[0]
}
