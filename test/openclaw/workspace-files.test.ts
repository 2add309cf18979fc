import { linkSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import type { Answer, Core, Suggestions, SuggestPackets } from '../../src/index.js'
import { jsonOf } from '../cli/design-example.js'
import { expectSameAsRebuild } from '../support/oracle.js'
import { beginningWith, type Repo } from '../support/with-repo.js'

const fixture = (name: string): string => readFileSync(new URL(`../fixtures/openclaw/${name}`, import.meta.url), 'utf8')

/** The files of an OpenClaw's workspace, where it keeps them. */
const files: Readonly<Record<string, string>> = {
  'MEMORY.md': fixture('MEMORY.md'),
  'USER.md': fixture('USER.md'),
  'memory/2026-11-20.md': fixture('2026-11-20.md'),
  'memory/2026-11-20-1430.md': fixture('2026-11-20-1430.md'),
  'memory/2026-11-19-vendor-pitch.md': '# Vendor pitch\n\nClara wants the tinsmith from Ptuj for the roof.\n',
  'memory/archive/2025/2025-03-02.md': 'Boris owns a kiln in the old dairy.\n',
  'memory/imports/claude-code/kiln/2025-03-04.md': 'Boris owns a second kiln in the boathouse.\n',
  'memory/imports/codex/MEMORY.md': 'The boathouse has a slipway of larch.\n',
  'memory/dreaming/light/2026-11-20.md': '# Light Sleep\n\n- Candidate: Boris owns a dream of a kiln.\n',
  'DREAMS.md': '# Dream Diary\n\nBoris owns a dream of a weathervane.\n',
}
const begun = beginningWith((repo) => {
  for (const [path, text] of Object.entries(files)) repo.write(path, text)
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'a workspace')
  repo.init()
})
const recalled = (repo: Repo, question: string, ...more: string[]): Answer['results'] =>
  (JSON.parse(repo.memory('recall', question, ...more, '--json').stdout) as Answer).results

describe('an OpenClaw’s workspace', () => {
  test('a directive that was superseded comes behind the one that took its place, and says so', () =>
    begun((repo) => {
      const found = recalled(repo, 'detailed explanations for every code change')
      expect(found[0]).toMatchObject({
        content: 'Prefer concise explanations for a code change.',
        timestamp: '2026-07-27',
      })
      expect(found).toContainEqual(
        expect.objectContaining({
          annotations: { observed: '2026-05-10', status: 'superseded' },
          timestamp: '2026-05-10',
        }),
      )
      const { stdout } = repo.memory('recall', 'detailed explanations for every code change')
      expect(stdout).toMatch(/every code change\.\n.*USER\.md#L7.*\(superseded\)/)
      // Who asks what used to be is not kept from it.
      const factors = (question: string): string[] =>
        recalled(repo, question, '--explain')
          .filter(({ annotations }) => annotations?.status === 'superseded')
          .flatMap(({ why }) => why.factors.map(({ factor }) => factor))
      expect(factors('detailed explanations for every code change')).toContain('over')
      expect(factors('previously detailed explanations for every code change')).not.toContain('over')
    }))

  test('what dreaming copied into MEMORY.md comes behind the log that says it, for who asks for all', () =>
    begun((repo) => {
      const sources = (...more: string[]): string[] =>
        recalled(repo, 'weathervane with copper rivets', ...more).map(({ source }) => source)
      expect(sources()).toEqual(['memory/2026-11-20.md#L7-L8'])
      expect(sources('--all')).toContain('MEMORY.md#L15')
      repo.write('memory/2026-11-20.md', '# 2026-11-20\n')
      const [left] = recalled(repo, 'weathervane with copper rivets')
      expect(left).toMatchObject({ source: 'MEMORY.md#L15', timestamp: '2026-11-20' })
    }))

  test('nothing that was generated is found, and nothing of it is evidence', () =>
    begun((repo) => {
      for (const question of [
        'kiln dream',
        'Repairs whatever turns in the wind',
        'Candidate staged recalls',
        'Dream Diary',
      ])
        for (const { source, content } of recalled(repo, question)) {
          expect(source).not.toMatch(/DREAMS|dreaming/)
          expect(content).not.toMatch(/Candidate|whatever turns|staged|Theme/)
        }
      const kinds = recalled(repo, '', '--entity', 'Boris').filter(({ kind }) => kind !== 'passage')
      expect(kinds.map(({ content, source }) => `${source} ${content}`)).toEqual([
        'memory/2026-11-20.md#L5 Drinks mint tea.',
      ])
    }))

  test('a log with a word behind its day, and one in an archive, are logs of their day; an import is none', () =>
    begun((repo) => {
      const dayOf = (question: string): unknown => {
        const [{ timestamp, source } = {}] = recalled(repo, question)
        return [source, timestamp]
      }
      expect(dayOf('tinsmith from Ptuj')).toEqual(['memory/2026-11-19-vendor-pitch.md#L3', '2026-11-19'])
      expect(dayOf('kiln in the old dairy')).toEqual(['memory/archive/2025/2025-03-02.md#L1', '2025-03-02'])
      expect(dayOf('slipway of larch')).toEqual(['memory/imports/codex/MEMORY.md#L1', null])
      expect(recalled(repo, 'kiln', '--on', '2025-03-02')).toHaveLength(1)
    }))

  test('suggest drafts from what somebody wrote: from no import, no block of dreaming, no head of a session', () =>
    begun((repo) => {
      const now = ['--since', '2025-01-01', '--now', '2026-11-24']
      const { suggestions } = jsonOf<Suggestions & object>(repo, 'suggest', ...now)
      expect(suggestions.map(({ cites }) => cites)).toEqual([
        'memory/archive/2025/2025-03-02.md#L1',
        'memory/2026-11-19-vendor-pitch.md#L3',
        'memory/2026-11-20.md#L34',
      ])
      const { packets } = jsonOf<SuggestPackets & object>(repo, 'suggest', '--passages', '--next', '50', ...now)
      const texts = packets.map(({ text }) => text).join('\n')
      expect(texts).toContain('tinsmith from Ptuj')
      expect(texts).toContain('22:10 Clara called')
      expect(texts).not.toMatch(/Session (?:Key|ID)|Candidate|Theme|second kiln|copper rivets\. \[score/)
      expect(packets.map(({ cites }) => cites).filter((cites) => !cites.startsWith('memory/20'))).toEqual([
        'memory/archive/2025/2025-03-02.md#L1',
      ])
    }))

  test('its index is the same built in steps and at once', () =>
    begun(async (repo) => {
      repo.commit('USER.md', fixture('USER.md').replace('superseded', 'active'))
      repo.commit('MEMORY.md', fixture('MEMORY.md').replace('importance: 9', 'importance: 4'))
      await expectSameAsRebuild(repo)
      expect(recalled(repo, 'gateway loopback')[0]!.annotations).toMatchObject({ importance: 4 })
    }))

  test('MEMORY.md under two names, as a disk without case has it, is found once, and its blocks are there once', () =>
    begun((repo) => {
      linkSync(repo.path('MEMORY.md'), repo.path('memory.md'))
      const found = recalled(repo, 'gateway loopback').filter(({ content }) => content.includes('loopback'))
      expect(found).toMatchObject([{ source: 'MEMORY.md#L3' }])
      expect(found[0]).not.toHaveProperty('sources')
      expect(jsonOf<Core & object>(repo, 'core').blocks.filter(({ text }) => text.includes('loopback'))).toHaveLength(1)
      expect(repo.memory('status').stdout).not.toContain('memory.md')
    }))
})
