import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import ts from 'typescript'
import { withRepo, type Ran, type Repo } from '../support/with-repo.js'
import { checkout, rehearse } from '../transcripts/stage.js'
import { perform, type Performer } from '../transcripts/transcript.js'

/** Each page builds and runs a copy of the whole package. */
const patience = 240_000

/** What is wrong with the source of a copy, as a compiler that is called there says it. */
function faultsIn(copy: string): string[] {
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    { extends: './tsconfig.json', include: ['src'] },
    ts.sys,
    copy,
  )
  return ts
    .getPreEmitDiagnostics(ts.createProgram(fileNames, options))
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
}

/** A copy of this checkout to change. */
class Scratch {
  readonly root: string
  readonly #repo: Repo
  #built = false
  /** Tests that a page puts before its steps. */
  readonly #tests = new Set<string>()
  #stepped: boolean

  constructor(repo: Repo, tests: 'tested' | 'not tested' = 'tested') {
    this.#repo = repo
    this.#stepped = tests === 'not tested'
    this.root = repo.path()
    const left = new Set(['.git', 'node_modules', 'dist'].map((name) => join(checkout, name)))
    cpSync(checkout, this.root, { recursive: true, filter: (path) => !left.has(path) })
    symlinkSync(join(checkout, 'node_modules'), join(this.root, 'node_modules'))
  }

  run(...args: readonly string[]): Ran {
    return this.#repo.with({ MEMORY_BUILD_TYPES: '0' }).run(process.execPath, ...args)
  }

  jest(...args: readonly string[]): Ran {
    return this.run('--experimental-vm-modules', 'node_modules/jest/bin/jest.js', ...args)
  }

  create({ file, body }: { file: string; body: string }): void {
    this.#begin(file)
    const path = join(this.root, file)
    if (existsSync(path)) throw new Error(`${file} is there already`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, body)
  }

  /** Lines of context, `-` and `+`: what they describe must stand in the file once. */
  edit({ file, body }: { file: string; body: string }): void {
    this.#begin(file)
    const path = join(this.root, file)
    const side = (without: string): string =>
      body
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith(without))
        .map((line) => `${line.slice(1)}\n`)
        .join('')
    const parts = readFileSync(path, 'utf8').split(side('+'))
    if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times:\n${side('+')}`)
    writeFileSync(path, parts.join(side('-')))
  }

  /** Tests that stand before the first step fail without it: a page that adds what is there already would not be noticed. */
  #begin(file: string): void {
    if (this.#stepped) return
    if (file.endsWith('.test.ts')) this.#tests.add(file)
    if (file.startsWith('test/')) return
    this.#stepped = true
    if (this.#tests.size > 0) expect(this.jest(...this.#tests)).toMatchObject({ status: 1 })
  }

  /** The tests that failed before the steps pass after them. */
  finish(): void {
    if (this.#tests.size > 0) expect(this.jest(...this.#tests)).toMatchObject({ status: 0 })
  }

  /** Built once, when all edits are made. */
  build(): void {
    if (this.#built) return
    this.#built = true
    expect(this.run('scripts/build.js')).toMatchObject({ status: 0, stderr: '' })
  }
}

const performersIn = (scratch: Scratch): Record<string, Performer> => {
  const as =
    (act: (block: { file: string; body: string }) => void): Performer =>
    (block) => {
      act(block)
      return block.body
    }
  const create = as((block) => scratch.create(block))
  return { ts: create, txt: create, md: create, json: create, jsonl: create, diff: as((block) => scratch.edit(block)) }
}

const pages = ['retriever', 'page', 'command', 'language', 'kind', 'option', 'client', 'import-format', 'tool']

describe('following the steps of a page in a copy of the package does what the page says', () => {
  test.each(pages)(
    'docs/adding/%s.md',
    (name) =>
      withRepo(
        async (repo) => {
          const scratch = new Scratch(repo)
          await rehearse(join(checkout, `docs/adding/${name}.md`), {
            from: scratch.root,
            performers: () => performersIn(scratch),
            before: () => scratch.build(),
          })
          scratch.finish()
        },
        { unborn: true },
      ),
    patience,
  )

  // To check the types of all the source takes longer than all else here: what the pages add is checked together.
  test(
    'and what all of them add compiles',
    () =>
      withRepo(
        (repo) => {
          const scratch = new Scratch(repo, 'not tested')
          const performers = { ...performersIn(scratch), console: ({ body }: { body: string }) => body }
          for (const name of pages) {
            // Two of them raise it by one.
            cpSync(join(checkout, 'src/model/version.ts'), join(scratch.root, 'src/model/version.ts'))
            perform(readFileSync(join(checkout, `docs/adding/${name}.md`), 'utf8'), performers)
          }
          expect(faultsIn(scratch.root)).toEqual([])
        },
        { unborn: true },
      ),
    patience,
  )
})
