import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import type { MarkReport, RetainReport, SuggestedEntities, Suggestions } from '../../src/index.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { beginningWith, checkout, type Repo } from '../support/with-repo.js'
import { jsonOf } from './design-example.js'
import { commandsShareAProcess } from '../support/served.js'

commandsShareAProcess()

const begun = beginningWith((repo) => {
  cpSync(join(checkout, 'examples/untagged'), repo.root, { recursive: true })
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'two weeks without a bullet')
  repo.init()
})
const suggest = <T extends object>(repo: Repo, ...args: string[]): T =>
  jsonOf<T & object>(repo, 'suggest', ...args, '--now', '2026-02-16')
const found = (repo: Repo): Suggestions['suggestions'] =>
  suggest<Suggestions>(repo, '--since', '2026-02', '--next', '1000').suggestions

/** Words for comparison, without the marks and the line ends of Markdown. */
const bare = (text: string): string => text.replaceAll(/[*_`]/g, '').replaceAll(/\s+/g, ' ').toLowerCase()

/** The lines that a citation names. */
function cited(repo: Repo, cites: string): string {
  const [, path, first, last = first] = /^(.+)#L(\d+)(?:-L(\d+))?$/.exec(cites)!
  return repo
    .read(path!)
    .split('\n')
    .slice(Number(first) - 1, Number(last))
    .join('\n')
}

describe('examples/untagged, two weeks of logs without a bullet', () => {
  test('every suggestion cites lines that say it in its own words, and names nobody else', () =>
    begun((repo) => {
      const suggestions = found(repo)
      expect(suggestions.length).toBeGreaterThan(3)
      for (const { text, cites, entities, day } of suggestions) {
        const [path] = cites.split('#')
        expect(path).toContain(day)
        const lines = bare(cited(repo, cites))
        const headings = bare(`${repo.read(path!).match(/^#.*$/gm)?.join('\n')}\n${path!.replaceAll('-', ' ')}`)
        for (const part of bare(text).replaceAll(` (${day})`, '').split(/: |; /)) {
          const words = part.replace(/\.$/, '')
          expect(lines.includes(words) || headings.includes(words) ? '' : `${cites}: ${words}`).toBe('')
        }
        const said = bare(`${repo.read(path!)}\n${path!}`)
          .replaceAll(/-|[.,](?= )/g, ' ')
          .replaceAll(/ +/g, ' ')
        for (const name of entities) expect(said).toContain(bare(name).replaceAll('-', ' '))
      }
      const texts = suggestions.map(({ text }) => text)
      expect(new Set(texts).size).toBe(texts.length)
    }))

  test('what is written, kept and dropped is nothing else of any log, and not offered again', () =>
    begun(async (repo) => {
      const before = repo.files('memory')
      const { retained } = suggest<RetainReport>(repo, '--since', '2026-02', '--next', '1000', '--write', '--commit')
      expect(retained.every(({ source }) => source !== null)).toBe(true)
      expect(found(repo)).toEqual([])
      const suggested = new Map(retained.map(({ id, bullet }) => [id, bullet]))
      const isKept = (id: string): boolean => [...suggested.keys()].indexOf(id) % 2 === 0
      const [kept, dropped] = [true, false].map((is) => [...suggested.keys()].filter((id) => isKept(id) === is))
      suggest<MarkReport>(repo, 'keep', ...kept!)
      suggest<MarkReport>(repo, 'drop', '--all', '--commit')
      expect(jsonOf(repo, 'status')).toMatchObject({ suggested: 0 })
      expect(found(repo)).toEqual([])
      const bullets = new Set(kept!.map((id) => suggested.get(id)!.replace('suggested=', 'from=')))
      const refusals = dropped!.map(
        (id) => `<!-- not suggested: ${/suggested=([^,)]*)/.exec(suggested.get(id)!)![1]} -->`,
      )
      const added = [...repo.files('memory')].flatMap(([path, text]) => {
        const standing = before.get(path) ?? ''
        expect(text.startsWith(standing)).toBe(true)
        return Buffer.from(text.slice(standing.length), 'latin1').toString('utf8').split('\n')
      })
      const lines = added.filter((line) => line !== '' && line !== '## Retain')
      expect(lines.toSorted()).toEqual([...bullets, ...refusals].toSorted())
      await expectSameAsRebuild(repo)
    }))

  test('names that no bullet has are listed with lines that say them', () =>
    begun((repo) => {
      const { entities } = suggest<SuggestedEntities>(repo, '--entities')
      expect(entities.length).toBeGreaterThan(3)
      for (const { name, days, lines, cites } of entities) {
        expect([name, days >= 2, lines >= 3, cites.length]).toEqual([name, true, true, 2])
        for (const each of cites) expect(cited(repo, each)).toContain(name)
      }
    }))
})
