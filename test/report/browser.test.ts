import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { memoryCommand, withRepo, type Repo } from '../support/with-repo.js'
import { hostile } from './hostile.js'

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Debian's package has the first name. */
const chromium =
  process.env['CHROMIUM'] ??
  ['chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find(isProgram)
const describeInBrowser = chromium === undefined ? describe.skip : describe
const title = 'a report in a real browser'

/** What `look.js` saw. */
interface Seen {
  readonly complaints: readonly string[]
  readonly requests: readonly string[]
  readonly axe: readonly string[]
  /** How many rules of axe each look passed. */
  readonly rules: readonly number[]
  readonly overflows: readonly string[]
  readonly title?: string
  readonly keyboard: Readonly<Record<string, unknown>>
  readonly page: {
    readonly scripts: number
    readonly styled: number
    readonly handlers: number
    readonly embedded: number
    readonly hacked: string
    readonly schemes: readonly string[]
    readonly headings: readonly string[]
    readonly unnamed: number
    readonly text: string
  }
  readonly print: { readonly hidden: readonly string[]; readonly bytes: number }
  readonly bare: { readonly events: number; readonly filters: boolean }
}

/** Three weeks in which beliefs move, a fact ends, much is open, and whatever is hostile is said. */
function write(repo: Repo): void {
  repo.git('remote', 'add', 'origin', 'https://me:secret@github.com/me/notes.git')
  repo.commit(
    day(3),
    retain('O(c=0.8) @Peter @Anna: Likes mint tea.', 'W @Peter: Lives in Graz.', 'O(c=0.6) @"The Castle": Is open.'),
  )
  repo.commit(day(9), retain('W @Peter: Does not like mint tea.', 'B @Anna: Bought a boat.', 'S @Anna: Is in a hurry.'))
  repo.commit(
    day(25),
    `- [ ] mend the boat\n\n${retain('W @Peter: Moved from Graz to Wels.', 'O(c=0.9) @Peter @Anna: Likes mint tea.', 'X @Peter: Is no kind.')}`,
  )
  const names = ['<img/src=x/onerror=globalThis.hacked=9>', 'a"b', "c'd"]
  repo.commit(
    day(26),
    retain(
      ...hostile.map((text, at) => `${'WBOS'[at % 4]} @Mallory: ${text}`),
      ...names.map((name) => `W @"${name}" @Mallory: Is a name.`),
      ...hostile.map((text) => `O(c=0.7) @Mallory: Says ${text}`),
      ...hostile.map((text) => `W @Mallory: Never says ${text}`),
    ),
  )
  repo.commit(
    'memory/expect.yml',
    '- ask: where does Peter live\n  says: "Lives in Graz."\n- ask: "<script>globalThis.hacked = 10</script>"\n  nothing: true\n',
  )
}

/** Not waited for by blocking: a browser takes seconds. */
const look = (file: string, repo: Repo): Promise<Seen> =>
  new Promise((resolve, reject) => {
    const script = fileURLToPath(new URL('look.js', import.meta.url))
    const pictures = process.env['REPORT_PICTURES']
    const child = spawn(process.execPath, [script, file, chromium!, ...(pictures ? [pictures] : [])], {
      env: { ...repo.environment, PATH: process.env['PATH'], TMPDIR: repo.path('..') },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 150_000,
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (data: Buffer) => (out += data.toString()))
    child.stderr.on('data', (data: Buffer) => (err += data.toString()))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(out) as Seen)
      else reject(new Error(`look.js: exit ${code}\n${err}`))
    })
  })

describeInBrowser(chromium === undefined ? `${title} (skipped: there is no Chromium here)` : title, () => {
  let seen: Seen
  let served: Pick<Seen, 'complaints' | 'requests' | 'title'>

  beforeAll(() =>
    withRepo(async (repo) => {
      write(repo)
      const done = repo.memory('report', '--now', '2025-11-27T12:00:00Z', '--to', 'report.html')
      expect(done.stderr).toBe('')
      seen = await look(repo.path('report.html'), repo)
      const server = spawn(process.execPath, [memoryCommand, 'report', '--serve', '--now', '2025-11-27T12:00:00Z'], {
        cwd: repo.root,
        env: repo.environment,
      })
      try {
        const address = await new Promise<string>((resolve) => {
          server.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()))
        })
        served = await look(address, repo)
      } finally {
        const gone = new Promise((resolve) => server.once('exit', resolve))
        server.kill('SIGINT')
        await gone
      }
    }),
  )

  test('says nothing on the console, and asks for nothing but itself', () => {
    expect(seen.complaints).toEqual([])
    expect(seen.requests).toEqual([])
  })

  test('the same where it is served', () => {
    expect(served.complaints).toEqual([])
    expect(served.requests).toEqual([])
    expect(served.title).toBe('Memory of repo, 27 November 2025')
  })

  test('axe finds nothing serious in it, in light and in dark, folded and not', () => {
    expect(seen.axe).toEqual([])
    expect(seen.rules.filter((passed) => passed > 20)).toHaveLength(4)
  })

  test('is as wide as its window, of a phone, of a tablet and of a desk', () => {
    expect(seen.overflows).toEqual([])
  })

  test('is worked by the keyboard alone', () => {
    const { all, ...found } = seen.keyboard
    expect(all).toBe(seen.bare.events)
    expect(found).toMatchObject({
      first: 'skip',
      afterSkip: 'main',
      theme: 'dark',
      words: 3,
      status: `3 of ${String(all)} facts`,
      escaped: all,
      next: 'who',
      reset: all,
      copyFocused: 'copy',
      fromName: true,
    })
    expect(found['whoSaid']).toMatch(/^Mallory \(\d+\)$/)
    expect(found['who']).toBeLessThan(all as number)
    expect(found['withoutWorld']).toBeLessThan(all as number)
    expect(found['recent']).toBeLessThan(found['withoutWorld'] as number)
    expect(found['copies']).toMatch(/^Copy memory\/2025-11-\d\d\.md:\d+$/)
  })

  test('whatever a log says is text in it', () => {
    const { text, ...page } = seen.page
    expect(page).toMatchObject({ scripts: 1, styled: 0, handlers: 0, embedded: 0, hacked: 'undefined', unnamed: 0 })
    expect(page.schemes).toEqual(['file:', 'https:'])
    for (const said of ['<script>globalThis.hacked = 1</script>', '<img src=x onerror="globalThis.hacked = 3">'])
      expect(text).toContain(said)
    expect(text).toContain(String.raw`A\u{202e}gnp.exe\u{202c}`)
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/)
    expect(text).toContain('{{ constructor.constructor')
    expect(text).not.toContain('secret@')
  })

  test('has a heading for each part, and says the same without a script, without filters that would do nothing', () => {
    expect(seen.page.headings).toEqual([
      'repo',
      'What changed',
      'What is believed',
      'Timeline',
      'Who is named with whom',
      'Open questions',
      'Expectations',
    ])
    expect(seen.bare).toEqual({ events: seen.keyboard['all'], filters: false })
  })

  test('is printed without what is only of use on a screen', () => {
    expect(seen.print.hidden).toEqual([])
    expect(seen.print.bytes).toBeGreaterThan(10_000)
  })
})
