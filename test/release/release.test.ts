import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { build } from 'esbuild'
import { parse } from 'yaml'
import { packageVersion } from '../../src/index.js'
import { checkout } from '../support/with-repo.js'
import { linted } from '../workflow/runner.js'

const base = mkdtempSync(join(tmpdir(), 'memory-release-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const read = (path: string, root = checkout): string => readFileSync(join(root, path), 'utf8')
const script = (root: string, name: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/release', name), ...args], {
    encoding: 'utf8',
    env: { ...process.env, npm_config_offline: 'true' },
  })

interface Manifest {
  readonly version: string
  readonly license: string
  readonly files: readonly string[]
  readonly dependencies: Readonly<Record<string, string>>
  readonly engines: object
  readonly repository: { readonly url: string }
}
const manifestOf = (path: string, root = checkout): Manifest => JSON.parse(read(path, root)) as Manifest

/** A copy of the checkout as a release would have it, of other times and modes, without what is not packed. */
function copied(name: string): string {
  const root = join(base, name)
  for (const path of [
    'package.json',
    'package-lock.json',
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'openclaw.plugin.json',
    'actions',
    'bin',
    'dist',
    'docs',
    'packages',
    'scripts',
    'skills',
    'src/model',
    'templates',
  ])
    cpSync(join(checkout, path), join(root, path), { recursive: true, filter: (each) => !each.includes('.cache') })
  return root
}

describe('the version', () => {
  test('is the same wherever it stands, and the changelog tells of it', () => {
    const ran = script(checkout, 'version.js')
    expect(ran.status).toBe(0)
    const lines = ran.stdout.trim().split('\n')
    expect(new Set(lines.map((line) => line.split('  ')[0]))).toEqual(new Set([packageVersion]))
    expect(lines).toHaveLength(8)
    const section = script(checkout, 'changelog.js', `v${packageVersion}`)
    expect(section.status).toBe(0)
    expect(section.stdout.split('\n').length).toBeLessThanOrEqual(25)
    expect(script(checkout, 'changelog.js', 'v9.9.9').stderr).toContain('has no section')
  })

  test('is set by one command everywhere, or nowhere', () => {
    const root = copied('versions')
    const set = script(root, 'version.js', '7.8.9-rc.1')
    expect([set.status, set.stderr]).toEqual([0, ''])
    expect(manifestOf('package.json', root).version).toBe('7.8.9-rc.1')
    expect(manifestOf('packages/memory-rebuild/package.json', root)).toMatchObject({
      version: '7.8.9-rc.1',
      dependencies: { 'workspace-memory': '7.8.9-rc.1' },
    })
    const left = execFileSync('grep', ['-rlF', '7.8.9-rc.1', root], { encoding: 'utf8' }).trim().split('\n')
    expect(left.map((path) => path.slice(root.length + 1)).toSorted()).toEqual([
      'docs/commands/export.md',
      'docs/commands/init.md',
      'package-lock.json',
      'package.json',
      'packages/memory-rebuild/package.json',
      'src/model/version.ts',
    ])
    expect(script(root, 'version.js', 'v1').stderr).toContain('a version is like 0.2.0')
    writeFileSync(join(root, 'src/model/version.ts'), '')
    const refused = script(root, 'version.js', '8.0.0')
    expect([refused.status, manifestOf('package.json', root).version]).toEqual([1, '7.8.9-rc.1'])
  })
})

describe('what is packed', () => {
  test('is the same bytes from another folder, at another time and by another umask, with its sums and what is in it', () => {
    const [one, two] = [copied('one'), copied('two')]
    for (const path of readdirSync(join(two, 'dist'), { recursive: true, encoding: 'utf8' })) {
      utimesSync(join(two, 'dist', path), 1, 1)
      if (statSync(join(two, 'dist', path)).isFile()) chmodSync(join(two, 'dist', path), 0o600)
    }
    const out = [one, two].map((root) => {
      const ran = script(root, 'pack.js', join(root, '../out', root.slice(-3)), '--as-built')
      expect(ran.stderr).toBe('')
      return ran.stdout
    })
    expect(out[0]).toBe(out[1])
    const names = out[0]!
      .trim()
      .split('\n')
      .map((line) => line.slice(66))
    expect(names).toEqual([
      `memory-rebuild-${packageVersion}.tgz`,
      'sbom.cdx.json',
      `workspace-memory-${packageVersion}.tgz`,
    ])
    const folder = join(base, 'out/one')
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder })
    const { components } = JSON.parse(read('sbom.cdx.json', folder)) as {
      components: { name: string; group?: string }[]
    }
    const inIt = new Set(components.map(({ name, group }) => (group ? `${group}/${name}` : name)))
    for (const name of Object.keys(manifestOf('package.json').dependencies))
      expect([name, inIt.has(name)]).toEqual([name, true])
    // Installed with none of our users, and in dist/ all the same; and what only builds.
    expect(['yargs', 'smol-toml', 'esbuild', 'jest'].map((name) => inIt.has(name))).toEqual([true, true, false, false])
    expect(script(one, 'pack.js', folder, '--as-built').stderr).toContain('is not empty')
  })

  test('comes with the terms of every package whose code is in it, and of no other', async () => {
    const terms = read('dist/licences.txt').split(/\n-{80}\n\n/)
    const told = new Map(terms.map((text) => [text.split(' ', 1)[0]!, text]))
    const inDist = await bundledPackages()
    expect([...told.keys()].toSorted()).toEqual([...inDist.keys()].toSorted())
    for (const text of terms) {
      const [, name, version, license] = /^(\S+) (\S+) \(([^)]+)\)\n/.exec(text)!
      expect([name, (inDist.get(name!) ?? []).includes(version!)]).toEqual([name, true])
      expect([name, license]).toEqual([name, expect.stringMatching(/^(?:MIT|ISC|BSD-[23]-Clause|Apache-2\.0)$/)])
      expect([name, /copyright|\(c\)|Apache License/i.test(text)]).toEqual([name, true])
    }
  })
})

/** What esbuild finds that our sources import, with the same packages replaced as the build replaces; by name, its versions. */
async function bundledPackages(): Promise<Map<string, string[]>> {
  const { metafile } = await build({
    absWorkingDir: checkout,
    entryPoints: [
      'src/index.ts',
      'src/openclaw/plugin.ts',
      'src/cli.ts',
      'src/hooks/main.ts',
      'src/hooks/merge-driver.ts',
      'scripts/bundle/better-sqlite3.cjs',
    ],
    outdir: join(base, 'bundle'),
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['husky', 'bindings', '@secretlint/*', 'pg', '@electric-sql/*', '*.node'],
    alias: {
      'js-yaml': './scripts/bundle/js-yaml.js',
      'string-width': './scripts/bundle/string-width.js',
      assert: './scripts/bundle/assert.js',
      'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js',
    },
    metafile: true,
    logLevel: 'silent',
  })
  const folders = new Set(
    Object.keys(metafile.inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  )
  const found = new Map<string, string[]>()
  for (const folder of folders) {
    const { name, version } = JSON.parse(read(`${folder}/package.json`)) as { name: string; version: string }
    found.set(name, [...(found.get(name) ?? []), version])
  }
  return found
}

describe('a release from a tag', () => {
  const workflow = parse(read('.github/workflows/release.yml')) as {
    readonly permissions: object
    readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>
  }
  const runs = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))

  test('is a workflow that actionlint has nothing to say against, and whose scripts are there', () => {
    // That of attestations is younger than the linter.
    const faults = linted(read('.github/workflows/release.yml')) as readonly { message: string }[]
    expect(faults.filter(({ message }) => !message.startsWith('unknown permission scope "attestations"'))).toEqual([])
    expect(workflow.permissions).toEqual({})
    for (const run of runs) {
      expect(run).not.toContain('${{')
      for (const [, path] of run.matchAll(/node (scripts\/\S+)/g)) expect(existsSync(join(checkout, path!))).toBe(true)
    }
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(scripts['release']).toBe('node scripts/release/pack.js')
  })

  test('goes on only where the tag, both packages, the changelog and the repository agree', () => {
    const root = copied('checked')
    const tag = `v${packageVersion}`
    expect(script(root, 'check.js', tag, 'me/notes').status).toBe(1)
    expect(script(root, 'check.js', '--set', 'https://github.com/me/notes').stderr).toBe('')
    expect(script(root, 'check.js', tag, 'me/notes')).toMatchObject({ status: 0, stderr: '' })
    expect(script(root, 'check.js', 'v9.0.0', 'me/notes').stderr).toMatch(
      /of version .*, and the tag is v9\.0\.0[\s\S]*no section/,
    )
    expect(script(root, 'check.js', tag, 'you/notes').stderr).toContain('comes from https://github.com/me/notes')
    expect(script(root, 'check.js', '--set', 'git@host:x').status).toBe(1)
  })

  test('both packages name one repository and the same versions of Node', () => {
    const [one, other] = ['package.json', 'packages/memory-rebuild/package.json'].map((path) => manifestOf(path))
    expect(one!.repository.url).toBe(other!.repository.url)
    expect(one!.engines).toEqual(other!.engines)
    expect(one!.license).toBe(other!.license)
    expect(one!.files).toContain('SECURITY.md')
  })
})
