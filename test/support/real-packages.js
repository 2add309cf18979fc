import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Checks against packages that npm installs, apart from the suite: a line for each, and last how many held.
 *
 * @param name names the folder, and the variable that keeps what was installed for the next run: `REGISTRY_TEST_FOLDER`
 * @param {(place: { base: string, installed: string }) => string | undefined} install says why it cannot be had
 * @param everything gets that place with a HOME and a workspace in it, and `check(what, holds, ran)`
 */
export function withPackages(name, install, everything) {
  const base = mkdtempSync(join(tmpdir(), `memory-${name}-`))
  const installed = process.env[`${name.toUpperCase()}_TEST_FOLDER`] ?? join(base, 'installed')
  const home = join(base, 'home')
  const root = join(base, 'workspace')
  const failed = []
  let passed = 0
  const check = (what, holds, { stdout, stderr, status, ...rest }) => {
    console.log(`${holds ? 'ok' : 'FAILED'}: ${what}`)
    if (holds) passed++
    else {
      failed.push(what)
      console.log({ status, stdout, stderr, ...rest })
    }
  }
  try {
    for (const folder of [installed, home, join(root, 'memory')]) mkdirSync(folder, { recursive: true })
    writeFileSync(join(home, 'gitconfig'), '[user]\nname = test\nemail = test@example.invalid\n')
    const why = install({ base, installed })
    if (why !== undefined) console.log(`${name}: skipped: ${why}`)
    else everything({ base, installed, home, root, check })
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
  console.log(`${passed} passed, ${failed.length} failed`)
  process.exitCode = failed.length === 0 ? 0 : 1
}
