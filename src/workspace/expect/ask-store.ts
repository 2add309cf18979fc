import type { AskedMemory, KnownLine, ToldLine } from '../../expect/hold.js'
import { entityKey, mentionsIn } from '../../model/entity.js'
import { MemoryError } from '../../model/error.js'
import { normalise } from '../../model/fact.js'
import { isBelief } from '../../model/kind.js'
import type { Day } from '../../model/time.js'
import { isOverBy, type State } from '../../recall/answer/over-last.js'
import { resultsOf, type Result } from '../../recall/answer/result.js'
import type { AskContext } from '../../recall/question/as-of.js'
import type { Meant } from '../../recall/rank/gather.js'
import { recall } from '../../recall/recall.js'
import { show } from '../../recall/show.js'
import type { Store } from '../../store/store.js'
import { searchable } from '../../text/cjk.js'
import { withoutTrailing } from '../../text/letters.js'

/** Lines that hold the first words of what is looked for: how many are compared, at most. */
const mostLooked = 500
/** First words by which lines are found; the lines are then compared in full. */
const wordsLooked = 16

/**
 * One store as expectations ask it: the index as it stands, with or without uncommitted notes, or of another state.
 *
 * @param meantBy how near lines are to a question in meaning; undefined where no model was asked
 */
export function memoryIn(
  store: Store,
  context: AskContext,
  meantBy: (question: string) => Meant | undefined = () => undefined,
): AskedMemory {
  const asResult = resultsOf(store)
  const entities = store.entities()
  const known = (result: Result): KnownLine => {
    const statements = isBelief(result.kind) ? (store.opinionOf(result.id)?.members ?? []) : []
    return {
      ...lineOf(result, context.today),
      ids: [...new Set([result.id, ...statements])],
      isBelief: isBelief(result.kind),
    }
  }
  const saying = (words: string): KnownLine[] => {
    const [, names = '', said] = leading.exec(words) ?? ['', '', words]
    const about = mentionsIn(names).map((name) => entities.canonical(entityKey(name)))
    const terms = (searchable(said!).match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? []).slice(0, wordsLooked)
    if (terms.length === 0) return []
    const keys = store.matching(`"${terms.join(' ')}"`, {}, mostLooked)
    const results = [...store.factsByKey(keys).values()].map((fact) => asResult(fact))
    const isAbout = (result: Result): boolean => {
      const theirs = new Set(result.entities.map((name) => entities.canonical(entityKey(name))))
      return about.every((key) => theirs.has(key))
    }
    return results
      .filter((result) => sameWords(result.content, said!) && isAbout(result))
      .filter(({ id }, at, all) => all.findIndex((other) => other.id === id) === at)
      .map(known)
  }
  return {
    ask(question, options) {
      const meant = meantBy(question)
      const answer = recall(store, question, options, context, meant ? [meant] : [])
      const today = answer.asOf ?? context.today
      const asked = answer.plan.days?.end ?? today
      const isPast = answer.plan.asks.includes('past')
      return {
        lines: answer.results.map((result) => lineOf(result, asked < today ? asked : today, isPast)),
        isNothing: answer.results.length === 0,
      }
    },
    find(reference) {
      try {
        const found = show(store, reference, context.today)
        return found.what === 'fact' ? [known(found.fact)] : found.what === 'place' ? found.facts.map(known) : []
      } catch (cause) {
        if (cause instanceof MemoryError && cause.code === 'not-found') return []
        throw cause
      }
    },
    saying,
  }
}

/** The names before a bullet's words, `@Peter, @"The Castle": …`. */
const leading = /^((?:@(?:"[^"]*"|[^\s:@",]+)[,\s]*)+):\s+(\S.*)$/s

/** Whether two texts are the same words; a full stop at the end does not count. */
const sameWords = (a: string, b: string): boolean => bare(a) === bare(b)
const bare = (text: string): string => withoutTrailing(normalise(text), '.!?… 。！？')

/** @param isPast whether the question asks for what is over */
function lineOf(result: Result, at: Day, isPast = false): ToldLine {
  const { id, source, content, entities, until, confidence, retired, annotations } = result
  const isOver = !isPast && isOverBy(at, until, annotations)
  const state: State = retired ? 'retired' : isOver ? 'over' : 'holds'
  return {
    id,
    source,
    content,
    entities,
    state,
    ...(until === undefined ? {} : { until }),
    ...(confidence === undefined ? {} : { confidence }),
  }
}
