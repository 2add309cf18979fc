import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Every place that names our version, with what stands before it and behind it. All are set at once, or none; a place that is
 * not as it is here stops it.
 */
const places = [
  ['package.json', /^(\{\n {2}"name": "workspace-memory",\n {2}"version": ")([^"]+)(")/],
  ['package-lock.json', /^(\{\n {2}"name": "workspace-memory",\n {2}"version": ")([^"]+)(")/],
  ['package-lock.json', /(\n {4}"": \{\n {6}"name": "workspace-memory",\n {6}"version": ")([^"]+)(")/],
  ['packages/memory-rebuild/package.json', /(\n {2}"version": ")([^"]+)(")/],
  ['packages/memory-rebuild/package.json', /(\n {4}"workspace-memory": ")([^"]+)(")/],
  ['src/model/version.ts', /(packageVersion = ')([^']+)(')/],
  ['docs/commands/init.md', /("workspace-memory": "\^)([^"]+)(")/],
  ['docs/commands/export.md', /(by: "workspace-memory\/)([^"]+)(")/],
]

// Semantic Versioning 2.0.0, section 2 and 9, without what is built from.
const versionForm = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/

/** What each place says, in order. */
export function versionsIn(root) {
  return places.map(([path, form]) => {
    const found = form.exec(readFileSync(join(root, path), 'utf8'))
    if (!found) throw new Error(`${path} names no version where it should`)
    return { path, version: found[2] }
  })
}

export function setVersion(root, version) {
  if (!versionForm.test(version)) throw new Error(`a version is like 0.2.0 or 0.2.0-rc.1, got ${version}`)
  const texts = new Map()
  for (const [path, form] of places) {
    const before = texts.get(path) ?? readFileSync(join(root, path), 'utf8')
    const text = before.replace(form, (_, start, _version, end) => start + version + end)
    if (!form.test(before)) throw new Error(`${path} names no version where it should: nothing is written`)
    texts.set(path, text)
  }
  for (const [path, text] of texts) writeFileSync(join(root, path), text)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  try {
    const [version] = process.argv.slice(2)
    if (version !== undefined) setVersion(root, version)
    for (const each of versionsIn(root)) console.log(`${each.version}  ${each.path}`)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
