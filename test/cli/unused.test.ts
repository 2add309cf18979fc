import { writeFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

/** What each process loads, a line a module: `pg`, `file:///…/dist/chunk-X.js`. */
const recorder = (log: string): string => `
import { appendFileSync } from 'node:fs'
import { register } from 'node:module'
import Module from 'node:module'
register('data:text/javascript,' + encodeURIComponent(\`
  import { appendFileSync } from 'node:fs'
  export const resolve = async (specifier, context, next) => {
    const found = await next(specifier, context)
    appendFileSync(${JSON.stringify(log)}, specifier + ' ' + found.url + '\\\\n')
    return found
  }\`))
const load = Module._load
Module._load = function (request, ...rest) {
  appendFileSync(${JSON.stringify(log)}, request + '\\n')
  return load.call(this, request, ...rest)
}
`

test('no driver of a fleet’s database is loaded by who has none: commit, hook, recall, brief, status', () =>
  withRepo(
    (repo) => {
      const [hook, log] = [repo.path('../recorder.mjs'), repo.path('../loaded.txt')]
      writeFileSync(hook, recorder(log))
      writeFileSync(log, '')
      const at = repo.with({ NODE_OPTIONS: `--import ${hook}` })
      at.commit('memory/2025-11-27.md', retain('O(c=0.8) @Peter: Likes tea'))
      for (const args of [['recall', 'tea'], ['brief'], ['status'], ['reflect']])
        expect([args, at.memory(...args).status]).toEqual([args, 0])
      const loaded = repo.read('../loaded.txt')
      expect(loaded).toMatch(/better-sqlite3|node:sqlite/)
      expect(loaded.split('\n').filter((line) => /^pg\b|pglite/.test(line))).toEqual([])
      // The same record of a fleet names it.
      writeFileSync(log, '')
      at.memory('fleet', 'list', '--db', 'postgres://127.0.0.1:1/none')
      expect(repo.read('../loaded.txt')).toMatch(/^pg$/m)
    },
    { hooks: true },
  ))
