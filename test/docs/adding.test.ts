import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { withRepo, type Ran, type Repo } from '../support/with-repo.js'
import { checkout, rehearse } from '../transcripts/stage.js'
import { perform, type Block, type Performer } from '../transcripts/transcript.js'

/** A copy of the whole package is compiled, tested, built and run. */
const patience = 240_000

/** What is wrong with the source of a copy, as a compiler says it that needs a fifth of the other's time for the same answer. */
function faultsIn(copy: Scratch): string {
  writeFileSync(join(copy.root, 'tsconfig.src.json'), '{ "extends": "./tsconfig.json", "include": ["src"] }')
  return copy.run('node_modules/typescript-7/bin/tsc', '--noEmit', '--project', 'tsconfig.src.json').stdout
}

/** A copy of this checkout to change. */
class Scratch {
  readonly root: string
  readonly #repo: Repo

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

  /** Which of these test files fail. */
  failing(files: readonly string[]): string[] {
    const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--json', '--maxWorkers=1']
    const { testResults } = JSON.parse(this.run(...jest, '--runTestsByPath', ...files).stdout) as {
      testResults: { name: string; status: string }[]
    }
    expect(testResults).toHaveLength(files.length)
    return testResults.filter(({ status }) => status !== 'passed').map(({ name }) => relative(this.root, name))
  }

  /** What a block that names a file says: a new one, or what changes in it. */
  take({ language, file, body }: Block): void {
    if (language === 'diff') this.#edit(file, body)
    else this.#create(file, body)
  }

  #create(file: string, body: string): void {
    const path = join(this.root, file)
    if (existsSync(path)) throw new Error(`${file} is there already`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, body)
  }

  /** Lines of context, `-` and `+`: what they describe must stand in the file once. */
  #edit(file: string, body: string): void {
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

  build(): void {
    expect(this.run('scripts/build.js')).toMatchObject({ status: 0, stderr: '' })
  }
}

const languages = ['ts', 'txt', 'md', 'json', 'jsonl', 'diff']

const performersFor = (take: (block: Block) => void): Record<string, Performer> => {
  const performer: Performer = (block) => {
    take(block)
    return block.body
  }
  return Object.fromEntries(languages.map((language) => [language, performer]))
}

/** What a page changes, in its order: the tests that it begins with, and its steps. */
function changesOf(name: string): { tests: Block[]; steps: Block[] } {
  const blocks: Block[] = []
  const performers = performersFor((block) => blocks.push(block))
  perform(readFileSync(join(checkout, `docs/adding/${name}.md`), 'utf8'), {
    ...performers,
    console: ({ body }) => body,
  })
  const first = blocks.findIndex(({ file }) => !file.startsWith('test/'))
  return { tests: blocks.slice(0, first), steps: blocks.slice(first) }
}

const pages = ['retriever', 'page', 'command', 'language', 'kind', 'option', 'client', 'import-format', 'tool']

describe('the steps of a page', () => {
  test.each(pages)('fit the package as it stands: docs/adding/%s.md', (name) =>
    withRepo(
      (repo) => {
        const scratch = new Scratch(repo)
        const { tests, steps } = changesOf(name)
        for (const block of [...tests, ...steps]) scratch.take(block)
      },
      { unborn: true },
    ),
  )

  // To check the types of all the source, to build it and to start Jest in a new place takes longer than all else here:
  // what the pages add is checked together.
  test(
    'compile together, pass the tests that the pages begin with, which fail without them, and do what each page shows',
    () =>
      withRepo(
        async (repo) => {
          const scratch = new Scratch(repo)
          const changes = pages.map(changesOf)
          const tests = changes.flatMap((change) => change.tests)
          for (const block of tests) scratch.take(block)
          const files = [...new Set(tests.map(({ file }) => file).filter((file) => file.endsWith('.test.ts')))]
          // A page that adds what is there already would not be noticed otherwise.
          expect(scratch.failing(files).toSorted()).toEqual(files.toSorted())
          for (const { steps } of changes) {
            // Two of them raise it by one.
            cpSync(join(checkout, 'src/model/version.ts'), join(scratch.root, 'src/model/version.ts'))
            for (const block of steps) scratch.take(block)
          }
          expect(faultsIn(scratch)).toBe('')
          scratch.build()
          expect(scratch.failing(files)).toEqual([])
          for (const name of pages)
            await rehearse(join(checkout, `docs/adding/${name}.md`), {
              from: scratch.root,
              performers: () => performersFor(() => undefined),
              // A page says by which version it was written, and the other pages raise that.
              ignoring: /(?<=^Committed as )[0-9a-f]{12}/gm,
            })
        },
        { unborn: true },
      ),
    patience,
  )
})
