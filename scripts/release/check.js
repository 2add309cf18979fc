// node scripts/release/check.js v0.2.0 OWNER/NAME: whether a tag may be released from a repository of GitHub.
// node scripts/release/check.js --set https://github.com/OWNER/NAME: names the repository in both packages.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sectionOf } from './changelog.js'
import { versionsIn } from './version.js'

const packages = ['package.json', 'packages/memory-rebuild/package.json']

/** A name that leads nowhere on any network (RFC 6761), until the owner names the repository. */
export const nowhere = 'https://repository.invalid/workspace-memory'

/** Where a package says it comes from, as pages for people: `https://github.com/OWNER/NAME`. */
export const placesOf = ({ repository, bugs, homepage }) => [
  repository.url.replace(/^git\+|\.git$/g, ''),
  bugs.url.replace(/\/issues$/, ''),
  homepage.replace(/#readme$/, ''),
]

/** @returns what speaks against it; nothing where it may be released */
export function reasonsAgainst(root, tag, repository) {
  const read = (path) => readFileSync(join(root, path), 'utf8')
  const versions = versionsIn(root).filter(({ version }) => `v${version}` !== tag)
  const places = packages.flatMap((path) => placesOf(JSON.parse(read(path))).map((url) => ({ path, url })))
  const wanted = `https://github.com/${repository}`
  const reasons = [
    ...versions.map(({ path, version }) => `${path} is of version ${version}, and the tag is ${tag}`),
    ...places
      .filter(({ url }) => url !== wanted)
      .map(({ path, url }) => `${path} says that it comes from ${url}, and not from ${wanted}`),
  ]
  try {
    sectionOf(read('CHANGELOG.md'), tag.replace(/^v/, ''))
  } catch (error) {
    reasons.push(error.message)
  }
  return reasons
}

export function setRepository(root, url) {
  if (!/^https:\/\/[\w.-]+(?:\/[\w.-]+)+$/.test(url) || url.endsWith('.git'))
    throw new Error(`a repository is like https://github.com/OWNER/NAME, got ${url}`)
  for (const path of packages) {
    const before = JSON.parse(readFileSync(join(root, path), 'utf8'))
    const after = {
      ...before,
      repository: { ...before.repository, url: `git+${url}.git` },
      bugs: { url: `${url}/issues` },
      homepage: `${url}#readme`,
    }
    writeFileSync(join(root, path), `${JSON.stringify(after, null, 2)}\n`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const [first = '', second = ''] = process.argv.slice(2)
  try {
    if (first === '--set') setRepository(root, second)
    else {
      const reasons = reasonsAgainst(root, first, second)
      if (reasons.length > 0) throw new Error(reasons.join('\n'))
    }
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
