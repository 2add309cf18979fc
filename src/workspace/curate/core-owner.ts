import { withTopValue } from '../../clients/json-entry.js'
import { asMentioned, isMentionable, nameWritten } from '../../model/entity.js'
import { MemoryError } from '../../model/error.js'
import { entityNamed } from '../../recall/question/entity-named.js'
import { nearNames } from '../../recall/question/near-names.js'
import { isUncalled } from '../../recall/retrieve/filter.js'
import { packageVersion } from '../../model/version.js'
import type { Store } from '../../store/store.js'
import { readConfig } from '../session/config.js'
import { messageOf, refuseSecrets, type CoreEdited, type CoreOptions, type OwnerEdit } from './edit-core.js'
import { landEdits, textIn } from '../landing/land-edits.js'
import type { Session } from '../session/session.js'
import { workingFiles } from '../landing/working-files.js'

const settings = '.memory/config.json'

/**
 * Set whom `I` and `my` mean: writes `me` into the settings and keeps every other byte. It is an edit of the working
 * tree, or with `commit` a commit of its own; settings are in force once they are committed.
 *
 * @throws MemoryError bad-argument for a name that no fact could have, not-found for one that no fact has; then nothing
 * is written
 */
export async function setOwner(
  session: Session,
  store: Store,
  { text: given }: OwnerEdit,
  { reason, commit = false, asIs = false, agent }: CoreOptions,
): Promise<CoreEdited> {
  if (typeof given !== 'string') throw wrong(`the owner's name must be a text, got ${typeof given}`)
  const name = nameWritten(given)
  const message = messageOf(reason) ?? `The owner is ${name}\n`
  if (!asIs) refuseSecrets('', message)
  refuseUnnamed(store, name, asIs)
  const make = (text: string | undefined): string => {
    const edited = withOwner(text, name)
    readConfig(edited, packageVersion)
    return edited
  }
  const landed = commit
    ? await landEdits(session, store, () => ({ edits: [{ path: settings, make }], message, agent }), 'memory core')
    : null
  const written = commit
    ? landed !== null
    : workingFiles(session, store).change(settings, (bytes) => Buffer.from(make(textIn(settings, bytes))))
  return { block: null, source: settings, written, commit: landed, waiting: written && landed === null }
}

function withOwner(text: string | undefined, name: string): string {
  if (text === undefined) return `${JSON.stringify({ me: name }, null, 2)}\n`
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  return bom + withTopValue(settings, text.slice(bom.length), 'me', name)
}

function refuseUnnamed(store: Store, name: string, asIs: boolean): void {
  const entities = store.entities()
  if (name !== '' && !isUncalled(store, entityNamed(name, { known: store.known, canonical: entities.canonical })))
    return
  if (!asMentioned(name).some(isMentionable))
    throw wrong(`no fact could name “${name.slice(0, 80)}”: a name has none of the signs " @ \` < > [ ] * ^ | ~ \\`)
  if (asIs) return
  const near = nearNames(store, name)
  throw new MemoryError(
    'not-found',
    `nothing was written: nobody is called ${name.slice(0, 80)}${near.length > 0 ? `, did you mean ${near.join(' or ')}` : ''}? Where no fact names them yet, --as-is (asIs) writes it`,
  )
}

const wrong = (why: string): MemoryError => new MemoryError('bad-argument', `nothing was written: ${why}`)
