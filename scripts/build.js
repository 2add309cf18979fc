import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { compileTemplates } from './compile-templates.js'

const root = fileURLToPath(new URL('..', import.meta.url))

// Bundled CommonJS needs `require`. It must not get `__dirname` too: yargs declares its own.
const banner = `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);`

const readyLayouts = {
  name: 'ready-layouts',
  setup({ onLoad }) {
    onLoad({ filter: /src\/render\/ready-layouts\.ts$/ }, () => ({
      contents: compileTemplates(`${root}/templates`),
      loader: 'js',
    }))
  },
}

const bundle = () =>
  build({
    absWorkingDir: root,
    entryPoints: ['src/cli.ts', 'src/index.ts'],
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // better-sqlite3 finds its native file, and husky its hook script, beside their own source.
    external: ['better-sqlite3', 'husky'],
    alias: {
      // gray-matter always gets `yaml` as its engine; its own would load esprima from disk at start-up (14 ms).
      'js-yaml': './scripts/bundle/js-yaml.js',
      // yargs measures its help text; the real package builds three Intl.Segmenters at start-up (25 ms).
      'string-width': './scripts/bundle/string-width.js',
    },
    banner: { js: banner },
    plugins: [readyLayouts],
    // Everything a hook loads is parsed while somebody waits for `git commit`.
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  })

const declarations = () =>
  new Promise((resolve, reject) => {
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
    const child = spawn(process.execPath, [tsc, '--project', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error('tsc could not write the declarations'))))
  })

await rm(`${root}/dist`, { recursive: true, force: true })
const results = await Promise.allSettled([
  bundle(),
  process.env.MEMORY_BUILD_TYPES === '0' ? undefined : declarations(),
])
for (const result of results) {
  if (result.status === 'fulfilled') continue
  // esbuild has already printed its own errors.
  if (!result.reason.errors) console.error(result.reason.message)
  process.exitCode = 1
}
