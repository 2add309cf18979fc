import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { checkout } from '../transcripts/stage.js'

const listed = (...args: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', ...args], { cwd: checkout, encoding: 'utf8' }).split('\0').filter(Boolean)

/** Every file of this repository, those not committed yet too. */
const files = new Set(listed('--cached', '--others', '--exclude-standard'))
const gone = new Set(listed('--deleted'))

/** What a person reads and writes here: prose and code, without what tests are given and what is generated. */
const isRead = (path: string): boolean =>
  /\.(?:md|[cm]?[jt]s|json|ya?ml|sh|liquid)$|^(?:bin|\.ci|\.husky)\//.test(path) &&
  !/^(?:test\/fixtures|examples)\/|^package-lock\.json$|^test\/docs\/citations\.test\.ts$|\/words\.txt$/.test(path)

/** Documents that stand in no clone: only a document of this repository can be cited. */
const elsewhere = /\bDESIGN\b|\bPAGES\.md\b|(?<![\w./-])(?:shared|facts)\/[\w-]{2,}|-threats \d|\bhouse\.md\b/g

/** Files of a workspace, which this repository has none of. */
const ofWorkspaces = new Set(['MEMORY', 'USER', 'SOUL', 'IDENTITY', 'DREAMS', 'AGENTS', 'CLAUDE', 'GEMINI'])

/** `docs/x.md`, and a document of the top folder, which is written in capitals. */
const document = /(?<![\w./*<-])(?:(docs\/[\w./-]+\.md)|([A-Z][A-Z_-]+)\.md)\b/g

/** `law 7 (settled pages)`, `laws 1 to 4`; the name may be left out where a page says it. */
const law = /\blaws? (?:\d+ to )?(\d+)(?: \(([a-z ]+)\))?/gi

const laws = new Map(
  [...readFileSync(join(checkout, 'docs/laws.md'), 'utf8').matchAll(/^## (\d+)\. (.+)$/gm)].map(
    ([, number, name]) => [number!, name!.toLowerCase()] as const,
  ),
)

/** Of a program its comments, for what it calls files is its own business; of anything else all of it. */
const proseOf = (path: string, line: string): string =>
  /\.(?:[cm]?[jt]s|json)$/.test(path) ? (/^\s*(?:\/?\*|\/\/).*|\s\/\/ .*/.exec(line)?.[0] ?? '') : line

/** What a file cites that a clone does not hold: `path:line  what`. */
function lostIn(path: string, text: string, has = (file: string): boolean => files.has(file)): string[] {
  return text.split('\n').flatMap((line, at) => {
    const cited = [...line.matchAll(elsewhere)].map(String)
    // What a page on adding makes is there once its steps are done.
    const prose = path.startsWith('docs/adding/') ? '' : proseOf(path, line)
    for (const [whole, page, capitals] of prose.matchAll(document))
      if (!has(page ?? whole) && !ofWorkspaces.has(capitals ?? '')) cited.push(whole)
    for (const [whole, number, name] of line.matchAll(law))
      if (!laws.has(number!) || (name !== undefined && laws.get(number!) !== name.toLowerCase())) cited.push(whole)
    return cited.map((each) => `${path}:${at + 1}  ${each}`)
  })
}

describe('what code and prose cite', () => {
  test('is in this repository, document by document and law by law', () => {
    const read = [...files].filter((path) => isRead(path) && !gone.has(path))
    expect(read.length).toBeGreaterThan(300)
    expect(read.flatMap((path) => lostIn(path, readFileSync(join(checkout, path), 'utf8')))).toEqual([])
  })

  test.each([
    ['src/model/page.ts', '/** Told from its bytes (PAGES.md). */', 'PAGES.md'],
    ['src/judge/judge-pair.ts', ' * no other machine moves a belief (DESIGN 8).', 'DESIGN'],
    ['test/model/vocabulary.test.ts', "test('a problem is shown as DESIGN writes it', () => {", 'DESIGN'],
    ['src/git/repository.ts', ' * and from the network (git-sqlite-threats 3).', '-threats 3'],
    ['docs/decisions.md', 'As shared/notes has it.', 'shared/notes'],
    ['docs/decisions.md', 'As facts/speed.md has it.', 'facts/speed'],
    ['src/belief/fold.ts', '// See docs/folding.md.', 'docs/folding.md'],
    ['docs/laws.md', 'As RULES.md says.', 'RULES.md'],
    ['test/laws/git/twin.ts', '    return `law 99: a hook committed`', 'law 99'],
    ['test/laws/git/twin.ts', '    return `law 4 (same bytes): a hook committed`', 'law 4 (same bytes)'],
  ])('a citation that leads nowhere is found: %s has “%s”', (path, line, cited) => {
    expect(lostIn(path, `\n${line}\n`)).toContain(`${path}:2  ${cited}`)
  })

  test.each([
    ['src/model/page.ts', '/** Told from its bytes (docs/pages.md), as MEMORY.md is. */'],
    ['test/git/odd-names.test.ts', "repo.commit('docs/a.md', 'the shared facts/s of a DESIGNER')"],
    ['docs/laws.md', 'See ARCHITECTURE.md, `memory/facts/tea.md`, law 4 (harmless hooks) and laws 1 to 4.'],
  ])('one that leads somewhere is not: %s', (path, line) => {
    expect(lostIn(path, line)).toEqual([])
  })

  test('laws are counted without a gap, and ARCHITECTURE.md lists them alike', () => {
    const listing = [...readFileSync(join(checkout, 'ARCHITECTURE.md'), 'utf8').matchAll(/^(\d+)\. \*\*(.+?)\*\*/gm)]
    expect(listing.map(([, number, name]) => [number, name!.toLowerCase()])).toEqual([...laws])
    expect([...laws.keys()]).toEqual(Array.from({ length: laws.size }, (_, at) => String(at + 1)))
  })
})
