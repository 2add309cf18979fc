// node scripts/release/pack.js FOLDER: what a release consists of, into an empty folder. Both packages are built and packed
// twice, and have to be the same bytes; beside them SHA256SUMS and, as sbom.cdx.json, all that is in them. `--as-built` packs
// what stands in dist/.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const npm = (root, ...args) =>
  execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
    shell: process.platform === 'win32',
  })

/** Names and digests of the packages, packed into a folder. */
function packed(root, folder) {
  mkdirSync(folder, { recursive: true })
  for (const path of ['.', './packages/memory-rebuild']) {
    plainModes(join(root, path))
    npm(root, 'pack', path, '--ignore-scripts', '--silent', '--pack-destination', folder)
  }
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, digest: digestOf(join(folder, name)) }))
}

/** npm packs a file's mode as it is, which the umask of whoever checked it out or built it decides. */
function plainModes(root) {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of ['package.json', ...files.filter((each) => !each.startsWith('!'))]) {
    const path = join(root, name)
    const isFolder = statSync(path).isDirectory()
    const below = isFolder ? readdirSync(path, { recursive: true }).map((each) => join(path, each)) : [path]
    for (const each of below) {
      const { mode } = statSync(each)
      if (!statSync(each).isDirectory()) chmodSync(each, mode & 0o100 ? 0o755 : 0o644)
    }
  }
}

const digestOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** `yargs@18.2.0`: whose terms `dist/licences.txt` holds, by the first line of each. */
export const bundledIn = (licences) =>
  licences.split(/\n-{80}\n\n/).map((terms) => terms.replace(/^(\S+) (\S+) [\s\S]*$/, '$1@$2'))

/**
 * The packages that an installation brings, and those whose code stands in dist/: npm calls the latter development, since
 * nobody has to install them. No time and no number of its own is in it: the same tree gives the same bytes.
 */
export function sbomOf(root) {
  const bom = JSON.parse(npm(root, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'))
  const bundled = new Set(bundledIn(readFileSync(join(root, 'dist/licences.txt'), 'utf8')))
  const isDevelopment = ({ properties = [] }) => properties.some(({ name }) => name === 'cdx:npm:package:development')
  const nameOf = ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`
  const components = bom.components.filter((each) => !isDevelopment(each) || bundled.has(nameOf(each)))
  const named = new Set(components.map(nameOf))
  const missing = [...bundled].filter((name) => !named.has(name))
  if (missing.length > 0) throw new Error(`in dist/ and not in package-lock.json: ${missing.join(', ')}`)
  const references = new Set([bom.metadata.component['bom-ref'], ...components.map((each) => each['bom-ref'])])
  const { timestamp: _timestamp, ...metadata } = bom.metadata
  const { serialNumber: _number, ...rest } = bom
  return {
    ...rest,
    metadata: { ...metadata, component: { ...metadata.component, name: 'workspace-memory' } },
    components: components.map((each) => ({
      ...each,
      properties: bundled.has(nameOf(each)) ? [{ name: 'workspace-memory:bundled', value: 'true' }] : [],
    })),
    dependencies: bom.dependencies
      .filter(({ ref }) => references.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => references.has(each)) })),
  }
}

/** @returns what was written, as SHA256SUMS has it */
export function release(root, target, { asBuilt = false } = {}) {
  mkdirSync(target, { recursive: true })
  if (readdirSync(target).length > 0) throw new Error(`${target} is not empty`)
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  const build = () => asBuilt || npm(root, 'run', '--silent', 'build')
  try {
    build()
    const once = packed(root, join(folder, 'once'))
    build()
    const again = packed(root, join(folder, 'again'))
    if (JSON.stringify(once) !== JSON.stringify(again))
      throw new Error(`packed twice, and not the same:\n${JSON.stringify([once, again], null, 2)}`)
    cpSync(join(folder, 'once'), target, { recursive: true })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  writeFileSync(join(target, 'sbom.cdx.json'), `${JSON.stringify(sbomOf(root), null, 2)}\n`)
  const sums = readdirSync(target)
    .toSorted()
    .map((name) => `${digestOf(join(target, name))}  ${name}\n`)
    .join('')
  writeFileSync(join(target, 'SHA256SUMS'), sums)
  return sums
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const words = process.argv.slice(2)
  const [target] = words.filter((word) => !word.startsWith('--'))
  try {
    if (target === undefined) throw new Error('name the folder: node scripts/release/pack.js FOLDER')
    process.stdout.write(
      release(fileURLToPath(new URL('../..', import.meta.url)), resolve(target), {
        asBuilt: words.includes('--as-built'),
      }),
    )
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
