import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { assertionKey } from '../../src/model/assertion.js'
import { stances } from '../../src/model/stance.js'
import { defaultConfig } from '../../src/model/config.js'
import { factId, type FactId } from '../../src/model/fact.js'
import { endMarker, readBeginMarker, readStamp, splitPage } from '../../src/model/page.js'
import { handEdits, readEdit, readPageLine } from '../../src/parse/parse-page.js'
import { parseNote } from '../../src/parse/parse-note.js'
import {
  corrected,
  edited,
  editOf,
  handWords,
  logOf,
  operations,
  pagesOf,
  roundsOf,
  toldFacts,
  unionOf,
  withEdits,
  withLogged,
  type Round,
  type Told,
} from './person.js'
import { mergePage } from '../support/merge-page.js'
import { WorkspaceInMemory, type Beliefs, type Tree } from './workspace-in-memory.js'

const asked = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise)

/** What is said, by whom, is a law's only input; the verdict that it is tried with is not the law's business. */
export interface Vocabulary {
  readonly title: string
  readonly words: fc.Arbitrary<string>
  /** Cases of each law in the suite. */
  readonly runs: number
  /** Whether pages of a kind tell only what names nobody. */
  readonly once?: boolean
}

const nothing: Tree = new Map()
const onPages = (tree: Tree): Tree => new Map([...tree].filter(([path]) => path.startsWith('bank/')))
const sorted = (tree: Tree): string[] => [...tree].map(([path, text]) => `${path}\n${text}`).toSorted()
const withoutReturns = (tree: Tree): Tree =>
  new Map([...tree].map(([path, text]) => [path, text.replaceAll('\r\n', '\n')]))

const anyOrder = (tree: Tree): string[] =>
  [...tree].flatMap(([path, text]) => text.split('\n').map((line) => `${path} ${line}`)).toSorted()

/**
 * Pages for comparison, whatever their line ends; line by line where a line stays for want of its comment, which may
 * have lost the neighbour that it stood below.
 */
const pagesIn = (tree: Tree): string[] => {
  const pages = withoutReturns(onPages(tree))
  const stays = (text: string): boolean => handEdits(text).some(({ read }) => read.what === 'uncommented')
  return [...pages.values()].some(stays) ? anyOrder(pages) : sorted(pages)
}

/** What a page says: its assertions, and the facts of a person's own. */
function saidOn(path: string, text: string): string[] {
  const { assertions, facts } = parseNote(path, text, defaultConfig)
  const own = facts
    .filter(({ kind }) => kind !== 'passage')
    .map((fact) => `${fact.id} ${fact.kind} ${fact.confidence} ${fact.until} ${fact.text}`)
  return [...new Set([...assertions.map(({ assertion }) => assertionKey(assertion)), ...own])].toSorted()
}

const saidIn = (tree: Tree): string[] =>
  [...onPages(tree)].flatMap(([path, text]) => saidOn(path, text).map((said) => `${path} ${said}`)).toSorted()

/** Opinions and facts by what they say and how surely; citations and lines left out. */
const believed = ({ opinions, facts }: Beliefs): string[] =>
  [
    ...opinions.map(({ id, confidence, retired, words }) => `${id} ${confidence} ${retired} ${words}`),
    ...facts.map(({ id, retired, words }) => `${id} ${retired} ${words}`),
  ].toSorted()

const opinionOf = ({ opinions }: Beliefs, id: FactId) => opinions.find(({ members }) => members.includes(id))

const withoutGenerated = (tree: Tree): Tree =>
  new Map(
    [...tree].map(([path, text]) => {
      const { raw, lines, block } = splitPage(text)
      const isGenerated = (at: number): boolean =>
        block !== null && at > block.begin && at < block.end && readPageLine(lines[at]!).what === 'generated'
      return [path, raw.filter((_, at) => !isGenerated(at)).join('\n')]
    }),
  )

const withAlias = (text: string): string => text.replace('aliases: []', 'aliases: [Pete]')

/** Two branches as Git merges them with our drivers; undefined for a conflict. */
function merged(base: Tree, ours: Tree, theirs: Tree): Tree | undefined {
  const tree = new Map<string, string>()
  for (const path of [...new Set([...ours.keys(), ...theirs.keys()])].toSorted()) {
    const [was, mine, other] = [base.get(path), ours.get(path), theirs.get(path)]
    if (mine !== undefined && other !== undefined) {
      const page = path.startsWith('bank/')
      const { text, conflict } = page
        ? mergePage(was ?? '', mine, other)
        : { text: unionOf(was ?? '', mine, other), conflict: false }
      if (conflict) return undefined
      tree.set(path, text)
      continue
    }
    // One side has no such file: gone where the other left it alone, otherwise what the other made of it.
    const standing = (mine ?? other)!
    if (standing !== was) tree.set(path, standing)
  }
  return tree
}

/** What is generated, without the places in logs: a union of logs numbers lines in its own order. */
const generatedIn = (tree: Tree): string[] =>
  anyOrder(withoutReturns(onPages(tree)))
    .filter((line) => readStamp(line))
    .map((line) => line.replaceAll(/ ?\[[^\]]*\]\([^()\s]*\?plain=1#L[-L\d]+\)/g, ''))

/** Every law of pages (docs/laws.md), tried on histories of logs and edits. */
export function pageLaws({ title, words, runs: usual, once: toldOnce = false }: Vocabulary): void {
  const seed = asked('LAW_SEED', 20251127)
  const runs = asked('LAW_RUNS', usual)
  const workspace = new WorkspaceInMemory(toldOnce)
  afterAll(() => workspace.remove())
  beforeEach(() => workspace.empty())

  const facts = fc.array(toldFacts(words), { minLength: 1, maxLength: 7 })
  const rounds = roundsOf(words)
  const fewRounds = roundsOf(words, 2)
  const edits = fc.array(editOf(...operations), { minLength: 1, maxLength: 4 })
  const reflect = (tree: Tree) => workspace.reflect(tree)

  async function after(story: readonly Round[], from: Tree = nothing, seen?: (tree: Tree) => void): Promise<Tree> {
    let tree = from
    for (const { facts: more, edits: made } of story) {
      tree = withEdits(await reflect(withLogged(tree, more)), made)
      seen?.(tree)
    }
    return tree
  }

  function law<T extends [unknown, ...unknown[]]>(
    name: string,
    arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
    holds: (...values: T) => Promise<void>,
  ): void {
    test(
      name,
      async () => {
        const property = fc.asyncProperty(...arbitraries, holds as (...values: unknown[]) => Promise<void>)
        await fc.assert(
          property.beforeEach(() => workspace.empty()),
          { seed, numRuns: runs, includeErrorInReport: true },
        )
      },
      600_000,
    )
  }

  const dated = (day: string | null, fact: Told): Told => ({ ...fact, day })

  describe(`pages, with ${title}`, () => {
    law('law 7 (settled pages): reflecting twice changes nothing', [rounds], async (story) => {
      const once = await reflect(await after(story))
      expect(sorted(await reflect(once))).toEqual(sorted(once))
    })

    law('law 7 (settled pages): what a page says before and after adopting is the same', [rounds], async (story) => {
      const before = await after(story)
      const now = await reflect(before)
      for (const [path, text] of onPages(before)) {
        const said = saidOn(path, text)
        expect([path, now.has(path) ? saidOn(path, now.get(path)!) : []]).toEqual([path, said])
      }
    })

    law(
      'law 7 (settled pages): many small reflections and one large one give the same pages, and so do pages whose generated lines were taken out',
      [rounds, fc.array(fc.tuple(fc.array(toldFacts(words), { maxLength: 3 }), fc.boolean()), { maxLength: 5 })],
      async (story, batches) => {
        const start = await after(story)
        let [often, once] = [start, start]
        for (const [more, now] of batches) {
          often = withLogged(often, more)
          once = withLogged(once, more)
          if (now) often = await reflect(often)
        }
        const pages = await reflect(often)
        expect(pagesIn(await reflect(once))).toEqual(pagesIn(pages))
        expect(pagesIn(await reflect(withoutGenerated(pages)))).toEqual(pagesIn(pages))
      },
    )

    law(
      'law 1 (rebuild): the index that followed every step is the index of a rebuild',
      [rounds, fc.array(fc.constantFrom('forget a log', 'alias', 'split', 'reflect'), { maxLength: 4 })],
      async (story, more) => {
        const check = async (tree: Tree): Promise<void> => {
          const { followed, rebuilt } = await workspace.digests(tree)
          if (followed !== rebuilt) expect(await workspace.differences(tree)).toEqual([])
        }
        let tree = nothing
        for (const { facts: told, edits: made } of story) {
          tree = withLogged(tree, told)
          await check(tree)
          tree = await reflect(tree)
          await check(tree)
          for (const edit of made) {
            tree = edited(tree, edit)?.tree ?? tree
            await check(tree)
          }
        }
        for (const step of more) {
          const files = new Map(tree)
          const peter = files.get('bank/entities/Peter.md')
          const log = [...files.keys()].find((path) => path.startsWith('memory/'))
          if (step === 'forget a log' && log) files.delete(log)
          if (step === 'alias' && peter) files.set('bank/entities/Peter.md', withAlias(peter))
          if (step === 'split' && peter)
            files.set('bank/entities/Peter.md', peter.replace('aliases: [Pete]', 'aliases: []'))
          tree = step === 'reflect' ? await reflect(files) : files
          await check(tree)
        }
      },
    )

    law(
      'law 6 (ledger): what is only suggested or held moves no belief, ends nothing, and changes nothing of a page but its own lines',
      [rounds, fc.array(toldFacts(words), { minLength: 1, maxLength: 5 })],
      async (story, drafts) => {
        const start = await after(story)
        const told = async (tree: Tree) => ({
          pages: await reflect(tree),
          beliefs: await workspace.beliefs(tree),
          ends: await workspace.ends(tree),
        })
        const plain = await told(start)
        const stated = new Set(
          story.flatMap(({ facts: all }) => all.filter(({ suggested, held }) => !suggested && !held)).map(idOf),
        )
        const own = new Set(drafts.map(idOf).filter((id) => !stated.has(id)))
        const more = await told(
          withLogged(
            start,
            drafts.map((fact, at) => ({ ...fact, suggested: at % 2 === 0, held: at % 2 === 1 })),
          ),
        )
        const others = ({ opinions, facts: all }: Beliefs): string[] => [
          ...new Set(believed({ opinions, facts: all.filter(({ id }) => !own.has(id)), rejected: new Set() })),
        ]
        expect(more.beliefs.opinions).toEqual(plain.beliefs.opinions)
        expect(others(more.beliefs)).toEqual(others(plain.beliefs))
        expect(more.ends).toEqual(plain.ends)
        const paths = [...new Set([...onPages(plain.pages).keys(), ...onPages(more.pages).keys()])]
        const without = (tree: Tree): string[] => paths.map((path) => withoutOwn(path, tree.get(path), own))
        expect(without(more.pages)).toEqual(without(plain.pages))
        expect(sorted(onPages(await reflect(new Map([...start, ...onPages(more.pages)]))))).toEqual(
          sorted(onPages(plain.pages)),
        )
      },
    )

    law(
      'law 7 (settled pages): writing only the pages that are behind leaves what writing all of them gives',
      [rounds],
      async (story) => {
        let tree = nothing
        for (const { facts: told, edits: made } of story) {
          tree = withEdits(await workspace.reflect(withLogged(tree, told), 'stale'), made)
        }
        const behind = await workspace.reflect(tree, 'stale')
        await workspace.empty()
        expect(sorted(behind)).toEqual(sorted(await reflect(tree)))
      },
    )

    law(
      'law 7 (settled pages): a typo is corrected before an adoption or after it, and the same is believed',
      [facts, fc.array(editOf(...operations.filter((what) => what !== 'uncite')), { maxLength: 3 }), fc.nat()],
      async (told, made, which) => {
        const fact = told[which % told.length]!
        const correct = (tree: Tree): Tree => withTypo(tree, fact)
        const changed = withEdits(await reflect(withLogged(nothing, told)), made)
        const late = await reflect(correct(await reflect(changed)))
        const early = await reflect(correct(changed))
        expect(believed(await workspace.beliefs(late))).toEqual(believed(await workspace.beliefs(early)))
      },
    )

    law('law 5 (kept words): no word that a person wrote in a page is lost', [rounds], async (story) => {
      let held = new Set<string>()
      const keep = (tree: Tree): void => {
        const now = handWords(tree)
        expect([...held].filter((word) => !now.has(word) && !overwritten.has(word))).toEqual([])
        held = now
      }
      const overwritten = new Set<string>()
      let tree = nothing
      for (const { facts: told, edits: made } of story) {
        tree = await reflect(withLogged(tree, told))
        keep(tree)
        for (const edit of made) {
          const next = edited(tree, edit)?.tree ?? tree
          for (const word of handWords(tree)) if (!handWords(next).has(word)) overwritten.add(word)
          tree = next
        }
        held = handWords(tree)
      }
      keep(await reflect(tree))
    })

    law(
      'law 5 (kept words): what a person changed last is what is told and believed',
      [facts, fc.array(editOf('confidence', 'wording', 'both'), { minLength: 1, maxLength: 4 })],
      async (told, made) => {
        let tree = await reflect(withLogged(nothing, told))
        for (const edit of made) {
          const change = edited(tree, edit)
          if (!change) continue
          const said = readEdit(lineOf(change.tree, change.path, change.id!), change.path)!.assertions
          tree = await reflect(change.tree)
          const now = await workspace.beliefs(tree)
          const opinion = opinionOf(now, change.id!)
          for (const assertion of said) {
            if (assertion.what === 'wording')
              expect(opinion?.words ?? now.facts.find(({ id }) => id === change.id)?.words).toBe(assertion.said.text)
            if (assertion.what === 'anchor') expect(opinion?.confidence).toBe(assertion.confidence)
          }
        }
      },
    )

    law(
      'law 5 (kept words): a person’s confidence is exact on its day, and only evidence of a later day moves it',
      [facts, editOf('confidence'), facts],
      async (told, edit, more) => {
        const start = await reflect(withLogged(nothing, told))
        const change = edited(start, edit, 'bank/opinions.md')
        if (!change) return
        const [anchor] = readEdit(lineOf(change.tree, change.path, change.id!))!.assertions
        if (anchor?.what !== 'anchor') return
        const day = anchor.on?.day ?? null
        const tree = await reflect(change.tree)
        expect(opinionOf(await workspace.beliefs(tree), change.id!)?.confidence).toBe(anchor.confidence)
        const others = more.map((fact) => ((fact.day ?? '') > (day ?? '') ? dated(day, fact) : fact))
        const grown = await reflect(withLogged(tree, others))
        const then = opinionOf(await workspace.beliefs(grown), change.id!)!
        // A line added now can join two opinions: then the other's evidence counts too.
        if ((then.updated ?? '') > (day ?? '')) return
        expect(then.confidence).toBe(anchor.confidence)
        const founder =
          told.find((fact) => idOf(fact) === then.members[0]) ?? more.find((fact) => idOf(fact) === then.members[0])
        if (!founder || anchor.confidence === 1000) return
        const later = withLogged(grown, [{ ...founder, day: '2025-12-09', letter: 'W' }])
        const moved = opinionOf(await workspace.beliefs(await reflect(later)), change.id!)!
        expect(moved.confidence).toBeGreaterThan(anchor.confidence)
      },
    )

    law(
      'law 5 (kept words): merging two branches conflicts in both directions or in none, and says the same in both',
      [fewRounds, fewRounds, fewRounds],
      async (before, one, other) => {
        // Of two confidences for one statement on one day the first line counts, and a union has its own order of lines.
        fc.pre(areSurelyAlike([...before, ...one, ...other].flatMap(({ facts: told }) => told)))
        const base = await reflect(await after(before))
        const ours = await after(one, base)
        const theirs = await after(other, base)
        const [there, back] = [merged(base, ours, theirs), merged(base, theirs, ours)]
        expect(there === undefined).toBe(back === undefined)
        if (!there || !back) return
        expect(saidIn(there)).toEqual(saidIn(back))
        const [left, right] = [await reflect(there), await reflect(back)]
        expect(saidIn(left)).toEqual(saidIn(right))
        expect(generatedIn(left)).toEqual(generatedIn(right))
        expect(believed(await workspace.beliefs(left))).toEqual(believed(await workspace.beliefs(right)))
      },
    )

    law(
      'law 5 (kept words): a merge loses nothing that either branch said, nor a word that either wrote',
      [fewRounds, fewRounds, fewRounds],
      async (before, one, other) => {
        const base = await reflect(await after(before))
        const ours = await after(one, base)
        const theirs = await after(other, base)
        const tree = merged(base, ours, theirs)
        if (!tree) return
        const [was, now] = [new Set(saidIn(base)), new Set(saidIn(tree))]
        const said = [...saidIn(ours), ...saidIn(theirs)]
        expect(said.filter((each) => !was.has(each) && !now.has(each))).toEqual([])
        const [held, old] = [handWords(tree), handWords(base)]
        const written = [...handWords(ours), ...handWords(theirs)]
        expect(written.filter((word) => !old.has(word) && !held.has(word))).toEqual([])
      },
    )

    law(
      'law 5 (kept words): what was retired stays so and what was rejected too, whatever the logs say more',
      [
        facts,
        fc.array(editOf('strike', 'reject'), { minLength: 1, maxLength: 4 }),
        fc.array(fc.array(toldFacts(words), { maxLength: 3 }), { maxLength: 6 }),
      ],
      async (told, made, batches) => {
        let tree = await reflect(withLogged(nothing, told))
        const rejected: string[] = []
        for (const edit of made) {
          const change = edited(tree, edit)
          if (change?.opinion) rejected.push(`^${change.id} for ^${change.opinion}`)
          tree = change?.tree ?? tree
        }
        tree = await reflect(tree)
        const retired = retiredIn(await workspace.beliefs(tree))
        for (const more of batches) {
          tree = await reflect(withLogged(tree, more))
          const now = await workspace.beliefs(tree)
          const still = new Set(retiredIn(now))
          expect(retired.filter((id) => !still.has(id))).toEqual([])
          expect(rejected.filter((each) => !now.rejected.has(each))).toEqual([])
        }
      },
    )

    law(
      'law 7 (settled pages): an edit on a page that is behind its logs is the edit made first and the log after',
      [rounds, fc.array(toldFacts(words), { minLength: 1, maxLength: 4 }), edits],
      async (story, late, made) => {
        const start = await reflect(await after(story))
        const first = await reflect(withLogged(await reflect(withEdits(start, made)), late))
        const stale = await reflect(withEdits(withLogged(start, late), made))
        expect(pagesIn(stale)).toEqual(pagesIn(first))
      },
    )

    law(
      'law 5 (kept words): an edit follows its fact when a typo of the fact is corrected',
      [facts, editOf('confidence', 'wording', 'both', 'strike'), fc.boolean()],
      async (told, edit, adopted) => {
        const start = await reflect(withLogged(nothing, told))
        const change = edited(start, edit)
        const fact = told.find((each) => idOf(each) === change?.id)
        // The very words elsewhere are a better match than any correction.
        if (!change || !fact || isSaidElsewhere(fact, told)) return
        const said = readEdit(lineOf(change.tree, change.path, change.id!), change.path)!.assertions
        const tree = await reflect(withTypo(adopted ? await reflect(change.tree) : change.tree, fact))
        const now = await workspace.beliefs(tree)
        const id = idOf({ ...fact, words: fact.words + fact.words.at(-1) })
        const opinion = opinionOf(now, id)
        const plain = now.facts.find((each) => each.id === id)
        for (const assertion of said) {
          if (assertion.what === 'retired') expect((opinion ?? plain)?.retired).toBe(true)
          if (assertion.what === 'wording') expect((opinion ?? plain)?.words).toBe(assertion.said.text)
          if (assertion.what === 'anchor')
            expect(opinion?.evidence.some(({ effect }) => effect === 'anchors')).toBe(true)
        }
      },
    )

    law(
      'law 6 (ledger): what a person says that a fact does to a belief stands in its ledger, whatever the logs say more',
      [facts, fc.array(editOf('judge'), { minLength: 1, maxLength: 4 }), fc.array(facts, { maxLength: 2 })],
      async (told, made, more) => {
        let tree = await reflect(withLogged(nothing, told))
        const judged: { path: string; fact: FactId; opinion: FactId; effect: string }[] = []
        for (const edit of made) {
          const change = edited(tree, edit)
          if (!change?.stance) continue
          const effect = stances[change.stance]
          judged.push({ path: change.path, fact: change.id!, opinion: change.opinion!, effect })
          tree = await reflect(change.tree)
        }
        for (const each of more) tree = await reflect(withLogged(tree, each))
        const now = await workspace.beliefs(tree)
        // Of several lines about two the last one holds, by page, then by line.
        const holds = new Map<string, (typeof judged)[number]>()
        for (const each of judged.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
          const opinion = opinionOf(now, each.opinion)
          if (opinion && !opinion.members.includes(each.fact)) holds.set(`${each.fact} ${opinion.id}`, each)
        }
        for (const [pair, { effect }] of holds) {
          const [fact, id] = pair.split(' ')
          expect(
            opinionOf(now, id!)!
              .evidence.filter((row) => row.fact === fact)
              .map((row) => row.effect),
          ).toEqual([effect])
        }
      },
    )

    law(
      'law 5 (kept words): a rejection follows its fact when a typo of the fact is corrected',
      [facts, editOf('reject')],
      async (told, edit) => {
        const change = edited(await reflect(withLogged(nothing, told)), edit)
        const fact = told.find((each) => idOf(each) === change?.id)
        if (!change || !fact || isSaidElsewhere(fact, told)) return
        const tree = await reflect(withTypo(await reflect(change.tree), fact))
        const now = await workspace.beliefs(tree)
        const id = idOf({ ...fact, words: fact.words + fact.words.at(-1) })
        expect([...now.rejected]).toContain(`^${id} for ^${change.opinion}`)
      },
    )

    law(
      'law 7 (settled pages): an alias changes nothing that pages say, and taking it back gives back the pages',
      [rounds, fc.boolean()],
      async (story, settled) => {
        const peter = 'bank/entities/Peter.md'
        const start = settled ? await reflect(await after(story)) : await after(story)
        const page = start.get(peter)
        if (page === undefined) return
        const both = await reflect(new Map(start).set(peter, withAlias(page)))
        for (const [path, text] of onPages(start))
          expect([path, both.has(path) ? saidOn(path, both.get(path)!) : []]).toEqual([path, saidOn(path, text)])
        expect([...handWords(start)].filter((word) => !handWords(both).has(word))).toEqual([])
        expect(sorted(await reflect(both))).toEqual(sorted(both))
        const split = new Map(both).set(peter, both.get(peter)!.replace('aliases: [Pete]', 'aliases: []'))
        expect(pagesIn(await reflect(split))).toEqual(pagesIn(await reflect(start)))
      },
    )

    law(
      'law 5 (kept words): a page with a damaged marker is left alone, and what is believed does not change',
      [rounds, fc.nat({ max: 9 }), fc.constantFrom('doubled', 'missing')],
      async (story, which, how) => {
        const start = await reflect(await after(story))
        const pages = pagesOf(start)
        const path = pages[which % pages.length]
        if (path === undefined) return
        const text = start.get(path)!
        const damaged = how === 'doubled' ? `${text}${endMarker}\n` : withoutBegin(text)
        const { tree, report } = await workspace.reported(new Map(start).set(path, damaged))
        expect(tree.get(path)).toBe(damaged)
        expect(report.damaged).toContain(path)
        const [before, now] = [await workspace.beliefs(start), await workspace.beliefs(tree)]
        expect(believed(now)).toEqual(believed(before))
      },
    )

    law(
      'law 7 (settled pages): a generated line whose comment was removed or damaged is no source, and is told of',
      [facts, fc.array(editOf('comment removed', 'comment damaged'), { minLength: 1, maxLength: 4 })],
      async (told, made) => {
        const start = await reflect(withLogged(nothing, told))
        const tree = withEdits(start, made)
        const now = await reflect(tree)
        expect(saidIn(tree)).toEqual(saidIn(start))
        expect(believed(await workspace.beliefs(now))).toEqual(believed(await workspace.beliefs(start)))
        const kept = (from: Tree): number =>
          [...onPages(from).values()].flatMap(handEdits).filter(({ read }) => read.what === 'uncommented').length
        expect(kept(now)).toBe(kept(tree))
      },
    )

    law('law 5 (kept words): carriage returns change nothing that a page says, and stay', [rounds], async (story) => {
      const start = await after(story)
      const ended = new Map([...start].map(([path, text]) => [path, text.replaceAll(/\r?\n/g, '\r\n')]))
      expect(saidIn(ended)).toEqual(saidIn(start))
      const [now, plain] = [await reflect(ended), await reflect(start)]
      expect(pagesIn(now)).toEqual(pagesIn(plain))
      for (const [path, text] of onPages(now))
        if (ended.has(path)) expect([path, text]).toEqual([path, expect.not.stringMatching(/[^\r]\n/)])
    })

    law(
      'law 7 (settled pages): generated lines of facts that are gone are no source',
      [facts, facts],
      async (told, others) => {
        const pages = onPages(await reflect(withLogged(nothing, told)))
        const kept = await workspace.beliefs(await reflect(withLogged(pages, others)))
        const fresh = await workspace.beliefs(await reflect(withLogged(nothing, others)))
        expect(believed(kept)).toEqual(believed(fresh))
      },
    )
  })
}

const idOf = ({ letter, about, words, day }: Told): FactId =>
  factId(
    {
      kind: ({ W: 'world', B: 'experience', O: 'opinion', S: 'observation' } as const)[letter],
      text: words,
      mentions: about,
    },
    day,
  )

const areSurelyAlike = (told: readonly Told[]): boolean =>
  told.every((fact) => told.every((other) => idOf(fact) !== idOf(other) || fact.confidence === other.confidence))

const retiredIn = ({ opinions, facts }: Beliefs): FactId[] => [
  ...opinions.flatMap(({ retired, members }) => (retired ? members : [])),
  ...facts.flatMap(({ id, retired }) => (retired ? [id] : [])),
]

/** The page's line that carries an id. */
const lineOf = (tree: Tree, path: string, id: FactId): string =>
  splitPage(tree.get(path)!).lines.find((line) => line.includes(`<!-- ^${id} `))!

const isSaidElsewhere = (fact: Told, told: readonly Told[]): boolean =>
  told.some((other) => other.letter === fact.letter && other.words === fact.words && idOf(other) !== idOf(fact))

/** A fact with its last letter doubled wherever the logs state it. */
function withTypo(tree: Tree, fact: Told): Tree {
  const path = logOf(fact.day)
  const names = fact.about.map((name) => ` @${name}`).join('')
  const head = `${names}${names === '' ? '' : ':'} ${fact.words}`
  return (tree.get(path) ?? '')
    .split('\n')
    .filter((line) => line.startsWith(`- ${fact.letter}`) && line.endsWith(head))
    .reduce((now, line) => corrected(now, fact.words, path, line), tree)
}

/** A page without the lines of some facts and what stands there for these alone; empty where nothing else does. */
function withoutOwn(path: string, text: string | undefined, own: ReadonlySet<FactId>): string {
  const lines = (text ?? '').replaceAll('\r\n', '\n').split('\n')
  const left = lines.filter(
    (line) =>
      !own.has(readStamp(line)?.stamp.id ?? '') &&
      line !== '## Suggested' &&
      line !== '## Held until kept' &&
      line !== '',
  )
  const isBare = left.length < lines.length && !left.some((line) => /^(?:\s*[-*+]|##) /.test(line))
  return isBare ? path : [path, ...left.filter((line) => readBeginMarker(line) === undefined)].join('\n')
}

const withoutBegin = (text: string): string =>
  text
    .split('\n')
    .filter((line) => readBeginMarker(line) === undefined)
    .join('\n')
