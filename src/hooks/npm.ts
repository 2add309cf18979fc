import { MemoryError } from '../model/error.js'
import { readRegular } from '../files/files.js'
import type { Repository } from '../git/repository.js'
import { changeText, replacerOf } from '../files/replace-file.js'

/** The part of a package.json that is read here: https://docs.npmjs.com/cli/configuring-npm/package-json */
interface Manifest extends Record<string, unknown> {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  /** The packages whose install scripts npm 12 runs. SQLite's compiles its module. */
  allowScripts?: Record<string, boolean>
}

const ours = 'workspace-memory'
const native = 'better-sqlite3'

/** Whether the workspace's package.json names this package, so that a clone needs nothing but `npm ci`. */
export function namesPackage(root: string): boolean {
  const text = readRegular(root, 'package.json')?.toString('utf8')
  const manifest = text === undefined ? undefined : parsed(text)
  return manifest !== undefined && named(manifest)
}

const named = ({ dependencies, devDependencies }: Manifest): boolean =>
  dependencies?.[ours] !== undefined || devDependencies?.[ours] !== undefined

/**
 * Name this package in the workspace's package.json, let npm 12 compile SQLite's module, and have Git ignore
 * `node_modules/`. Existing choices stay: another version, a `false` for the module, the file's indentation.
 *
 * @returns the files that were written
 * @throws MemoryError bad-config where package.json is no JSON object
 */
export function namePackage({ root, ignored }: Pick<Repository, 'root' | 'ignored'>, version: string): string[] {
  const isNamed = replacerOf(root).change('package.json', (standing) => {
    const { manifest, indent, newline } = read(standing) ?? {
      manifest: { private: true },
      indent: '  ',
      newline: '\n',
    }
    const complete: Manifest = {
      ...manifest,
      ...(named(manifest) ? {} : { dependencies: { ...manifest.dependencies, [ours]: `^${version}` } }),
      allowScripts: { ...manifest.allowScripts, [native]: manifest.allowScripts?.[native] ?? true },
    }
    if (standing && JSON.stringify(complete) === JSON.stringify(manifest)) return standing
    return Buffer.from(`${JSON.stringify(complete, null, indent)}\n`.replaceAll('\n', newline))
  })
  const written = isNamed ? ['package.json'] : []
  if (ignored(['node_modules/x']).length > 0) return written
  changeText(root, '.gitignore', (text) => `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}node_modules/\n`)
  return [...written, '.gitignore']
}

function read(standing: Buffer | undefined): { manifest: Manifest; indent: string; newline: string } | undefined {
  const text = standing?.toString('utf8')
  if (text === undefined) return undefined
  const manifest = parsed(text)
  if (!manifest) throw new MemoryError('bad-config', 'package.json is not one that npm would read: mend it first')
  return {
    manifest,
    indent: /^[ \t]+(?=")/m.exec(text)?.[0] ?? '  ',
    newline: text.includes('\r\n') ? '\r\n' : '\n',
  }
}

/** The manifest in a text; undefined where npm could not read it either. */
function parsed(text: string): Manifest | undefined {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
  if (!isTable(value)) return undefined
  const tables = [value['dependencies'], value['devDependencies'], value['allowScripts']]
  return tables.every((table) => table === undefined || isTable(table)) ? value : undefined
}

const isTable = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
