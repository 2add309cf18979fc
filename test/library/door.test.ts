import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { openWorkspace, type ErrorCode, type Workspace } from '../../src/index.js'
import { takes, verbs } from '../../src/workspace/takes.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, checkout } from '../support/with-repo.js'

const begun = beginningWith((repo) => void repo.commit(day(1), retain('W @Peter: Likes tea')))

/** A verb as a program without types calls it. */
const called = (memory: Workspace, verb: (typeof verbs)[number], ...given: readonly unknown[]): Promise<unknown> =>
  (memory[verb] as (...given: readonly unknown[]) => Promise<unknown>)(...given)

const refusal = (code: ErrorCode, message: RegExp | string): object =>
  expect.objectContaining({
    name: 'MemoryError',
    code,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  })

describe('a verb that is given something of another shape', () => {
  test.each([
    ['recall', [5], `recall takes question as a text, got 5 (number): 'what does Peter prefer' would be right`],
    ['recall', [], /^recall takes question as a text, got undefined: /],
    ['recall', ['tea', { k: '5' }], /^recall takes k as a number, got "5" \(string\): \{ k: 5/],
    ['recall', ['tea', { limit: 5 }], /^recall takes k, .*semantic, minSupport, all, got limit: /],
    ['recall', ['tea', null], /^recall takes options as an object, got null: /],
    ['log', [{ also: ['tea'] }], /^log takes k, [^:]*context, got also: /],
    [
      'forget',
      ['^k3f9a2c1x7', { dryrun: true }],
      /^forget takes dryRun, got dryrun: \{ dryRun: true \} would be right$/,
    ],
    ['commit', [{ entites: ['Peter'] }], /^commit takes since, entities, .*, got entites: /],
    ['retain', ['x'], /^retain takes entries as a list, got "x" \(string\): \[\{ text: 'Likes tea', /],
    ['retain', [[], { commit: 'yes' }], /^retain takes commit as true or false, got "yes" \(string\)/],
    ['show', [{}], /^show takes reference as a text, got an object: 'Peter', /],
    ['reflect', ['everything'], /^reflect takes which as stale or all or an object, got "everything" \(string\)/],
    ['decideSuggested', ['hold', []], /^decideSuggested takes decision as keep or drop, got "hold"/],
    ['export', [], /^export takes options as an object, got undefined: \{ folder: 'okf' \} would be right$/],
    ['verify', ['strictly'], /^verify takes strict as true or false, got "strictly"/],
    ['dump', [], /^dump takes print as a function, got undefined/],
    ['judge', [[], { dryRun: 1 }], /^judge takes dryRun as true or false, got 1 \(number\)/],
  ] as const)('%s(%j) says which, what was found and what would be right', (verb, given, message) =>
    begun(async (repo) => {
      await expect(called(repo.open(), verb, ...given)).rejects.toEqual(refusal('bad-argument', message))
    }),
  )

  // What is right for no verb in any place.
  test.each(verbs)('%s refuses it in each of its places, and is no bug', (verb) =>
    begun(async (repo) => {
      const memory = repo.open()
      for (const at of takes[verb].keys()) {
        for (const wrong of [
          Symbol('wrong'),
          5,
          true,
          null,
          [5],
          () => {},
          { wrong: 1 },
          { fact: undefined },
          'x'.repeat(99_999),
        ]) {
          const outcome = await called(memory, verb, ...takes[verb].slice(0, at).map(rightFor), wrong).catch(
            (cause: unknown) => cause,
          )
          if (!(outcome instanceof Error)) continue
          const { name, message } = outcome
          const isBug = message.includes('TypeError')
          expect({ verb, at, wrong, name, isBug }).toEqual({ verb, at, wrong, name: 'MemoryError', isBug: false })
        }
      }
    }),
  )

  test.each([
    [
      '/nonexistent',
      'bad-argument',
      /^openWorkspace takes options as an object, got "\/nonexistent" \(string\): \{ workspace: /,
    ],
    [null, 'bad-argument', /^openWorkspace takes options as an object, got null/],
    [{ workspace: 5 }, 'bad-argument', /^openWorkspace takes workspace as a text, got 5/],
    [{ folder: '.' }, 'bad-argument', /^openWorkspace takes workspace, [^:]*, got folder: /],
    [{ now: new Date('never') }, 'bad-argument', /now as a Date, or a function that gives one, got/],
    [{ workspace: '/nonexistent' }, 'no-workspace', /^\/nonexistent is no folder: name one that is a workspace$/],
    [{ workspace: '/etc/passwd' }, 'no-workspace', /^\/etc\/passwd is no folder: /],
  ] as const)('openWorkspace(%j) is refused as %s', (given, code, message) => {
    expect(() => openWorkspace(given as never)).toThrow(refusal(code, message) as Error)
  })
})

/** What a place before the one that is tried holds: of the shape that it takes, and harmless. */
const rightFor = ({ words, shape, has = [] }: (typeof takes)[(typeof verbs)[number]][number]): unknown =>
  words?.[0] ??
  (shape === 'text'
    ? 'x'
    : shape === 'list' || shape === 'texts'
      ? []
      : shape === 'function'
        ? () => {}
        : Object.fromEntries(has.map((field) => [field, 'x'])))

describe('a workspace that was closed', () => {
  test('refuses every verb, opens nothing anew, and may be closed again', () =>
    begun(async (repo) => {
      const memory = repo.open()
      await memory.recall('tea')
      const waiting = memory.recall('tea')
      memory.close()
      memory.close()
      const closed = refusal('closed', /^this workspace was closed: open it again with openWorkspace$/)
      await expect(waiting).rejects.toEqual(closed)
      for (const verb of verbs) {
        const given = takes[verb].filter(({ needed }) => needed).map(rightFor)
        await expect(called(memory, verb, ...given)).rejects.toEqual(closed)
      }
      expect(handlesAt(repo.root)).toEqual([])
    }))
})

/** Files below a folder that this process has open, where the system tells. */
function handlesAt(folder: string): string[] {
  const handles = '/proc/self/fd'
  if (!existsSync(handles)) return []
  return readdirSync(handles).flatMap((name) => {
    try {
      const path = readlinkSync(`${handles}/${name}`)
      return path.startsWith(folder) ? [path] : []
    } catch {
      return []
    }
  })
}

test('a trace names the classes and functions of the packed library as its source does', () =>
  begun((repo) => {
    const program = `
      const { openWorkspace } = await import(${JSON.stringify(join(checkout, 'dist/index.js'))})
      const memory = openWorkspace({ workspace: '.' })
      memory.close()
      console.log(memory.constructor.name, await memory.sync().catch((cause) => cause.constructor.name + cause.stack))`
    const { stdout } = repo.run(process.execPath, '--input-type=module', '-e', program)
    expect(stdout).toMatch(/^Workspace MemoryErrorMemoryError: this workspace was closed[^]* at .*#refuseClosed /)
  }))
