import type { PageFiles } from '../../src/pages/page-files.js'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FactId } from '../../src/model/fact.js'
import type { Opinion } from '../../src/model/opinion.js'
import { tellingsOf, tellingThatHolds } from '../../src/model/telling.js'
import { packageVersion } from '../../src/model/version.js'
import { inFoldOrder } from '../../src/belief/fold.js'
import { rebuild, sync, type SyncContext } from '../../src/pipeline/sync.js'
import { writePages, type PagesReport } from '../../src/pages/write-pages.js'
import type { Layout } from '../../src/render/layout.js'
import { liquidLayout } from '../../src/render/liquid.js'
import { fingerprint } from '../../src/store/rows.js'
import { openStore, type Store } from '../../src/store/store.js'
import { readConfig } from '../../src/workspace/session/config.js'
import { blobOid, largestNote } from '../../src/files/files.js'
import type { TreeChange } from '../../src/git/git-output.js'
import type { Repository } from '../../src/git/repository.js'

/** Logs and pages, path → text: the working tree, and HEAD once it is committed. */
export type Tree = ReadonlyMap<string, string>

/** What is believed and told, as far as the laws of pages speak of it. */
export interface Beliefs {
  readonly opinions: readonly (Opinion & { readonly words: string })[]
  /** Facts that are no opinions. */
  readonly facts: readonly { readonly id: FactId; readonly words: string; readonly retired: boolean }[]
  /** `^fact for ^statement`, by the fact that was found to be meant. */
  readonly rejected: ReadonlySet<string>
}

/**
 * A workspace whose files and Git objects are values in memory; the index, the
 * sync and the page writer are the real ones. No process, so that a law can be
 * tried on hundreds of histories.
 */
export class WorkspaceInMemory {
  readonly #folder = mkdtempSync(join(tmpdir(), 'memory-laws-'))
  readonly #store: Store
  readonly #fresh: Store
  readonly #blobs = new Map<string, Buffer>()
  readonly #trees = new Map<string, ReadonlyMap<string, string>>()
  readonly #once: boolean
  #head = ''

  /** @param once whether a page of a kind leaves to the pages of names what they tell */
  constructor(once = false) {
    this.#once = once
    this.#store = openStore(join(this.#folder, 'followed'))
    this.#fresh = openStore(join(this.#folder, 'fresh'))
    const { beliefs } = this.#store
    const believeFrom = beliefs.believeFrom.bind(beliefs)
    beliefs.believeFrom = (opinion, ordinal) => {
      if (ordinal > 1) this.foldedOn++
      believeFrom(opinion, ordinal)
    }
  }

  /** How often an opinion was folded on from a checkpoint behind its founding. */
  foldedOn = 0

  remove(): void {
    for (const store of [this.#store, this.#fresh]) store.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Begin with an empty index, as another workspace would. */
  async empty(): Promise<void> {
    await this.#store.write(() => this.#store.clear())
    this.#blobs.clear()
    this.#trees.clear()
  }

  /** Commit a tree and bring the index up to date from the one committed before. */
  async sync(tree: Tree): Promise<void> {
    this.#commit(tree)
    await sync(this.#context(this.#store))
  }

  /** Commit a tree and write its pages, into a working tree that may differ. @returns the working tree afterwards */
  async reflect(tree: Tree, which: 'stale' | 'all' = 'all', standing = tree): Promise<Tree> {
    return (await this.reported(tree, which, standing)).tree
  }

  async reported(
    tree: Tree,
    which: 'stale' | 'all' = 'all',
    standing = tree,
  ): Promise<{ tree: Tree; report: PagesReport }> {
    await this.sync(tree)
    const files = new Map(standing)
    const report = await writePages(
      { store: this.#store, files: pageFiles(files), layout: packaged, once: this.#once },
      which,
    )
    return { tree: files, report }
  }

  /** The digest of the index that followed every commit, and of one built from the tree alone. */
  async digests(tree: Tree): Promise<{ followed: string; rebuilt: string }> {
    await this.sync(tree)
    await rebuild(this.#context(this.#fresh))
    return { followed: this.#store.digest(), rebuilt: this.#fresh.digest() }
  }

  /** Where the index that followed differs from a rebuilt one, for whoever has to understand a failure. */
  async differences(tree: Tree): Promise<string[]> {
    await this.digests(tree)
    const [followed, rebuilt] = [this.#store, this.#fresh].map((store) => [...store.dump()])
    return [
      ...followed!.filter((line) => !rebuilt!.includes(line)).map((line) => `followed: ${line}`),
      ...rebuilt!.filter((line) => !followed!.includes(line)).map((line) => `rebuilt:  ${line}`),
    ]
  }

  /** World facts that are over by a later one's words. */
  async ends(tree: Tree): Promise<FactId[]> {
    await this.sync(tree)
    return this.#store.endings.all().map(([id]) => id)
  }

  async beliefs(tree: Tree): Promise<Beliefs> {
    await this.sync(tree)
    const { beliefs, assertions, factsOfKinds, factsById } = this.#store
    const all = assertions.all()
    const tellings = tellingsOf(all)
    const ids = [...new Set(factsOfKinds(['opinion']).map(({ id }) => id))]
    return {
      opinions: beliefs.opinionsOf(ids).map((id) => {
        const opinion = beliefs.opinion(id)!
        const sources = factsById(opinion.members).toSorted(inFoldOrder)
        const latest = sources.find((fact) => fact.id === opinion.members.at(-1))!
        const words = opinion.members.flatMap((member) => tellings.get(member)?.words ?? [])
        return { ...opinion, words: tellingThatHolds(latest, words).text }
      }),
      facts: factsOfKinds(['world', 'experience', 'observation']).map((fact) => {
        const { words, retired } = tellings.get(fact.id) ?? { words: [], retired: false }
        return { id: fact.id, words: tellingThatHolds(fact, words).text, retired }
      }),
      rejected: new Set(
        all.flatMap(({ target, assertion }) =>
          assertion.what === 'rejected' && target !== null ? [`^${target} for ^${assertion.opinion}`] : [],
        ),
      ),
    }
  }

  #commit(tree: Tree): void {
    const listing = new Map<string, string>()
    for (const [path, text] of [...tree].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const bytes = Buffer.from(text)
      const oid = blobOid(bytes, '')
      this.#blobs.set(oid, bytes)
      listing.set(path, oid)
    }
    this.#head = createHash('sha1')
      .update(JSON.stringify([...listing]))
      .digest('hex')
    this.#trees.set(this.#head, listing)
  }

  #context(store: Store): SyncContext {
    return {
      repository: this.#repository() as Repository,
      store,
      packageVersion,
      readConfig,
      largestNote,
      readWorkingTree: () => undefined,
      oidOf: blobOid,
      fingerprint,
    }
  }

  /** As much of a repository as a sync asks for. */
  #repository(): Pick<Repository, 'head' | 'files' | 'changes' | 'sizes' | 'blobs'> {
    const file = ([path, oid]: readonly [string, string]) => ({ path, mode: '100644', oid })
    return {
      head: () => ({ commit: this.#head, tree: this.#head }),
      files: (tree) => [...this.#trees.get(tree)!].map(file),
      changes: (from, to): TreeChange[] | undefined => {
        const [before, after] = [this.#trees.get(from), this.#trees.get(to)!]
        if (!before) return undefined
        return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
          const [was, now] = [before.get(path), after.get(path)]
          return was === now ? [] : [{ path, was, now: now === undefined ? undefined : file([path, now]) }]
        })
      },
      sizes: (oids) => new Map(oids.map((oid) => [oid, this.#blobs.get(oid)!.length])),
      blobs: (oids) => new Map(oids.map((oid) => [oid, this.#blobs.get(oid)!])),
    }
  }
}

const pageFiles = (files: Map<string, string>): PageFiles => ({
  read: (path) => files.get(path),
  write: (path, text) => (files.get(path) === text ? 'same' : (files.set(path, text), 'written')),
  remove: (path) => (files.delete(path) ? 'written' : 'same'),
  oidOf: (text, like) => blobOid(Buffer.from(text), like),
  entityPages: () => [...files.keys()].filter((path) => path.startsWith('bank/entities/')),
})

const templates = fileURLToPath(new URL('../../templates', import.meta.url))
const layouts = new Map<string, Layout>()

/** The package's own layout of a page. */
function packaged(name: string): Layout {
  const layout = layouts.get(name) ?? liquidLayout(readFileSync(join(templates, name), 'utf8'))
  layouts.set(name, layout)
  return layout
}
