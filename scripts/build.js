import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { language, languageModule } from './bundle/language-module.js'
import { wordFiles } from './bundle/word-files.js'
import { compileTemplates } from './compile-templates.js'
import { reduceDeclarations } from './declarations.js'
import { manPage } from './man-page.js'

const root = fileURLToPath(new URL('..', import.meta.url))

// Bundled CommonJS needs `require`. It must not get `__dirname` too: yargs declares its own.
const esmBanner = `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__load=require,__dist=import.meta.dirname;`

const readyLayouts = {
  name: 'ready-layouts',
  setup({ onLoad }) {
    onLoad({ filter: /src\/render\/ready-layouts\.ts$/ }, () => ({
      contents: compileTemplates(`${root}/templates`),
      loader: 'js',
    }))
  },
}

/** What makes a fleet's tables, as texts in the bundle. */
const readyMigrations = {
  name: 'ready-migrations',
  setup({ onLoad }) {
    onLoad({ filter: /src\/fleet\/migrations\.ts$/ }, () => {
      const files = readdirSync(`${root}/src/fleet/sql`).toSorted()
      const made = files.map((file) => ({
        name: file.replace(/\.sql$/, ''),
        sql: readFileSync(`${root}/src/fleet/sql/${file}`, 'utf8'),
      }))
      return { contents: `export const migrations = ${JSON.stringify(made)}`, loader: 'js' }
    })
  },
}

/** What the judge knows of words, as files beside the bundles: most commits need none of it, the others a few words. */
const readyLines = {
  name: 'ready-lines',
  setup({ onLoad }) {
    onLoad({ filter: /src\/language\/ready-lines\.ts$/ }, () => ({
      contents: `import { readFileSync } from 'node:fs'
        export const readyLines = (table) => readFileSync(\`\${__dist}/words/\${table}.txt\`, 'utf8')`,
      loader: 'js',
    }))
  },
}

/** How the languages say times, made ready: every recall and most commits ask it. */
const readyMoments = {
  name: 'ready-moments',
  setup({ onLoad }) {
    onLoad({ filter: /src\/language\/ready-moments\.ts$/ }, async () => {
      const { readyMoments: make } = await languageModule('ready-moments')
      const told = readdirSync(language).filter((code) => existsSync(`${language}${code}/moments.txt`))
      const texts = Object.fromEntries(told.map((code) => [code, JSON.stringify(make(code))]))
      return {
        contents: `const texts = ${JSON.stringify(texts)}
          export const readyMoments = (code) => JSON.parse(texts[code])`,
        loader: 'js',
      }
    })
  },
}

/** Its JavaScript stands in the bundles, and runs where Node has no SQLite of its own. Where it is not installed, they ask for it when they run. */
const betterSqlite = {
  name: 'better-sqlite3',
  setup({ onLoad }) {
    const installed = existsSync(`${root}/node_modules/better-sqlite3/lib/index.js`)
    const asked = installed ? `require('./scripts/bundle/better-sqlite3.cjs')` : `__load('better-sqlite3')`
    onLoad({ filter: /src\/sqlite\/better-module\.ts$/ }, () => ({
      contents: `export const betterModule = () => ${asked}`,
      resolveDir: root,
      loader: 'js',
    }))
  },
}

/** Loaded when it is first called: 3 ms for the first, 1 ms for the other, and most commands hash nothing and start nobody. */
const late = { crypto: ['hash', 'createHash', 'randomBytes', 'randomUUID', 'timingSafeEqual'], tty: ['isatty'] }

const lateBuiltins = {
  name: 'late-builtins',
  setup({ onResolve, onLoad }) {
    for (const [module, names] of Object.entries(late)) {
      onResolve({ filter: new RegExp(`^(?:node:)?${module}$`) }, () => ({ path: module, namespace: 'late' }))
      const called = (name) =>
        `export const ${name} = (...given) => process.getBuiltinModule('node:${module}').${name}(...given)`
      // execa takes the module itself.
      const contents = `${names.map(called).join('\n')}\nexport default { ${names.join(', ')} }`
      onLoad({ filter: new RegExp(`^${module}$`), namespace: 'late' }, () => ({ contents, loader: 'js' }))
    }
  },
}

/** What most commits and commands need nothing of: the parsers of Markdown, YAML, clients' files and other programs' files, the template engine, what makes a report a page and serves it. They stand beside the bundles. */
const seldom = [
  'parse/parsers',
  'render/liquid',
  'mcp/serve',
  'mcp/serve-fleet',
  'clients/set-up',
  'import/transcripts',
  'expect/expect-file',
  'workspace/report/report-page',
  'cli/serve-report',
]

/** Of the languages, a note is read by these alone. */
const readByNotes = wordFiles((path) => /\/(?:labels|statements)\.txt$/.test(path))

const apart = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path, kind }) => {
      const found = kind === 'dynamic-import' && seldom.find((name) => path.endsWith(`/${basename(name)}.js`))
      return found ? { path: `./${basename(found)}.cjs`, external: true } : undefined
    })
  },
}

/**
 * Commands with a bundle of their own, half as long as that of all: an agent waits for these again and again. Of the verbs
 * of a workspace it has only those that they call, with all that these may need.
 */
const asking = { commands: ['recall', 'brief'], rooms: ['embed', 'brief', 'at-commit', 'note-receipt'] }

const onlyAsking = {
  name: 'only-asking',
  setup({ onResolve, onLoad }) {
    onLoad({ filter: /src\/cli\/commands\.ts$/ }, () => ({
      contents: `${asking.commands.map((name) => `import { ${name} } from './${name}.js'`).join('\n')}
        export const commands = [${asking.commands.join(', ')}]`,
      loader: 'js',
    }))
    onResolve({ filter: /^\.\// }, ({ path, kind, importer }) => {
      const isRoom = kind === 'dynamic-import' && importer.endsWith('/src/workspace/workspace.ts')
      return isRoom && !asking.rooms.includes(basename(path, '.js')) ? { path, namespace: 'left-out' } : undefined
    })
    onLoad({ filter: /./, namespace: 'left-out' }, ({ path }) => ({
      contents: `throw new Error('${path} is not in this bundle')`,
      loader: 'js',
    }))
  },
}

/** yargs looks for a package.json where one stands, to guess a version that we tell: a pipe of that name would be waited for. */
const placeless = {
  name: 'placeless',
  setup({ onLoad }) {
    onLoad({ filter: /yargs\/lib\/platform-shims\/esm\.mjs$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const contents = source.replace('mainFilename || process.cwd()', "'/'")
      if (contents === source) throw new Error(`${path} is not as it was: it may look for a package.json again`)
      return { contents, loader: 'js' }
    })
  },
}

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  // husky finds its hook script beside its own source; better-sqlite3 is given its compiled module; the rules for
  // secrets bring along node-forge, which they never reach from here.
  external: ['husky', 'bindings', '@secretlint/*', 'pg', '@electric-sql/*'],
  alias: {
    // gray-matter always gets `yaml` as its engine; its own would load esprima from disk at start-up (14 ms).
    'js-yaml': './scripts/bundle/js-yaml.js',
    // yargs measures its help text; the real package builds three Intl.Segmenters at start-up (25 ms).
    'string-width': './scripts/bundle/string-width.js',
    // yargs asks two small questions of it.
    assert: './scripts/bundle/assert.js',
    // Its other form loads its own files by names that no bundler reads.
    'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js',
  },
  // `dist/words` has the words that the judge reads by.
  plugins: [
    readyLayouts,
    readyMigrations,
    readyLines,
    readyMoments,
    wordFiles((path) => !/\/(?:words|moments)\.txt$/.test(path)),
    betterSqlite,
    placeless,
  ],
  // Everything a command loads is parsed while somebody waits for it.
  minify: true,
  // writeLicences has what they say.
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
}

const bundle = () =>
  build({
    ...common,
    // OpenClaw's plugin shares the library, and loads it when it is first asked something.
    entryPoints: { index: 'src/index.ts', openclaw: 'src/openclaw/plugin.ts' },
    outdir: 'dist',
    // Who calls it reads its names in a trace. Nobody waits for it as for a command: it is loaded once by what stays.
    minify: false,
    minifyWhitespace: true,
    minifySyntax: true,
    splitting: true,
    format: 'esm',
    banner: { js: esmBanner },
  })

const forProcesses = {
  ...common,
  format: 'cjs',
  charset: 'ascii',
  define: { 'import.meta.dirname': '__dist', 'import.meta.url': '__url' },
  banner: {
    js: `const __load=require,__dist=require('path').join(__dirname,'..'),__url=require('url').pathToFileURL(__filename).href;`,
  },
}

async function writeWords() {
  const made = await languageModule('ready-lines')
  mkdirSync(`${root}/dist/words`, { recursive: true })
  for (const table of made.tableNames) writeFileSync(`${root}/dist/words/${table}.txt`, made.readyLines(table))
}

/** For `bin/compiled.cjs`: one function, below the hash that its compiled form is kept under. */
async function bundleCompiled(entry, name, ...first) {
  const { outputFiles, metafile } = await build({
    ...forProcesses,
    entryPoints: [entry],
    outfile: `dist/compiled/${name}.cjs`,
    write: false,
    plugins: [...first, ...common.plugins, lateBuiltins, apart],
    // V8 forgets how to import where it is given compiled code.
    supported: { 'dynamic-import': false },
  })
  // One byte a character, so that it is read without decoding. esbuild escapes strings only; what is left stands in
  // regular expressions, where an escape means the same.
  const text = outputFiles[0].text.replace(
    /[^\u0000-\u007f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  mkdirSync(`${root}/dist/compiled`, { recursive: true })
  const wrapped = `(function(exports,require,module,__filename,__dirname){${text}\n})`
  writeFileSync(`${root}/dist/compiled/${name}.cjs`, `// ${hash}\n${wrapped}`)
  return { metafile }
}

/** Threads of a fleet: what talks to its server while whoever asks waits, and a server in a folder. */
const bundleThreads = () =>
  build({
    ...common,
    entryPoints: { 'fleet-thread': 'src/fleet/asked-thread.ts', 'fleet-embedded': 'src/fleet/embedded.ts' },
    outdir: 'dist',
    format: 'esm',
    banner: { js: esmBanner },
  })

const bundleMergeDriver = () =>
  build({ ...forProcesses, entryPoints: ['src/hooks/merge-driver.ts'], outfile: 'dist/compiled/merge-driver.cjs' })

/** The terms of every package whose code stands in a bundle: most of them ask that they come along. */
function writeLicences(builds) {
  const inputs = builds.flatMap(({ metafile }) => Object.keys(metafile.inputs))
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
  const texts = [...folders].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8'))
    // What a NOTICE says has to come along too.
    const files = readdirSync(`${root}/${folder}`).filter((each) => /^(?:licen[cs]e|notice)(?:$|[.-])/i.test(each))
    const terms = files.map((file) => `\n${readFileSync(`${root}/${folder}/${file}`, 'utf8').trim()}\n`).join('')
    return `${name} ${version} (${license})\n${terms}`
  })
  writeFileSync(`${root}/dist/licences.txt`, texts.join(`\n${'-'.repeat(80)}\n\n`))
}

const declarations = () =>
  new Promise((resolve, reject) => {
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
    const child = spawn(process.execPath, [tsc, '--project', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code !== 0) return reject(new Error('tsc could not write the declarations'))
      reduceDeclarations(`${root}/dist`)
      resolve()
    })
  })

await rm(`${root}/dist`, { recursive: true, force: true })
const results = await Promise.allSettled([
  bundle(),
  bundleCompiled('src/hooks/main.ts', 'hook'),
  bundleCompiled('src/cli.ts', 'cli'),
  bundleCompiled('src/cli.ts', 'ask', onlyAsking),
  bundleMergeDriver(),
  bundleThreads(),
  ...seldom.map((name) => bundleCompiled(`src/${name}.ts`, basename(name), readByNotes)),
  writeWords(),
  process.env.MEMORY_BUILD_TYPES === '0' ? undefined : declarations(),
])
if (results.every(({ status }) => status === 'fulfilled')) {
  writeLicences(results.flatMap(({ value }) => (value?.metafile ? [value] : [])))
  writeFileSync(`${root}/dist/memory.1`, await manPage(root))
}
for (const result of results) {
  if (result.status === 'fulfilled') continue
  // esbuild has already printed its own errors.
  if (!result.reason.errors) console.error(result.reason.message)
  process.exitCode = 1
}
