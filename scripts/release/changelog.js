import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** What stands below `## 0.2.0 - 2026-11-28`, up to the next version. */
export function sectionOf(changelog, version) {
  const sections = changelog.split(/^(?=## )/m)
  const found = sections.find((text) => /^## (\S+) - \d{4}-\d{2}-\d{2}$/m.exec(text.split('\n')[0])?.[1] === version)
  if (found === undefined) throw new Error(`CHANGELOG.md has no section "## ${version} - YYYY-MM-DD"`)
  return `${found.slice(found.indexOf('\n')).trim()}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const path = fileURLToPath(new URL('../../CHANGELOG.md', import.meta.url))
    process.stdout.write(sectionOf(readFileSync(path, 'utf8'), (process.argv[2] ?? '').replace(/^v/, '')))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
