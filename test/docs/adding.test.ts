import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import ts from 'typescript'
import { withRepo, type Ran, type Repo } from '../support/with-repo.js'
import { checkout, rehearse } from '../transcripts/stage.js'
import type { Performer } from '../transcripts/transcript.js'

/** Each page compiles, checks and runs a copy of the whole package. */
const patience = 240_000

/** What the compiler knows of the copy: of the next page it checks what is another there, and what rests on that. */
let known: ts.SemanticDiagnosticsBuilderProgram | undefined
const parsed = new Map<string, ts.SourceFile | undefined>()

/** What is wrong with the source of a copy, as a compiler that is called there says it. */
function faultsIn(copy: string): string[] {
  const root = join(place, 'package')
  rmSync(root, { force: true })
  symlinkSync(copy, root)
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    { extends: './tsconfig.json', include: ['src'] },
    ts.sys,
    root,
  )
  const host = ts.createIncrementalCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, ...how) => {
    if (!name.includes('/node_modules/')) return getSourceFile(name, ...how)
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, ...how))
    return parsed.get(name)
  }
  known = ts.createSemanticDiagnosticsBuilderProgram(fileNames, options, host, known)
  const faults = [
    ...known.getOptionsDiagnostics(),
    ...known.getGlobalDiagnostics(),
    ...known.getSyntacticDiagnostics(),
    ...known.getSemanticDiagnostics(),
  ]
  return faults.map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
}

/** Where the compiler sees each copy, so that it knows again what it has checked: a link to it. */
const place = mkdtempSync(join(tmpdir(), 'memory-adding-'))
afterAll(() => rmSync(place, { recursive: true }))

/** A copy of this checkout to change. */
class Scratch {
  readonly root: string
  readonly #repo: Repo
  #built = false
  /** Tests that a page puts before its steps. */
  readonly #tests = new Set<string>()
  #stepped = false

  constructor(repo: Repo) {
    this.#repo = repo
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

  /** Type-checked and built, once all edits are made. */
  build(): void {
    if (this.#built) return
    this.#built = true
    expect(faultsIn(this.root)).toEqual([])
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
  return { ts: create, md: create, jsonl: create, diff: as((block) => scratch.edit(block)) }
}

describe('following the steps of a page in a copy of the package does what the page says', () => {
  // Most of the source rests on kinds: last, it is checked once more, and not twice.
  test.each(['retriever', 'page', 'command', 'language', 'kind'])(
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
})
