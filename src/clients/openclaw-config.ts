import { lstatSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { readAtMost } from '../files/files.js'
import { replacerOf } from '../files/replace-file.js'
import { MemoryError } from '../model/error.js'
import { lineAt, misunderstood, type Editor } from './editor.js'
import { jsonEntry, type JsonNode, type JsonPlace } from './json-entry.js'
import { json5Tree, json5Value } from './json5-tree.js'
import type { SetUpStep } from './set-up.js'

const plugin = 'workspace-memory'

export type SettingStep = Pick<SetUpStep, 'does' | 'entry'>

export interface ConfigPlan {
  readonly steps: readonly SettingStep[]
  readonly apply: () => void
}

interface WantedPlugin {
  /** Whether to take our settings out. */
  readonly isOut: boolean
  /** This package's folder; undefined where OpenClaw has the plugin already: it is then neither named nor enabled. */
  readonly packageRoot: string | undefined
}

/** Bytes; no configuration that a person writes is this long. */
const largest = 1_000_000

/**
 * Plans what to add to OpenClaw's configuration, or to take out; nothing is written yet. Each setting is a member or an
 * element of its own, and all else in the file keeps its bytes. Settings are taken out in the reverse order, which
 * gives back the bytes from before.
 *
 * @param config `~/.openclaw/openclaw.json`, JSON5 (https://docs.openclaw.ai/gateway/configuration)
 * @throws MemoryError bad-config where there is none, or it cannot be understood; unsafe-path where it is a link or no
 * file; file-failed where it cannot be read
 */
export function planConfig(config: string, wanted: WantedPlugin): ConfigPlan {
  const standing = lstatSync(config, { throwIfNoEntry: false })
  if (standing === undefined)
    throw new MemoryError(
      'bad-config',
      `${config} is not there: openclaw onboard writes one, or write {} into it yourself`,
    )
  if (!standing.isFile())
    throw new MemoryError(
      'unsafe-path',
      `${config} is ${standing.isSymbolicLink() ? 'a link' : 'no file'}: nothing is written there, and OpenClaw wants a file`,
    )
  const root = dirname(config)
  const name = basename(config)
  const bytes = readAtMost(root, name, largest)
  return {
    steps: Buffer.isBuffer(bytes) ? edited(config, bytes, wanted).steps : unreadable(config, bytes),
    apply: () =>
      void replacerOf(root, undefined, null).change(
        name,
        (read) => edited(config, read ?? Buffer.alloc(0), wanted).bytes,
      ),
  }
}

function unreadable(config: string, found: ReturnType<typeof readAtMost>): never {
  const why = typeof found === 'object' && 'refused' in found ? found.refused : `more than ${largest} bytes`
  throw new MemoryError('file-failed', `${config} cannot be read: ${why}`)
}

interface EditedConfig {
  readonly bytes: Buffer
  readonly steps: readonly SettingStep[]
}

const byteOrderMark = '\uFEFF'

function edited(config: string, bytes: Buffer, { isOut, packageRoot }: WantedPlugin): EditedConfig {
  const whole = bytes.toString('utf8')
  if (!Buffer.from(whole).equals(bytes)) throw misunderstood(config, 1, 'it is not UTF-8')
  const mark = whole.startsWith(byteOrderMark) ? byteOrderMark : ''
  let text = whole.slice(mark.length)
  refuseIncludes(config, text, isOut)
  const editors = settings(text, config, packageRoot)
  const steps = (isOut ? editors.toReversed() : editors).map((editor): SettingStep => {
    const how = editor.find(config, text)
    if (how === 'changed') return { does: 'left alone', entry: editor.name }
    if ((how === 'ours') !== isOut) return { does: 'unchanged', entry: editor.name }
    // The file was there before our settings, so it stays, even where it holds nothing else.
    text = isOut ? (editor.remove(config, text) ?? '{}') : editor.add(config, text)
    return { does: isOut ? 'remove' : 'write', entry: isOut ? editor.name : editor.shows }
  })
  return { bytes: Buffer.from(mark + text), steps: isOut ? steps.toReversed() : steps }
}

/** The editors of our settings, in the order in which these are added. */
function settings(text: string, config: string, packageRoot: string | undefined): Editor[] {
  const entry = ['plugins', 'entries', plugin]
  const places: JsonPlace[] = [
    // A list that is there admits only the plugins in it; without one, all are admitted.
    ...(isList(json5Tree(config, text), ['plugins', 'allow']) ? [{ within: ['plugins', 'allow'], value: plugin }] : []),
    ...(packageRoot === undefined
      ? []
      : [
          { within: ['plugins', 'load', 'paths'], value: packageRoot, sign: plugin },
          { within: entry, key: 'enabled', value: true },
        ]),
    { within: [...entry, 'hooks'], key: 'allowConversationAccess', value: true },
    { within: ['memory', 'search', 'extraPaths'], value: 'bank' },
  ]
  return places.map((place) => jsonEntry(place, json5Tree))
}

const memberOf = (node: JsonNode | undefined, key: string): JsonNode | undefined =>
  node?.type === 'object'
    ? node.children?.find(({ children }) => children?.[0]?.value === key)?.children?.[1]
    : undefined

const isList = (root: JsonNode, keys: readonly string[]): boolean =>
  keys.reduce<JsonNode | undefined>(memberOf, root)?.type === 'array'

/**
 * Throws where a part that we write to has `$include`: a member of ours beside it would hide what that file says, and
 * an allowlist there may leave our plugin out.
 */
function refuseIncludes(config: string, text: string, isOut: boolean): void {
  const root = json5Tree(config, text)
  const ways = [
    ['plugins', 'entries', plugin, 'hooks'],
    ['plugins', 'load', 'paths'],
    ['plugins', 'allow'],
    ['memory', 'search', 'extraPaths'],
  ]
  for (const way of ways)
    for (let depth = 0; depth <= way.length; depth++) {
      const holder = way.slice(0, depth).reduce<JsonNode | undefined>(memberOf, root)
      const include = memberOf(holder, '$include')
      if (include)
        throw misunderstood(
          config,
          lineAt(text, include.offset),
          `${way.slice(0, depth).join('.') || 'it'} is taken from another file by $include, so ${isOut ? 'take ours out' : 'add it'} there`,
        )
    }
}

/**
 * What a configuration of OpenClaw's holds itself, without the files that it includes; undefined where there is none.
 *
 * @throws MemoryError bad-config with the line; file-failed where it cannot be read
 */
export function readConfiguration(config: string): unknown {
  const bytes = readAtMost(dirname(config), basename(config), largest)
  if (bytes === undefined) return undefined
  if (!Buffer.isBuffer(bytes)) return unreadable(config, bytes)
  return json5Value(json5Tree(config, bytes.toString('utf8').replace(/^\uFEFF/, '')))
}
