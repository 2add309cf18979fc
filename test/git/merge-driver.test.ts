import { describe, expect, test } from '@jest/globals'
import { endMarker } from '../../src/model/page.js'
import { withRepo, type Repo } from '../support/with-repo.js'

type Three = readonly [base: string, ours: string, theirs: string]

const path = 'bank/file'
const unhooked = ['-c', 'core.hooksPath=/dev/null'] as const

/** What `git merge side` leaves of a file of the bank, byte for byte, and how it ended. */
function mergedBy(repo: Repo, three: Three): { bytes: string; status: number } {
  const put = (text: string): void => {
    repo.write(path, Buffer.from(text, 'latin1'))
    repo.git('add', path)
    repo.git(...unhooked, 'commit', '-q', '--allow-empty', '-m', 'a version')
  }
  put(three[0])
  repo.git('switch', '-q', '-c', 'side')
  put(three[2])
  repo.git('switch', '-q', '-')
  put(three[1])
  const { status } = repo.tryGit(...unhooked, 'merge', '-q', '--no-edit', 'side')
  return { bytes: repo.files('bank').get(path)!, status }
}

const paragraphs = (many: number): string[] =>
  Array.from({ length: many }, (_, at) => [`Paragraph ${at} says something.`, '']).flat()
const edited = (lines: readonly string[], at: number, line: string): string[] => lines.with(at, line)
const retired = (id: string): string => `- retired ^${id.repeat(10)}: O @Peter: old`
const notes = ['# Notes', '', '## Curated', '', retired('a'), '']

const files: Readonly<Record<string, Three>> = {
  'edits in two places': [
    paragraphs(20).join('\n'),
    edited(paragraphs(20), 4, 'Ours.').join('\n'),
    edited(paragraphs(20), 30, 'Theirs.').join('\n'),
  ],
  'edits in one place': ['one\ntwo\nthree\n', 'one\nours\nthree\n', 'one\ntheirs\nthree\n'],
  'carriage returns and a conflict': [
    'one\r\ntwo\r\nthree\r\n',
    'one\r\nours\r\nthree\r\n',
    'one\r\ntheirs\r\nthree\r\n',
  ],
  'no line end at the end': ['one\ntwo', 'one\nours', 'one\ntheirs'],
  'a line end that one side took away': ['one\ntwo\nthree\nfour\n', 'One\ntwo\nthree\nfour\n', 'one\ntwo\nthree\nfour'],
  'bytes that are no UTF-8': ['caf\u00e9\ntwo\n', 'caf\u00e9!\ntwo\n', 'caf\u00e9?\ntwo\n'],
  'lines that a page would take for a set': [
    notes.join('\n'),
    [...notes.slice(0, -1), retired('c'), ''].join('\n'),
    [...notes.slice(0, -1), retired('b'), ''].join('\n'),
  ],
  'what is left of a page': [`# A\n${endMarker}\none\n`, `# A\n${endMarker}\nours\n`, `# A\n${endMarker}\ntheirs\n`],
}

describe('a file of bank/ that is no page of ours', () => {
  test.each(Object.entries(files))('merges as Git merges text, markers included: %s', async (_, three) => {
    let [ours, gits]: (ReturnType<typeof mergedBy> | undefined)[] = []
    await withRepo((repo) => {
      repo.init()
      expect(repo.git('check-attr', 'merge', path)).toContain('memory-bank')
      ours = mergedBy(repo, three)
    })
    await withRepo((repo) => void (gits = mergedBy(repo, three)))
    expect(ours).toEqual(gits)
  })
})
