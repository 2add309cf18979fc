// Workspaces to measure: generated, the same for everyone who has the generator and the sentences.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** S a year of logs (2,920 facts), M ten (29,200), L a hundred thousand files (a million facts); `one-8k`: 8,000 natural sentences about one person. */
export function corpus(name, shared, root, environment) {
  if (!name.startsWith('one-')) {
    execFileSync(process.execPath, [
      join(shared, 'bench/gen-workspace.mjs'),
      '--preset',
      name,
      '--out',
      root,
      '--no-git',
    ])
    commit(root, environment)
    return root
  }
  mkdirSync(join(root, 'memory'), { recursive: true })
  const random = randomFrom(7)
  const sentences = shuffled(sentencesIn(join(shared, 'eval/dev')), random).slice(0, 1000 * Number(name.slice(4, -1)))
  for (let at = 0; at < sentences.length; at += 10) {
    const bullets = sentences.slice(at, at + 10).map((text) => `- ${kindBy(random())} @Maya: ${text}\n`)
    writeFileSync(join(root, 'memory', `${dayAt(at / 10)}.md`), `## Retain\n${bullets.join('')}`)
  }
  commit(root, environment)
  return root
}

/** Three opinions in a hundred, as where people retain what they meet. */
const kindBy = (share) => (share < 0.03 ? 'O(c=0.7)' : share < 0.6 ? 'W' : 'B')

const dayAt = (days) => new Date(Date.UTC(2020, 0, 1) + days * 86_400_000).toISOString().slice(0, 10)

/** Sentences of 5 to 30 words of all labelled workspaces, each once. */
function sentencesIn(families) {
  const notes = readdirSync(families, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .toSorted()
    .map((path) => join(families, path))
    .filter((path) => statSync(path).isFile())
  const found = new Set()
  for (const path of notes) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const text = line
        .replace(/^[-*#>\s]+/, '')
        .replace(/^[A-Z](?:\([^)]*\))?\s+@[^:]*:\s*/, '')
        .replace(/\*\*[^*]*\*\*:?\s*/g, '')
        .replace(/[@`<>|[\]]/g, '')
      for (const sentence of text.split(/(?<=[.!?])\s+/)) {
        const words = sentence.trim().split(/\s+/).length
        if (words >= 5 && words <= 30) found.add(sentence.trim())
      }
    }
  }
  return [...found]
}

function commit(root, environment) {
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'memory'],
  ])
    execFileSync('git', args, { cwd: root, env: environment })
}

export function shuffled(all, random) {
  const list = [...all]
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[list[at], list[other]] = [list[other], list[at]]
  }
  return list
}

/** Mulberry32: the same numbers for the same seed. */
export function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** The index of a repository that one version of the package has indexed. */
export function indexIn(root) {
  const folder = join(root, '.git/workspace-memory')
  return join(
    folder,
    readdirSync(folder).find((name) => /^index-[\d.]+\.sqlite$/.test(name)),
  )
}
