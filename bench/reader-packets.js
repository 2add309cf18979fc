// The packets of a workspace as a reader is given them, with the product's own functions.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bundled } from './internals.js'
import { committed } from './labelled.js'
import { coreFiles } from './plain-search.js'

/** What of a workspace says what is known: its notes, its pages with what people put into them, and its settings. */
const known = ['memory', 'bank', '.memory', ...coreFiles]

export const readerRooms = () =>
  bundled(`
    export { openStore } from './src/store/store.js'
    export { configOf } from './src/pipeline/settings.js'
    export { readConfig } from './src/workspace/session/config.js'
    export { knownAbout } from './src/workspace/reader/known-about.js'
    export { dayOfPath, roleOf } from './src/model/note.js'
    export { kinds } from './src/model/kind.js'
    export { isImported } from './src/model/origin.js'
    export { packageVersion } from './src/model/version.js'
    export { readerLines } from './src/reader/log-lines.js'
    export { readerPackets, shownHeading, shownLine } from './src/reader/packet.js'
    export { readerRequest, requestAsText } from './src/reader/request.js'
    export { readerAnswers } from './src/reader/answer.js'
    export { checkAnswers } from './src/reader/check.js'
    export { guardNames } from './src/reader/guards/guards.js'`)

/** What a request is known by: 12 digits of the bytes that a program is given. */
export const keyOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 12)

/**
 * Every packet of a workspace's logs, what was read before too, as `memory reflect --read --all` would ask about them were
 * the folder committed as it lies there.
 *
 * @param scratch a folder for a copy of it: nothing is written into the folder itself
 */
export async function packetsOf(rooms, folder, scratch) {
  const { openStore, configOf, readConfig, packageVersion, knownAbout, readerPackets, readerRequest, requestAsText } =
    rooms
  const root = await committed(folder, join(scratch, 'workspace'), undefined, known)
  const store = openStore(`${root}/.git/workspace-memory`)
  try {
    const { config } = configOf({ readConfig, packageVersion }, store.standing().settings)
    const aboutOf = knownAbout({ config: () => ({ config }), progress: () => undefined }, store)
    return logsIn(rooms, root).flatMap((log) =>
      readerPackets(log, { config }).map((packet) => {
        const about = aboutOf(packet)
        const request = readerRequest(packet, about)
        const sections = packet.sections.map(({ id }) => id)
        return { key: keyOf(requestAsText(request)), log, packet, about, request, sections, config }
      }),
    )
  } finally {
    store.close()
  }
}

function logsIn({ dayOfPath, roleOf, isImported }, root) {
  return readdirSync(join(root, 'memory'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => roleOf(path) === 'note' && !isImported(path) && dayOfPath(path) !== null)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((path) => ({ path, day: dayOfPath(path), text: readFileSync(join(root, path), 'utf8') }))
}
