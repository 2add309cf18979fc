import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from '@jest/globals'
import { commands } from '../../src/cli/commands.js'
import { runCommandLine } from '../../src/cli/run.js'
import { hookCommand } from '../support/with-repo.js'

const checkout = dirname(dirname(hookCommand))
const read = (path: string): string => readFileSync(join(checkout, path), 'utf8')
const manifest = JSON.parse(read('package.json')) as { man: string; version: string; files: string[] }
const page = read(manifest.man)

const shown = (troff: string): string =>
  troff
    .replaceAll('\\&', '')
    .replaceAll('\\-', '-')
    .replaceAll('\\e', '\\')
    .replaceAll(/\\\[u([0-9A-F]+)\]/g, (_, digits: string) => String.fromCodePoint(parseInt(digits, 16)))

/** The signs of a text in an order of their own: a page is narrower than a terminal, so its columns break elsewhere. */
const signs = (text: string): string => [...text.replaceAll(/\s/g, '')].toSorted().join('')

async function helpOf(name: string): Promise<string> {
  const stdout = new PassThrough()
  const io = { cwd: '/', environment: {}, stdin: new PassThrough(), stdout, stderr: stdout, now: () => new Date() }
  expect(await runCommandLine([name, '--help'], io)).toBe(0)
  return String(stdout.read())
}

test('the man page is packed, names the version, and holds the help of every command that help lists, and no other', async () => {
  expect(manifest.files).toContain(manifest.man.split('/')[0])
  expect(page.startsWith(`.TH MEMORY 1 "" "workspace-memory ${manifest.version}"\n`)).toBe(true)
  const parts = new Map(
    [...page.matchAll(/^\.SS memory (\S+)\n\.nf\n([\s\S]*?)\n\.fi$/gm)].map(([, name, text]) => [name, text]),
  )
  const listed = commands.filter(({ group }) => group !== 'plumbing').map(({ name }) => name)
  expect([...parts.keys()].toSorted()).toEqual(listed.toSorted())
  for (const name of listed) expect([name, signs(shown(parts.get(name)!))]).toEqual([name, signs(await helpOf(name))])
})

test('no line of it is taken for a request of troff’s, and none has a sign that troff does not know', () => {
  const requests = page.split('\n').filter((line) => /^[.']/.test(line))
  expect(requests.filter((line) => !/^\.(?:TH|SH|SS|nf$|fi$)/.test(line))).toEqual([])
  expect(page.replaceAll(/\\(?:-|e|&|\[u[0-9A-F]{4,6}\])/g, '')).not.toContain('\\')
  expect(/[^\0-\x7f]/.test(page)).toBe(false)
})
