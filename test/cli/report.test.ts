import { spawn, type ChildProcess } from 'node:child_process'
import { lstatSync, symlinkSync } from 'node:fs'
import { request } from 'node:http'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { beginningWith, memoryCommand, withRepo, type Repo } from '../support/with-repo.js'

/** Matches a text of this form, wherever a matcher takes any value. */
const like = (form: RegExp): unknown => expect.stringMatching(form)

const at = ['--now', '2025-11-27T12:00:00Z']
const withLog = beginningWith((repo: Repo) => {
  repo.commit(day(24), retain('O(c=0.8) @Peter: Likes tea.', 'W @Peter: Lives in <b>Graz</b>.'))
})

describe('memory report', () => {
  test('writes one file where Git ignores it, says which, and again only where it is another one', () =>
    withLog((repo) => {
      const first = repo.memory('report', ...at)
      expect(first).toEqual({
        status: 0,
        stdout: like(/^\.memory\/report\.html {2}\d+ kB\n$/),
        stderr: '',
      })
      expect(repo.git('status', '--porcelain')).toBe('')
      const page = repo.read('.memory/report.html')
      expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
      expect(page).toContain('Lives in &lt;b&gt;Graz&lt;/b&gt;.')
      expect(repo.memory('report', ...at).stdout).toMatch(/ kB, as it was\n$/)
      expect(repo.read('.memory/report.html')).toBe(page)
    }))

  test('--to names a file, whose folders are made, or stdout; --json tells what was written, or the report itself', () =>
    withLog((repo) => {
      expect(repo.memory('report', '--to', 'out/week/r.html', ...at).status).toBe(0)
      const page = repo.read('out/week/r.html')
      expect(repo.memory('report', '--to', '-', ...at).stdout).toBe(page)
      const written = JSON.parse(repo.memory('report', '--to', 'r.html', '--json', ...at).stdout) as object
      expect(written).toEqual({
        path: repo.path('r.html'),
        bytes: Buffer.byteLength(page),
        commit: repo.git('rev-parse', 'HEAD'),
        written: true,
      })
      const report = JSON.parse(repo.memory('report', '--json', ...at).stdout) as object
      expect(report).toMatchObject({ today: '2025-11-27', changes: { total: 1 }, timeline: { total: 2 } })
    }))

  test('is the same bytes in every locale and time zone that has the same day', () =>
    withLog((repo) => {
      const elsewhere = repo.with({ TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.UTF-8', LANG: 'ar_EG.UTF-8' })
      const page = repo.memory('report', '--to', '-', ...at).stdout
      expect(elsewhere.memory('report', '--to', '-', ...at).stdout).toBe(page)
      expect(page.length).toBeGreaterThan(10_000)
    }))

  test('writes through no link, over no folder, and not where memory is read from', () =>
    withLog((repo) => {
      repo.write('kept.html', 'mine')
      symlinkSync('kept.html', repo.path('link.html'))
      repo.memory('report', ...at)
      repo.remove('.memory/report.html')
      symlinkSync('/dev/null', repo.path('.memory/report.html'))
      const refusals: Readonly<Record<string, RegExp>> = {
        'kept.html': /kept\.html is no report: name another file, or delete it first/,
        'link.html': /link\.html is a link: nothing is written through it/,
        memory: /memory is no file/,
        'memory/2025-11-24.md': /is in memory\/, which memory reads/,
        'bank/report.html': /is in bank\/, which memory reads/,
        '.git/hooks/post-commit': /is in \.git\/, which memory reads or Git keeps/,
        '.git/none/x.html': /is in \.git\/, which memory reads or Git keeps/,
        'a\nb.html': /name the file/,
      }
      for (const [to, why] of Object.entries(refusals)) {
        const ran = repo.memory('report', '--to', to, ...at)
        expect([to, ran.status, ran.stderr]).toEqual([to, 2, expect.stringMatching(why)])
      }
      expect(repo.exists('.git/none')).toBe(false)
      expect(repo.memory('report', ...at)).toMatchObject({
        status: 2,
        stderr: like(/report\.html is a link: nothing is written through it/),
      })
      expect(repo.read('kept.html')).toBe('mine')
      expect(lstatSync(repo.path('link.html')).isSymbolicLink()).toBe(true)
    }))

  test('options that do different things, and what is no port, no day or no commit, are refused', () =>
    withLog((repo) => {
      const refusals: readonly (readonly [string, RegExp])[] = [
        ['--port 80', /--port goes with --serve/],
        ['--serve --to x.html', /--serve and --to do different things/],
        ['--serve --port 70000', /--port takes a number from 0 to 65535, got 70000/],
        ['--serve --since whenever', /--since takes a date/],
        ['--as-of nothing', /--as-of takes a commit/],
        ['--links ftp://x', /links takes an address/],
        ['--links http://%', /links takes an address/],
      ]
      for (const [args, why] of refusals) {
        const ran = repo.memory('report', ...args.split(' '), ...at)
        expect([args, ran.status, ran.stderr]).toEqual([args, 2, expect.stringMatching(why)])
      }
    }))
})

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

const get = (url: URL | string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Got> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (data: string) => (body += data))
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }))
    })
    asked.on('error', reject)
    asked.end()
  })

/** A server in a process of its own, as a person starts it; ended by Ctrl-C. */
async function served(
  repo: Repo,
  work: (address: URL, server: ChildProcess) => Promise<void>,
  ...args: readonly string[]
): Promise<number | null> {
  const server = spawn(process.execPath, [memoryCommand, 'report', '--serve', ...at, ...args], {
    cwd: repo.root,
    env: repo.environment,
  })
  const gone = new Promise<number | null>((resolve) => server.once('exit', resolve))
  try {
    const address = await new Promise<string>((resolve, reject) => {
      server.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()))
      server.stderr.once('data', (data: Buffer) => {
        if (!data.toString().includes('Ctrl-C')) reject(new Error(data.toString()))
      })
    })
    await work(new URL(address), server)
  } finally {
    server.kill('SIGINT')
  }
  return gone
}

describe('memory report --serve', () => {
  test('gives the page to who has its address, made anew each time, and ends with Ctrl-C', () =>
    withLog(async (repo) => {
      const status = await served(repo, async (address) => {
        expect(address.hostname).toBe('127.0.0.1')
        const page = new URL(address.pathname, address)
        const entered = await get(address)
        expect(entered).toMatchObject({ status: 303, headers: { location: address.pathname }, body: '' })
        const [cookie = ''] = entered.headers['set-cookie'] as readonly string[]
        expect(cookie).toBe(
          `report=${address.searchParams.get('token')!}; Path=${address.pathname}; HttpOnly; SameSite=Strict`,
        )
        const first = await get(page, { cookie: `other=1; ${cookie.split(';')[0]!}` })
        expect(first.status).toBe(200)
        expect(first.headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': like(/^default-src 'none'; .*script-src 'sha256-[^;]*; .*frame-ancestors 'none'$/),
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
          'cross-origin-resource-policy': 'same-origin',
          'content-length': String(Buffer.byteLength(first.body)),
        })
        expect(first.body).toContain('Likes tea.')
        repo.commit(day(26), retain('W @Peter: Bought a boat.'))
        expect((await get(page, { cookie })).body).toContain('Bought a boat.')
        const head = await get(page, { cookie }, 'HEAD')
        expect(head).toMatchObject({ status: 200, body: '' })
        expect(Number(head.headers['content-length'])).toBeGreaterThan(1000)
      })
      expect(status).toBe(0)
    }))

  test('refuses other hosts, other methods, other paths, and who has no token or another one', () =>
    withLog(async (repo) => {
      await served(repo, async (address) => {
        const page = new URL(address.pathname, address)
        const cookie = `report=${address.searchParams.get('token')!}`
        const refused = async (
          url: URL,
          headers: Readonly<Record<string, string>> = {},
          method = 'GET',
        ): Promise<number> => {
          const got = await get(url, headers, method)
          expect(got.body).not.toContain('Likes tea')
          expect(got.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
          expect(got.headers['set-cookie']).toBeUndefined()
          return got.status
        }
        for (const host of ['evil.example', `evil.example:${address.port}`, '127.0.0.1', `[::1]:${address.port}`])
          expect([host, await refused(page, { host, cookie })]).toEqual([host, 403])
        expect(await refused(address, { host: `evil.example:${address.port}` })).toBe(403)
        expect((await get(page, { host: `localhost:${address.port}`, cookie })).status).toBe(200)
        for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
          expect([method, await refused(page, { cookie }, method)]).toEqual([method, 405])
        for (const path of ['/', '/favicon.ico', `${address.pathname}x`, `/${address.pathname}`, '/..%2f'])
          expect([path, await refused(new URL(`http://127.0.0.1:${address.port}${path}`), { cookie })]).toEqual([
            path,
            404,
          ])
        expect(await refused(page)).toBe(401)
        expect(await refused(page, { cookie: `${cookie}x` })).toBe(401)
        expect(await refused(page, { cookie: `report=${'a'.repeat(32)}` })).toBe(401)
        expect(await refused(new URL('?token=', page))).toBe(401)
        expect(await refused(new URL(`?token=${'é'.repeat(32)}`, page))).toBe(401)
      })
    }))

  test('says so where its port is taken, and what is wrong where a report cannot be made any more', () =>
    withLog(async (repo) => {
      repo.git('branch', 'topic')
      await served(
        repo,
        async (address) => {
          expect(repo.memory('report', '--serve', '--port', address.port)).toMatchObject({
            status: 2,
            stderr: `memory: port ${address.port} cannot be served on: another program has it\n`,
          })
          const cookie = `report=${address.searchParams.get('token')!}`
          repo.git('update-ref', '-d', 'refs/heads/topic')
          const got = await get(new URL(address.pathname, address), { cookie })
          expect([got.status, got.body]).toEqual([500, expect.stringMatching(/^--as-of takes a commit that/)])
        },
        '--as-of',
        'topic',
      )
    }))
})

test('where nothing was noted for a while, that is what it says', () =>
  withRepo((repo) => {
    repo.commit(day(1), retain('W @Peter: Lives in Graz.'))
    expect(repo.memory('report', '--to', '-', ...at).stdout).toContain('Nothing was noted since')
  }))
