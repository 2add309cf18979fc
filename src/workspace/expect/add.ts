import { expectPath, referenceIn, type Expectation } from '../../expect/expectation.js'
import { holdAll, type AskedMemory, type ExpectationHeld, type KnownLine } from '../../expect/hold.js'
import { writeMention } from '../../model/entity.js'
import { MemoryError } from '../../model/error.js'
import { usualResults } from '../../recall/question/query.js'
import type { Store } from '../../store/store.js'
import { singleSpaced } from '../../text/letters.js'
import { workingFiles } from '../landing/working-files.js'
import { withSecret } from '../secrets/refuse-secret.js'
import { textOf } from '../session/pages-in-tree.js'
import type { Session } from '../session/session.js'
import { expectText, largestExpectations } from './expect-text.js'

/**
 * An expectation to write, about a question or a belief; a question that names nothing to cite means its first result.
 */
export interface ExpectEntry {
  readonly ask?: string | undefined
  readonly asOf?: string | undefined
  readonly entities?: readonly string[] | undefined
  readonly cites?: readonly string[] | undefined
  readonly never?: readonly string[] | undefined
  readonly within?: number | undefined
  readonly nothing?: boolean | undefined
  readonly belief?: string | undefined
  readonly above?: number | undefined
  readonly below?: number | undefined
}

export interface ExpectAddOptions {
  readonly dryRun?: boolean | undefined
}

export interface ExpectAdded {
  /** `memory/expect.yml#L3`: where the item stands, or would stand. */
  readonly source: string
  /** YAML, as it stands there. */
  readonly item: string
  /** False where the file holds it already, and for a dry run. */
  readonly written: boolean
  readonly already: boolean
  readonly held: ExpectationHeld
}

/** Characters of a line's words, at most; longer ones are left out: nobody reads a paragraph in a list. */
const longestSaid = 300
/** Names before the words, at most. */
const mostNames = 5

/**
 * The expectation of an entry, with what the entry leaves out: the first result of its question, ids for places, and
 * the words of each line.
 *
 * @throws MemoryError not-found where memory has nothing to cite, bad-argument where the entry is no expectation
 */
export function expectationFrom(entry: ExpectEntry, memory: AskedMemory): ExpectationHeld {
  const { ask, belief, cites, never, nothing, asOf, entities, within, above, below } = entry
  const lines = linesFor(entry, memory)
  const ids = lines.map(({ id }) => `^${id}`)
  const says = lines.flatMap((line) => wordsFor(line, memory))
  const given = {
    ...(ask === undefined ? {} : { ask }),
    ...(belief === undefined ? {} : { belief: ids[0] }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(entities === undefined || entities.length === 0 ? {} : { entities }),
    ...(cites || (ask !== undefined && !never && !nothing) ? { cites: ids } : {}),
    ...(never ? { never: ids } : {}),
    ...(says.length === 0 ? {} : { says }),
    ...(within === undefined ? {} : { within }),
    ...(nothing ? { nothing: true } : {}),
    ...(above === undefined ? {} : { above }),
    ...(below === undefined ? {} : { below }),
  } as Expectation
  return holdAll([given], memory)[0]!
}

function linesFor(
  { ask, belief, cites, never, nothing, asOf, entities }: ExpectEntry,
  memory: AskedMemory,
): KnownLine[] {
  if ((ask === undefined || ask.trim() === '') === (belief === undefined))
    throw new MemoryError('bad-argument', 'an expectation is about a question or a belief: name one of them')
  const references = belief === undefined ? [...(cites ?? []), ...(never ?? [])] : [belief]
  if (references.length > 0) {
    const lines = references.flatMap((reference) => linesAt(reference, memory))
    const other = belief === undefined ? undefined : lines.find(({ isBelief }) => !isBelief)
    if (other)
      throw new MemoryError('bad-argument', `^${other.id} is no belief: memory recall --kind opinion lists them`)
    return lines
  }
  if (nothing) return []
  const { lines, isNothing } = memory.ask(ask!, {
    k: usualResults,
    ...(asOf === undefined ? {} : { asOf }),
    ...(entities === undefined ? {} : { entities }),
  })
  const [first] = lines
  if (!first || isNothing)
    throw new MemoryError(
      'not-found',
      'memory seems to have nothing on this: name what it has to cite (--cites ^id), or expect that (--nothing)',
    )
  if (first.state !== 'holds')
    throw new MemoryError(
      'not-found',
      `the first result, ^${first.id}, does not hold any more: name what the answer has to cite (--cites ^id), or expect never that (--never ^${first.id})`,
    )
  return [...memory.find(`^${first.id}`)]
}

function linesAt(given: string, memory: AskedMemory): readonly KnownLine[] {
  const reference = referenceIn(given)
  if (reference === undefined)
    throw new MemoryError(
      'bad-argument',
      `an expectation names an id (^k3f9a2c1x7) or a place (memory/2025-11-27.md#L4), got ${given.slice(0, 60)}`,
    )
  const lines = memory.find(reference)
  if (lines.length === 0)
    throw new MemoryError('not-found', `nothing is called ${reference}: memory recall cites ids and places`)
  return lines
}

/**
 * A line's words, `@Peter: Lives in Graz.`; none if too long, or if they do not find the line (a masked credential).
 */
function wordsFor(line: KnownLine, memory: AskedMemory): readonly string[] {
  const names = line.entities.slice(0, mostNames).map(writeMention).join(', ')
  const words = `${names === '' ? '' : `${names}: `}${singleSpaced(line.content).trim()}`
  if (words.length > longestSaid) return []
  return memory.saying(words).some(({ ids }) => ids.includes(line.id)) ? [words] : []
}

/**
 * Write an expectation at the end of the file, unless it stands there already.
 *
 * @throws MemoryError bad-argument where it is malformed or holds what looks like a credential, or the file is no list
 * of expectations; unsafe-path where the file is a link
 */
export async function writeExpectation(
  session: Session,
  store: Store,
  held: ExpectationHeld,
  { dryRun = false }: ExpectAddOptions,
): Promise<ExpectAdded> {
  const { readExpectations, withExpectation } = await import('../../expect/expect-file.js')
  const { expectation } = held
  const texts = Object.values(expectation).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : Array.isArray(value) ? (value as string[]) : [],
  )
  if ((await withSecret(texts)).size > 0)
    throw new MemoryError('bad-argument', 'nothing was written: it holds what looks like a credential, leave that out')
  const alone = withExpectation('', expectation)!
  const [refused] = readExpectations(alone.text).malformed
  if (refused) throw new MemoryError('bad-argument', refused.message)

  const same = JSON.stringify(expectation)
  const added = (standing: string | undefined): ExpectAdded & { readonly text: string } => {
    const twin = readExpectations(standing ?? '').expectations.find(
      ({ line: _, ...each }) => JSON.stringify(each) === same,
    )
    const made = withExpectation(standing, expectation)
    if (!made)
      throw new MemoryError(
        'bad-argument',
        `nothing was written: ${expectPath} is no list of expectations; memory expect says where`,
      )
    const line = twin?.line ?? made.line
    return {
      source: `${expectPath}#L${line}`,
      item: made.item,
      written: !dryRun && !twin,
      already: twin !== undefined,
      held,
      text: twin ? standing! : made.text,
    }
  }
  const found = expectText(session, false)
  if (found && 'unread' in found) throw new MemoryError('bad-argument', `${expectPath} is not read: ${found.unread}`)
  let done: (ExpectAdded & { readonly text: string }) | undefined
  if (dryRun) done = added(found?.text)
  else
    workingFiles(session, store).change(expectPath, (bytes) => {
      const text = textOf(bytes)
      if (text === null) throw new MemoryError('bad-argument', `${expectPath} is no UTF-8 text: nothing was written`)
      done = added(text)
      const made = Buffer.from(done.text)
      if (made.length > largestExpectations)
        throw new MemoryError(
          'bad-argument',
          `${expectPath} would have ${made.length} bytes, the limit is ${largestExpectations}`,
        )
      return made
    })
  const { text: _, ...report } = done!
  return report
}
