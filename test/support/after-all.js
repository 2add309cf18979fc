import { differences, snapshot } from './guard.js'

/** Jest's globalTeardown: a test that changed anything outside its folder fails the suite. */
export default function afterAll() {
  const before = globalThis.outsideBefore
  if (!before) return
  const changed = differences(before, snapshot())
  if (changed.length > 0)
    throw new Error(`changed outside the tests' folders:\n${changed.map((name) => `  ${name}`).join('\n')}`)
}
