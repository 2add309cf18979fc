// The pictures of docs/, made by the report itself of the example workspace: npm run pictures. Needs Chromium on the PATH,
// or named by CHROMIUM.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const checkout = fileURLToPath(new URL('..', import.meta.url))
const pictures = join(checkout, 'docs/pictures')

/** A part of the page, by what stands at its top. */
const views = [
  { name: 'report', at: 'main', colorScheme: 'light', height: 900 },
  { name: 'report-beliefs', at: '#beliefs', colorScheme: 'light', height: 620 },
  { name: 'report-names', at: '#names', colorScheme: 'dark', height: 860 },
]

const base = mkdtempSync(join(tmpdir(), 'memory-pictures-'))
try {
  const workspace = join(base, 'workspace')
  cpSync(join(checkout, 'examples/workspace'), workspace, { recursive: true })
  const env = { ...process.env, HOME: base, GIT_CONFIG_NOSYSTEM: '1' }
  const run = (program, ...args) =>
    execFileSync(program, args, { cwd: workspace, env, stdio: ['ignore', 'pipe', 'inherit'] })
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['-c', 'user.name=Mara', '-c', 'user.email=mara@example.com', 'commit', '-q', '-m', 'Three weeks'],
  ])
    run('git', ...args)
  const file = join(base, 'report.html')
  const memory = join(checkout, 'bin/memory.js')
  run(process.execPath, memory, 'report', '--now', '2026-03-22T12:00:00Z', '--to', file)
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? found(), args: ['--no-sandbox'] })
  mkdirSync(pictures, { recursive: true })
  for (const { name, at, colorScheme, height } of views) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height } })
    await page.goto(pathToFileURL(file).href)
    if (at.startsWith('#'))
      await page
        .locator(at)
        .first()
        .evaluate((element) => element.scrollIntoView())
    await page.screenshot({ path: join(pictures, `${name}.png`) })
  }
  await browser.close()
} finally {
  rmSync(base, { recursive: true, force: true })
}

function found() {
  return execFileSync('sh', ['-c', 'command -v chromium || command -v chromium-browser || command -v google-chrome'])
    .toString()
    .trim()
}
