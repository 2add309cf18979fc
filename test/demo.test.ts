import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'

const checkout = fileURLToPath(new URL('..', import.meta.url))

test('the demo does the whole job on real input, and every step holds', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/demo.js'], {
    cwd: checkout,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  for (const line of [
    /^1\. A repository becomes a memory$/m,
    /^ {4}2026-03-02 {2}memory: indexed 1 note \(4 facts\), /m,
    /^ {4}\+- O\(c=0\.34\) @Argilla-Nord: Delivers the clay on time\./m,
    /^ {12}memory\/2026-03-05\.md#L22 {2}\^\w{10}$/m,
    /^ {12}memory\/2026-03-12-porto\.md#L21 {2}\^\w{10}$/m,
    /^ {12}memory\/2026-03-11\.md#L21 {2}\^\w{10}$/m,
    /^ {6}memory\/2026-03-04\.md:23 {2}confidence must be 0 to 1, got 1\.5 — write O\(c=0\.95\)$/m,
    /^ {4}Peter, also Pete$/m,
    /O\(c=0\.10\) @Peter: Is probably a vegetarian\./,
    /^6\. Another machine: clone, rebuild, the same answers$/m,
    /^7\. Logs without a bullet: pages of names, and drafts$/m,
    /^ {4}### Beliefs that moved \(2\)$/m,
    /^Every step held: \d+ checks\.$/m,
  ])
    expect(stdout).toMatch(line)
  expect(new Set(stdout.match(/^ {4}[0-9a-f]{64}$/gm)).size).toBe(1)
  expect(stdout).not.toContain('\u001b')
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110)
  expect(stdout.split('\n').length).toBeLessThanOrEqual(265)
})
