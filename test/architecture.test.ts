import { describe, expect, test } from '@jest/globals'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Path from the root of the repository → text. */
type Sources = ReadonlyMap<string, string>

const sources: Sources = new Map(
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/${name}`)
    .toSorted()
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)

interface Import {
  readonly from: string
  /** A path of ours (`src/model/fact.ts`), or a package's name. */
  readonly to: string
  readonly how: 'type' | 'static' | 'dynamic'
}

const alreadyRead = new Map<string, readonly Import[]>()

function importsOf(path: string, text: string): readonly Import[] {
  const key = `${path}\0${text}`
  const imports = alreadyRead.get(key) ?? readImports(path, text)
  alreadyRead.set(key, imports)
  return imports
}

/** Every import of a file. `import { type X }` still loads its module at run time, so only `import type` counts as one. */
function readImports(path: string, text: string): Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Node | undefined, how: Import['how']): void => {
    if (specifier && ts.isStringLiteralLike(specifier))
      found.push({ from: path, to: resolved(path, specifier.text), how })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.isTypeOnly ? 'type' : 'static')
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'static')
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, 'type')
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], 'dynamic')
    else if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'require')
      add(node.arguments[0], 'static')
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true))
  return found
}

function resolved(path: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier.startsWith('node:') ? specifier : packageName(specifier)
  return join(path, '..', specifier).replace(/\.js$/, '.ts')
}

const packageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

interface Room {
  /** Rooms that it may import; its own is always allowed. */
  readonly may: readonly string[]
  /** Rooms that it may import by `import type`. */
  readonly typesOf: readonly string[]
}

const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const names = (cell: string): string[] => [...cell.matchAll(/`([a-z/]+)`/g)].map(([, name]) => name!)

/** The table of rooms in ARCHITECTURE.md, lowest first: `| \`judge\` | what it knows | may import | only types of |`; `workspace/session` is a room in another. */
const rooms: ReadonlyMap<string, Room> = new Map(
  [...architecture.matchAll(/^\| `([a-z/]+)` \|[^|\n]+\|([^|\n]*)\|([^|\n]*)\|$/gm)].map(([, room, may, typesOf]) => [
    room!,
    { may: names(may!), typesOf: names(typesOf!) },
  ]),
)

/** The one file of a room that a file of another may reach without reaching the room. */
const [, doorFrom, doorTo] = /^One exception: `([^`]+)` reaches `([^`]+)`/m.exec(architecture)!

function roomOf(path: string): string | undefined {
  if (path === 'src/cli.ts') return 'cli'
  if (/^src\/(?:index|package-root)\.ts$/.test(path)) return 'index'
  // The longest row that the path begins with.
  for (let folder = dirname(path); folder.startsWith('src/'); folder = dirname(folder)) {
    const room = folder.slice('src/'.length)
    if (room !== 'index' && rooms.has(room)) return room
  }
  return undefined
}

/** Where each package may be imported; `onlyOneFile` for those that sit behind one wrapper. */
const pins: Record<string, { readonly where: RegExp; readonly onlyOneFile?: string }> = {
  'simple-git': { where: /^src\/git\// },
  execa: {
    where:
      /^src\/(?:git\/|clients\/try-servers\.ts$|hooks\/(?:husky|run-program)\.ts$|ask\/run-program\.ts$|fleet\/reach\.ts$)/,
  },
  'better-sqlite3': { where: /^src\/sqlite\// },
  'node:sqlite': { where: /^$/ }, // sqlite/node.ts asks whether this Node has it
  micromark: { where: /^src\/parse\/parse-/, onlyOneFile: 'micromark' },
  'micromark-extension-gfm-table': { where: /^src\/parse\/parse-/, onlyOneFile: 'micromark' },
  'gray-matter': { where: /^src\/parse\/parse-/, onlyOneFile: 'front matter' },
  yaml: { where: /^src\/(?:parse\/parse-front-matter|expect\/expect-file)\.ts$/ },
  'jsonc-parser': { where: /^src\/(?:clients\/json-entry|ask\/program)\.ts$/ },
  pg: { where: /^src\/fleet\// },
  '@electric-sql/pglite': { where: /^src\/fleet\// },
  '@electric-sql/pglite-socket': { where: /^src\/fleet\// },
  'smol-toml': { where: /^src\/clients\/toml-entry\.ts$/ },
  yargs: { where: /^src\/cli(?:\.ts$|\/)/ },
  liquidjs: { where: /^src\/render\//, onlyOneFile: 'templates' },
  '@secretlint/secretlint-rule-preset-recommend': { where: /^src\/workspace\/secrets\/secret-rules\.ts$/ },
  'node:child_process': { where: /^$/ }, // git/run-git.ts gets it when it first runs Git
  child_process: { where: /^$/ }, // by its node: name only, or the pin above could be walked around
}

/** Every departure from the rules, as a sentence. */
function violations(files: Sources): string[] {
  const imports = [...files].flatMap(([path, text]) => importsOf(path, text))
  const wrong: string[] = []
  const unplaced = [...files.keys()].filter((path) => roomOf(path) === undefined)
  wrong.push(...unplaced.map((path) => `${path} stands in no room of ARCHITECTURE.md`))
  for (const { from, to, how } of imports) {
    const room = roomOf(from)
    if (room === undefined || !to.startsWith('src/')) continue
    const target = roomOf(to) ?? ''
    const { may, typesOf } = rooms.get(room)!
    const allowed =
      target === room ||
      may.includes(target) ||
      (how === 'type' && typesOf.includes(target)) ||
      (from === doorFrom && to === doorTo)
    if (!allowed) wrong.push(`${from} (${room}) must not import ${to}${how === 'type' ? ' even by type' : ''}`)
  }
  for (const { from, to } of imports) {
    const pin = pins[to]
    if (pin && !pin.where.test(from)) wrong.push(`${from} must not import ${to}`)
  }
  for (const wrapper of new Set(Object.values(pins).flatMap((pin) => pin.onlyOneFile ?? []))) {
    const users = imports.filter(({ to }) => pins[to]?.onlyOneFile === wrapper).map(({ from }) => from)
    if (new Set(users).size > 1)
      wrong.push(`${wrapper} is imported in several files: ${[...new Set(users)].join(', ')}`)
  }
  return wrong
}

/** Packages and files that are loaded as soon as `entry` is; with `dynamic`, whatever it could load, but for what lies behind `apart`. */
function reachedFrom(entry: string, files: Sources, dynamic = false, apart: readonly string[] = []): Set<string> {
  const reached = new Set<string>()
  const visit = (path: string): void => {
    if (reached.has(path) || apart.includes(path)) return
    reached.add(path)
    const text = files.get(path)
    if (text === undefined) return
    for (const { to, how } of importsOf(path, text)) if (how === 'static' || (dynamic && how === 'dynamic')) visit(to)
  }
  visit(entry)
  return reached
}

const slowToLoad = ['simple-git', 'execa', 'yargs', '@secretlint/secretlint-rule-preset-recommend']
const parsers = ['micromark', 'micromark-extension-gfm-table', 'gray-matter', 'yaml', 'liquidjs']

describe('the rooms of src/, as ARCHITECTURE.md draws them', () => {
  test('every file is read', () => {
    expect(sources.size).toBeGreaterThan(50)
  })

  test('ARCHITECTURE.md lists every room, from the lowest up, names none that is not needed, and the files it names exist', () => {
    const order = [...rooms.keys()]
    const outer = (folder: string): string => folder.split('/')[0]!
    // A room that has a room in it has none but those that the table lists.
    const divided = new Set(order.filter((room) => room.includes('/')).map(outer))
    const folders = new Set(
      [...sources.keys()].flatMap((path) => {
        const folder = dirname(path).slice('src/'.length)
        return folder === '' ? [] : [divided.has(outer(folder)) ? folder : outer(folder)]
      }),
    )
    expect(order.toSorted()).toEqual([...folders, 'index'].toSorted())
    const edges = [...sources].flatMap(([path, text]) =>
      importsOf(path, text).map(({ to, how }) => ({ from: roomOf(path)!, to: roomOf(to), byType: how === 'type' })),
    )
    for (const [room, { may, typesOf }] of rooms) {
      for (const lower of [...may, ...typesOf]) expect(order.slice(0, order.indexOf(room))).toContain(lower)
      for (const lower of may) expect(edges).toContainEqual({ from: room, to: lower, byType: false })
      for (const lower of typesOf) expect(edges).toContainEqual({ from: room, to: lower, byType: true })
    }
    for (const [, path] of architecture.matchAll(/`((?:src\/)?[a-z]+\/[a-z/-]+\.ts)`/g))
      expect([...sources.keys(), 'test/architecture.test.ts']).toContain(
        /^(?:src|test)\//.test(path!) ? path : `src/${path}`,
      )
  })

  test('no file leads back to itself, by type or otherwise', () => {
    const next = new Map([...sources].map(([path, text]) => [path, importsOf(path, text)]))
    const state = new Map<string, 'open' | 'done'>()
    const circles: string[] = []
    const visit = (path: string, way: readonly string[]): void => {
      if (state.get(path) === 'open') circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
      if (state.has(path)) return
      state.set(path, 'open')
      for (const { to } of next.get(path) ?? []) visit(to, [...way, path])
      state.set(path, 'done')
    }
    for (const path of sources.keys()) visit(path, [])
    expect(circles).toEqual([])
  })

  test('imports point inward, and packages stay behind their wrappers', () => {
    expect(violations(sources)).toEqual([])
  })

  test('every import of ours leads to a file that exists', () => {
    const missing = [...sources]
      .flatMap(([path, text]) => importsOf(path, text))
      .filter(({ to }) => to.startsWith('src/') && !sources.has(to))
    expect(missing).toEqual([])
  })

  test.each(['src/hooks/main.ts', 'src/index.ts'])(
    'a hook or a question that enters at %s waits for no slow package',
    (entry) => {
      const reached = reachedFrom(entry, sources)
      expect(slowToLoad.filter((name) => reached.has(name))).toEqual([])
    },
  )

  test('a question that changes nothing loads no parser and no template engine', () => {
    const reached = reachedFrom('src/index.ts', sources)
    expect(parsers.filter((name) => reached.has(name))).toEqual([])
    expect(reached).toContain('src/sqlite/engine.ts')
  })

  test.each(['src/hooks/main.ts', 'src/index.ts', 'src/cli.ts'])(
    'what enters at %s loads nothing that makes vectors before it is asked to',
    (entry) => {
      expect([...reachedFrom(entry, sources)].filter((path) => path.startsWith('src/vectors/'))).toEqual([])
      expect(reachedFrom('src/index.ts', sources, true)).toContain('src/vectors/providers.ts')
    },
  )

  test('the bundle of the hooks holds no parser and no template engine, but those that the build keeps apart', () => {
    const build = readFileSync(join(root, 'scripts/build.js'), 'utf8')
    const seldom = [.../^const seldom = \[([^\]]*)\]$/m.exec(build)![1]!.matchAll(/'([^']+)'/g)].map(
      ([, path]) => `src/${path}.ts`,
    )
    expect(seldom).toContain('src/parse/parsers.ts')
    const reached = reachedFrom('src/hooks/main.ts', sources, true, seldom)
    expect(parsers.filter((name) => reached.has(name))).toEqual([])
    expect(reached).toContain('src/pages/write-pages.ts')
  })

  test('a hook that was told all it needs loads no module to run processes with', () => {
    expect(reachedFrom('src/hooks/main.ts', sources)).not.toContain('node:child_process')
    const starters = [...sources].filter(([, text]) => text.includes(`getBuiltinModule('node:child_process')`))
    expect(starters.map(([path]) => path)).toEqual(['src/git/run-git.ts'])
  })

  test('one file asks Node for its SQLite', () => {
    const askers = [...sources].filter(([, text]) => text.includes(`getBuiltinModule('node:sqlite')`))
    expect(askers.map(([path]) => path)).toEqual(['src/sqlite/node.ts'])
  })
})

describe('the checker itself', () => {
  const planted = (path: string, text: string): string[] =>
    violations(new Map([...sources, [path, text]])).filter((wrong) => wrong.includes(path))

  test.each([
    ['src/model/planted.ts', `import { recall } from '../recall/recall.js'`, 'must not import src/recall/recall.ts'],
    ['src/model/planted.ts', `import type { Store } from '../store/store.js'`, 'must not import src/store/store.ts'],
    ['src/model/planted.ts', `export * from '../pipeline/sync.js'`, 'must not import src/pipeline/sync.ts'],
    ['src/render/planted.ts', `import '../store/store.js'`, 'must not import src/store/store.ts'],
    ['src/pipeline/planted.ts', `import { openStore } from '../store/store.js'`, 'must not import src/store/store.ts'],
    ['src/pipeline/planted.ts', `import { type Store } from '../store/store.js'`, 'must not import src/store/store.ts'],
    ['src/recall/planted.ts', `import type { Head } from '../git/repository.js'`, 'src/git/repository.ts even by type'],
    ['src/recall/planted.ts', `const a = await import('../pipeline/sync.js')`, 'must not import src/pipeline/sync.ts'],
    ['src/store/planted.ts', `let a: import('../render/layout.js').PageModel`, 'must not import src/render/layout.ts'],
    ['src/hooks/planted.ts', `import { run } from '../cli/run.js'`, 'must not import src/cli/run.ts'],
    [
      'src/cli/planted.ts',
      `import { openRepository } from '../git/repository.js'`,
      'must not import src/git/repository.ts',
    ],
    [
      'src/recall/planted.ts',
      `import type { Status } from '../workspace/status.js'`,
      'src/workspace/status.ts even by type',
    ],
    [
      'src/workspace/session/planted.ts',
      `import { landEdits } from '../landing/land-edits.js'`,
      'must not import src/workspace/landing/land-edits.ts',
    ],
    [
      'src/workspace/session/planted.ts',
      `import type { Status } from '../status.js'`,
      'must not import src/workspace/status.ts even by type',
    ],
    [
      'src/workspace/curate/history/planted.ts',
      `import { forget } from '../forget.js'`,
      'must not import src/workspace/curate/forget.ts',
    ],
    [
      'src/hooks/planted.ts',
      `import { retain } from '../workspace/retain/retain.js'`,
      'must not import src/workspace/retain/retain.ts',
    ],
    ['src/elsewhere/planted.ts', ``, 'stands in no room'],
    ['src/helpers.ts', ``, 'stands in no room'],
    ['src/index/planted.ts', ``, 'stands in no room'],
    ['src/recall/planted.ts', `import { execa } from 'execa'`, 'must not import execa'],
    ['src/git/planted.ts', `import { spawnSync } from 'node:child_process'`, 'must not import node:child_process'],
    ['src/git/repository.ts', `import { spawnSync } from 'child_process'`, 'must not import child_process'],
    ['src/parse/parse-planted.ts', `import { parse } from 'micromark/stream'`, 'in several files'],
    ['src/parse/parse-planted.ts', `const yaml = require('yaml')`, 'must not import yaml'],
    ['src/render/planted.ts', `import { Liquid } from 'liquidjs'`, 'in several files'],
    ['src/hooks/planted.ts', `import yargs from 'yargs'`, 'must not import yargs'],
  ])('a planted import is caught: %s %s', (path, text, sentence) => {
    expect(planted(path, text)).toEqual([expect.stringContaining(sentence)])
  })

  test.each([
    ['src/pipeline/planted.ts', `import type { Store } from '../store/store.js'`],
    ['src/cli/hooks.ts', `import { ignoredPaths } from '../git/porcelain.js'`],
    [
      'src/model/planted.ts',
      `// import { recall } from '../recall/recall.js'\nexport const text = "from '../recall/recall.js'"`,
    ],
  ])('what is allowed passes: %s %s', (path, text) => {
    expect(planted(path, text)).toEqual([])
  })

  test('a static import three files away counts as loaded, a type or a dynamic one does not', () => {
    const files: Sources = new Map([
      ['src/a.ts', `import './b.js'\nimport type { C } from './c.js'\nvoid import('./d.js')`],
      ['src/b.ts', `export { e } from './e.js'`],
      ['src/c.ts', `import 'yargs'`],
      ['src/d.ts', `import 'yargs'`],
      ['src/e.ts', `import { execa } from 'execa'`],
    ])
    expect([...reachedFrom('src/a.ts', files)].toSorted()).toEqual(['execa', 'src/a.ts', 'src/b.ts', 'src/e.ts'])
  })
})
