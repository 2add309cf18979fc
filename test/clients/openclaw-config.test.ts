import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { json5Tree, json5Value } from '../../src/clients/json5-tree.js'
import { planConfig, type SettingStep } from '../../src/clients/openclaw-config.js'
import { checkout, withRepo, type Repo } from '../support/with-repo.js'

const path = '.openclaw/openclaw.json'
const place = checkout.replace(/\/$/, '')

/** Play in a repository whose HOME has an OpenClaw of this configuration. */
const withConfig = (text: string, work: (repo: Repo, home: Repo) => void): Promise<void> =>
  withRepo((repo) => {
    repo.at('home').write(path, text)
    work(repo, repo.at('home'))
  })
const value = (home: Repo): unknown => json5Value(json5Tree(path, home.read(path).replace(/^\uFEFF/, '')))
const add = (repo: Repo, ...more: string[]): ReturnType<Repo['memory']> =>
  repo.memory('init', '--with', 'openclaw', '--yes', ...more)
const takeOut = (repo: Repo): ReturnType<Repo['memory']> => repo.memory('init', '--without', 'openclaw')
const does = ({ stdout }: { stdout: string }): SettingStep['does'][] =>
  (JSON.parse(stdout) as { openclaw: { steps: SettingStep[] } }).openclaw.steps.map((step) => step.does)

const ours = {
  plugins: {
    load: { paths: [place] },
    entries: { 'workspace-memory': { enabled: true, hooks: { allowConversationAccess: true } } },
  },
  memory: { search: { extraPaths: ['bank'] } },
}

/** What people have in such a file. */
const configurations: Readonly<Record<string, string>> = {
  'an empty object': '{}',
  'an empty object with a line break': '{\n}\n',
  'plain JSON as OpenClaw writes it':
    '{\n  "gateway": {\n    "port": 18789\n  },\n  "agents": {\n    "defaults": {\n      "workspace": "~/notes"\n    }\n  }\n}\n',
  'JSON5 with comments': `// mine\n{\n  agents: { defaults: { workspace: '~/notes' } }, // where it is\n  channels: { whatsapp: { allowFrom: ["+15555550123"] } },\n}\n`,
  'plugins of others':
    "{\n\tplugins: {\n\t\tallow: ['telegram'], // nothing else\n\t\tload: { paths: ['~/a'] },\n\t\tentries: {\n\t\t\ttelegram: { enabled: true },\n\t\t},\n\t},\n\tmemory: { search: { extraPaths: ['docs', {path: '/srv', pattern: '*.md'}] } },\n}",
  'CRLF and a byte order mark': '\uFEFF{\r\n  "memory": {\r\n    "search": {}\r\n  }\r\n}\r\n',
  'all on one line': '{plugins:{entries:{},load:{paths:[]}},memory:{search:{extraPaths:[]}}}',
}

describe('memory init --with openclaw --yes', () => {
  test.each(Object.entries(configurations))('adds to %s, once, and --without gives back its bytes', (_what, text) =>
    withConfig(text, (repo, home) => {
      chmodSync(home.path(path), 0o600)
      expect(add(repo).status).toBe(0)
      const after = home.read(path)
      expect(value(home)).toMatchObject({ plugins: { entries: ours.plugins.entries } })
      expect(JSON.stringify(value(home))).toContain(JSON.stringify(place))
      expect(statSync(home.path(path)).mode & 0o777).toBe(0o600)
      expect(new Set(does(add(repo, '--json')))).toEqual(new Set(['unchanged']))
      expect(home.read(path)).toBe(after)
      expect(takeOut(repo).status).toBe(0)
      expect(home.read(path)).toBe(text)
      expect(readdirSync(home.path('.openclaw'))).toEqual(['openclaw.json'])
    }),
  )

  test('has all that OpenClaw needs, in an allowlist too where there is one', async () => {
    await withConfig('{}', (repo, home) => {
      add(repo)
      expect(value(home)).toEqual(ours)
    })
    await withConfig('{plugins: {allow: ["telegram"]}}', (repo, home) => {
      add(repo)
      expect(value(home)).toMatchObject({ plugins: { allow: ['telegram', 'workspace-memory'] } })
    })
  })

  test('keeps what was there, comments and order, byte for byte', () =>
    withConfig(configurations['plugins of others']!, (repo, home) => {
      add(repo)
      const lines = home.read(path).split('\n')
      const before = configurations['plugins of others']!
      for (const words of ['// nothing else', "{path: '/srv', pattern: '*.md'}", 'telegram: { enabled: true }'])
        expect(lines.some((line) => line.includes(words)) && before.includes(words)).toBe(true)
    }))

  test('names and switches on no plugin that OpenClaw installed itself', () =>
    withConfig('{}', (repo, home) => {
      mkdirSync(home.path('.openclaw/extensions/workspace-memory'), { recursive: true })
      add(repo)
      expect(value(home)).toEqual({
        plugins: { entries: { 'workspace-memory': { hooks: { allowConversationAccess: true } } } },
        memory: ours.memory,
      })
    }))

  test('leaves alone what somebody decided, and says so', () =>
    withConfig('{plugins: {entries: {"workspace-memory": {enabled: false}}}}', (repo, home) => {
      const { stdout } = add(repo)
      expect(stdout).toContain(
        'left alone  plugins.entries.workspace-memory.enabled is not as memory init writes it, so it is yours',
      )
      expect(value(home)).toMatchObject({ plugins: { entries: { 'workspace-memory': { enabled: false } } } })
      takeOut(repo)
      expect(home.read(path)).toBe('{plugins: {entries: {"workspace-memory": {enabled: false}}}}')
    }))

  test('what was put beside ours stays when ours is taken out', () =>
    withConfig('{}', (repo, home) => {
      add(repo)
      const more = home.read(path).replace('"enabled": true', '"enabled": true,\n        "config": { "brief": false }')
      home.write(path, more)
      takeOut(repo)
      expect(value(home)).toEqual({ plugins: { entries: { 'workspace-memory': { config: { brief: false } } } } })
    }))

  test.each([
    ['no JSON5', '{\n  agents: {', 2, 'a key is expected'],
    ['a list', '[]', 1, 'the file has to be an object'],
    ['plugins of another file', '{\n  plugins: { $include: "./p.json5" } }', 2, 'plugins is taken from another file'],
    ['all of another file', '{ $include: "./all.json5" }', 1, 'it is taken from another file by $include'],
    [
      'an allowlist of another file',
      '{ plugins: {\n allow: { $include: "./a.json5" } } }',
      2,
      'plugins.allow is taken from another file by $include, so add it there',
    ],
    [
      'a list of paths of another file',
      '{ memory: { search: { extraPaths: { $include: "./e.json5" } } } }',
      1,
      'memory.search.extraPaths is taken from another file',
    ],
    ['search that is no object', '{ memory: { search: 3 } }', 1, 'memory.search has to be an object'],
    ['a key twice', '{ plugins: {}, "plugins": {} }', 1, 'plugins is there twice'],
  ])('is refused with its line where there is %s, and nothing is written', (_what, text, line, why) =>
    withConfig(text, (repo, home) => {
      const { status, stderr } = add(repo)
      expect([status, stderr]).toEqual([2, expect.stringContaining(`openclaw.json:${line} is not understood: ${why}`)])
      expect(home.read(path)).toBe(text)
    }),
  )

  test('says where to take ours out, where that is another file', () =>
    withConfig('{ plugins: { $include: "./p.json5" } }', (repo) => {
      const { status, stderr } = takeOut(repo)
      expect([status, stderr]).toEqual([2, expect.stringContaining('by $include, so take ours out there')])
    }))

  test('is refused where the configuration is a link, a folder or not there', () =>
    withRepo((repo) => {
      const home = repo.at('home')
      const refused = (why: string): void => {
        const { status, stderr } = add(repo)
        expect([status, stderr]).toEqual([2, expect.stringContaining(why)])
      }
      refused('openclaw.json is not there: openclaw onboard writes one')
      expect(home.exists('.openclaw')).toBe(false)
      home.write('.openclaw/real.json', '{}')
      symlinkSync('real.json', home.path(path))
      refused('openclaw.json is a link: nothing is written there')
      expect(home.read('.openclaw/real.json')).toBe('{}')
      home.remove(path)
      mkdirSync(home.path(path))
      refused('openclaw.json is no file')
    }))

  test.each([
    [['--yes'], '--yes goes with --with openclaw'],
    [['--with', 'openclaw', '--without', 'openclaw'], 'openclaw is given to --with and to --without'],
  ])('%j is refused', (args, why) =>
    withRepo((repo) => {
      const { status, stderr } = repo.memory('init', ...args)
      expect([status, stderr]).toEqual([2, expect.stringContaining(why)])
    }),
  )
})

const gap = fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t', ' // said\n', '/* {, */', '\n\n')
const group = (open: string, close: string, members: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.array(fc.tuple(gap, members, gap), { maxLength: 3 }), fc.boolean(), gap).map(([all, trails, end]) => {
    const inner = all.map((parts) => parts.join('')).join(',')
    return `${open}${inner}${trails && all.length > 0 ? ',' : ''}${end}${close}`
  })
const scalar = fc.constantFrom("'a // b'", '"}"', '0x1F', 'null', '[1, 2,]', '{ }')
/** An object with some of the keys given, each at most once, in any order, and others between them. */
const object = (own: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.shuffledSubarray(['other', "'b c'", ...Object.keys(own)]), fc.boolean(), gap)
    .chain(([keys, trails, end]) =>
      fc.tuple(...keys.map((key) => fc.tuple(gap, fc.constant(key), gap, gap, own[key] ?? scalar, gap))).map((all) => {
        const inner = all.map(([a, key, b, c, held, d]) => `${a}${key}${b}:${c}${held}${d}`).join(',')
        return `{${inner}${trails && all.length > 0 ? ',' : ''}${end}}`
      }),
    )
const list = group('[', ']', scalar)
const any = fc
  .tuple(
    gap,
    object({
      plugins: object({
        allow: list,
        load: object({ paths: list }),
        entries: object({ "'workspace-memory'": object({ config: object({}), hooks: object({}) }) }),
      }),
      memory: object({ search: object({ extraPaths: list }) }),
    }),
    gap,
  )
  .map((parts) => parts.join(''))

test('whatever stands in a configuration, it holds the same and ours, and then the same bytes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'memory-test-'))
  const config = join(folder, 'openclaw.json')
  const held = (): unknown => json5Value(json5Tree(config, readFileSync(config, 'utf8')))
  try {
    fc.assert(
      fc.property(any, (text) => {
        writeFileSync(config, text)
        const before = held()
        planConfig(config, { isOut: false, packageRoot: place }).apply()
        expect(held()).toMatchObject({ plugins: { entries: ours.plugins.entries } })
        planConfig(config, { isOut: true, packageRoot: place }).apply()
        expect(readFileSync(config, 'utf8')).toBe(text)
        expect(held()).toEqual(before)
      }),
      { seed: 19, numRuns: 300 },
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
