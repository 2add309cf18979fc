import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { unreadableName } from '../../src/model/note.js'
import { parseBatch, parseRawDiff, parseSizes, parseTold, parseTree } from '../../src/git/git-output.js'
import { gitEnvironment } from '../../src/git/run-git.js'

const seed = 61
const oid = fc.stringMatching(/^[0-9a-f]{40}$/)
const path = fc
  .array(
    fc.oneof(
      fc.constantFrom('memory/', 'a', ' ', '\t', '\n', '"', '\\', '我', '.md', '🙂'),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((parts) => parts.join('').replaceAll('\0', '').replaceAll('\uFFFD', ''))
  .filter((name) => name !== '' && name.isWellFormed())
const mode = fc.constantFrom('100644', '100755', '120000')

describe('a listing of a tree', () => {
  test('gives every blob, whatever its name', () => {
    const files = fc.array(fc.record({ mode, oid, path }), { maxLength: 6 })
    fc.assert(
      fc.property(files, (given) => {
        const output = given.map((file) => `${file.mode} blob ${file.oid}\t${file.path}\0`).join('')
        expect(parseTree(Buffer.from(output))).toEqual(given)
      }),
      { seed, numRuns: 500 },
    )
  })

  test('leaves submodules out and marks names that are no text', () => {
    const bytes = Buffer.concat([
      Buffer.from('160000 commit aa\tmemory/module\0'),
      Buffer.from('100644 blob bb\tmemory/'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('.md\0'),
    ])
    expect(parseTree(bytes)).toEqual([{ path: 'memory/\uFFFD\uFFFD.md', mode: unreadableName, oid: 'bb' }])
    expect(parseTree(Buffer.alloc(0))).toEqual([])
  })
})

describe('a difference of two trees', () => {
  test('gives what stands at every path now, whatever its name', () => {
    const change = fc.record({ mode, oid, path, status: fc.constantFrom('A', 'M', 'D', 'T') })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), (given) => {
        const [zeros, old] = ['0'.repeat(40), '1'.repeat(40)]
        const output = given
          .map(({ status, path: name, ...now }) =>
            status === 'D'
              ? `:${now.mode} 000000 ${now.oid} ${zeros} D\0${name}\0`
              : `:100644 ${now.mode} ${status === 'A' ? zeros : old} ${now.oid} ${status}\0${name}\0`,
          )
          .join('')
        expect(parseRawDiff(Buffer.from(output))).toEqual(
          given.map(({ status, ...now }) => ({
            path: now.path,
            now: status === 'D' ? undefined : now,
            was: status === 'D' ? now.oid : status === 'A' ? undefined : old,
          })),
        )
      }),
      { seed, numRuns: 500 },
    )
  })

  test('a file that became a submodule is gone', () => {
    const output = Buffer.from(':100644 160000 aa bb T\0memory/a.md\0')
    expect(parseRawDiff(output)).toEqual([{ path: 'memory/a.md', now: undefined, was: 'aa' }])
  })
})

describe('a batch of blobs', () => {
  test('gives every blob its own bytes, whatever they look like, and leaves out what is missing', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 30 }).map((array) => Buffer.from(array)),
      fc
        .constantFrom('', '\n', '\n\n', `${'a'.repeat(40)} blob 3\nabc\n`, 'x missing\n', '\0')
        .map((text) => Buffer.from(text)),
    )
    const blobs = fc.uniqueArray(fc.record({ oid, bytes: fc.option(bytes) }), {
      selector: (blob) => blob.oid,
      maxLength: 6,
    })
    fc.assert(
      fc.property(blobs, (given) => {
        const output = Buffer.concat(
          given.flatMap((blob) =>
            blob.bytes === null
              ? [Buffer.from(`${blob.oid} missing\n`)]
              : [Buffer.from(`${blob.oid} blob ${blob.bytes.length}\n`), blob.bytes, Buffer.from('\n')],
          ),
        )
        const expected = given.flatMap((blob) => (blob.bytes === null ? [] : [[blob.oid, blob.bytes] as const]))
        expect([...parseBatch(output)]).toEqual(expected)
      }),
      { seed, numRuns: 500 },
    )
  })
})

test('sizes are those of the blobs that were asked for, whatever else Git has', () => {
  const [one, other, gone] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [string, string, string]
  const output = Buffer.from(`${one} 213\n${other} 7\n${gone} missing\n`)
  expect([...parseSizes(output, [one, gone])]).toEqual([[one, 213]])
})

test('random bytes crash no reader of Git’s output', () => {
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 80 }).map((array) => Buffer.from(array)),
    fc
      .array(fc.constantFrom('100644', ' ', 'blob', '\t', '\0', '\n', ':', 'M', '9', 'missing', 'a.md', 'NaN', '1e9'), {
        maxLength: 14,
      })
      .map((parts) => Buffer.from(parts.join(''))),
  )
  fc.assert(
    fc.property(noise, (output) => {
      for (const read of [parseTree, parseRawDiff, parseBatch, (bytes: Buffer) => parseSizes(bytes, [''])]) read(output)
    }),
    { seed, numRuns: 1500 },
  )
})

describe('the environment of our Git', () => {
  test('forgets which repository, index, hook or configuration called us, and keeps everything else', () => {
    const given = {
      PATH: '/bin',
      HOME: '/home/me',
      GIT_DIR: '/elsewhere/.git',
      GIT_WORK_TREE: '/elsewhere',
      GIT_INDEX_FILE: '/elsewhere/index',
      GIT_OBJECT_DIRECTORY: '/elsewhere/objects',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: 'touch /tmp/canary',
      GIT_CONFIG_PARAMETERS: "'core.fsmonitor'='touch /tmp/canary'",
      GIT_EXEC_PATH: '/elsewhere',
      GIT_SSH_COMMAND: 'touch /tmp/canary',
      GIT_EXTERNAL_DIFF: 'touch /tmp/canary',
      GIT_TRACE: '/tmp/canary',
      GIT_CONFIG_GLOBAL: '/home/me/.gitconfig',
      GIT_CEILING_DIRECTORIES: '/home',
      GITHUB_TOKEN: 'x',
    }
    const clean = gitEnvironment(given, undefined)
    expect(clean).toMatchObject({ PATH: '/bin', HOME: '/home/me', GIT_CONFIG_GLOBAL: '/home/me/.gitconfig' })
    expect(clean).toMatchObject({ GIT_CEILING_DIRECTORIES: '/home', GITHUB_TOKEN: 'x' })
    expect(JSON.stringify(clean)).not.toMatch(/elsewhere|canary/)
  })

  test('takes no lock, asks nothing and fetches nothing, whatever was set', () => {
    const wanted = {
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      GIT_NO_LAZY_FETCH: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      LC_ALL: 'C',
    }
    expect(gitEnvironment({}, undefined)).toEqual(wanted)
    expect(gitEnvironment({ GIT_OPTIONAL_LOCKS: '1', GIT_TERMINAL_PROMPT: '1', LC_ALL: 'de_DE' }, undefined)).toEqual(
      wanted,
    )
  })

  test('changes nothing in the one it is given', () => {
    const given = { GIT_DIR: 'x', PATH: '/bin' }
    gitEnvironment(given, undefined)
    expect(given).toEqual({ GIT_DIR: 'x', PATH: '/bin' })
  })
})

describe('what a shim tells', () => {
  const change = fc.record({ mode, oid, path })
  const story = fc.record({ commit: oid, tree: oid, from: oid, changes: fc.array(change, { maxLength: 3 }) })
  const said = ({ commit, tree, from, changes }: typeof story extends fc.Arbitrary<infer T> ? T : never): Buffer => {
    const none = '0'.repeat(40)
    const raw = changes.map((file) => `:000000 ${file.mode} ${none} ${file.oid} A\0${file.path}\0`)
    return Buffer.from(`${commit}\n${tree}\n${from}\n/w\n/w/.git\n.git\n${raw.join('')}told`)
  }

  test('is read whole', () => {
    fc.assert(
      fc.property(story, (given) => {
        expect(parseTold(said(given))).toEqual({
          top: '/w',
          gitDir: '/w/.git',
          commonDir: '/w/.git',
          head: { commit: given.commit, tree: given.tree },
          from: given.from,
          changes: given.changes.map((file) => ({ path: file.path, now: file })),
        })
      }),
      { seed },
    )
  })

  test('is not believed where it was cut anywhere, or where an id is none', () => {
    fc.assert(
      fc.property(story, fc.nat(), (given, at) => {
        const bytes = said(given)
        expect(parseTold(bytes.subarray(0, at % bytes.length))).toBeUndefined()
        for (const name of ['commit', 'tree', 'from']) {
          expect(parseTold(said({ ...given, [name]: '--output=x' }))).toBeUndefined()
        }
      }),
      { seed },
    )
  })
})
