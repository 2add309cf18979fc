import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const isMissing = (error) => error.code === 'ERR_MODULE_NOT_FOUND'

const hooksPath = () => {
  try {
    return execFileSync('git', ['config', 'core.hooksPath'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}

// A tarball has no .git and an install without devDependencies has no esbuild: neither may fail here.
const installHooks = async () => {
  // husky replaces any hooks path it finds; a contributor's own one wins.
  if (process.env.HUSKY === '0' || !existsSync('.git') || !['', '.husky/_'].includes(hooksPath())) return
  try {
    const { default: husky } = await import('husky')
    const problem = husky('.husky')
    if (problem) console.error(`husky: ${problem}`)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

const build = async () => {
  if (!existsSync('src')) return
  try {
    await import('./build.js')
  } catch (error) {
    if (!isMissing(error)) throw error
    console.error('dist/ was not built: the devDependencies are not installed')
  }
}

await installHooks()
await build()
