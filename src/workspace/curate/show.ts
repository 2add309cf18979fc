import { entityKey } from '../../model/entity.js'
import type { FactId, Source } from '../../model/fact.js'
import { historyOfLine, type LineHistory } from './history/line-history.js'
import { lineCue } from '../../model/stance.js'
import { writersAt, type WrittenContext } from './history/written.js'
import type { AnswerEvidence, Result } from '../../recall/answer/result.js'
import type { ShowResult } from '../../recall/show.js'

type FoundFact = Extract<ShowResult, { what: 'fact' }>

/** What `memory show` prints: what the index found, with what only Git and the pages know of that. */
export type Explained =
  | Exclude<ShowResult, FoundFact>
  | (Omit<FoundFact, 'statements' | 'retiredAt'> & {
      readonly retiredBy: { readonly source: string; readonly why: string | null } | null
      /** What commits changed of an opinion's line in `bank/`; null for any other fact, and before the first commit. */
      readonly history: LineHistory | null
    })

export function explainFound(shown: ShowResult, given: WrittenContext): Explained {
  if (shown.what === 'entity') return shown
  if (shown.what === 'place') {
    const writerAt = writersAt(
      shown.facts.map(({ source }) => source),
      given,
    )
    return { ...shown, facts: shown.facts.map((fact) => ({ ...fact, ...writerAt(fact.source) })) }
  }
  const { statements, retiredAt, ...found } = shown
  return {
    ...found,
    fact: withWriters(found.fact, statements, given),
    retiredBy: retiredAt && {
      source: `${retiredAt.path}#L${retiredAt.first}`,
      why: reasonAt(retiredAt, given),
    },
    history: statements.length > 0 ? historyOf(statements, given) : null,
  }
}

function withWriters(fact: Result, statements: readonly FactId[], given: WrittenContext): Result {
  const evidence = fact.evidence && withLines(fact.evidence, statements, given)
  const rows = evidence ?? []
  const writerAt = writersAt(
    [fact.source, ...rows.flatMap(({ source, said }) => [said?.source ?? [], source].flat())],
    given,
  )
  return {
    ...fact,
    ...writerAt(fact.source),
    ...(evidence
      ? {
          evidence: evidence.map((row) => ({
            ...row,
            ...(row.said ? { said: { ...row.said, ...writerAt(row.said.source) } } : {}),
            ...writerAt(row.source),
          })),
        }
      : {}),
  }
}

/** The evidence of a belief, each row with the line of `bank/` that it rests on, if there is one. */
function withLines(
  evidence: readonly AnswerEvidence[],
  statements: readonly FactId[],
  given: WrittenContext,
): readonly AnswerEvidence[] {
  const judged = given.store.assertions
    .all('judged')
    .filter(({ belief }) => belief !== null && statements.includes(belief))
  return evidence.map((row) => {
    const line = judged.findLast(({ target, page }) => target === row.id && row.cues?.includes(lineCue(page)))
    if (!line) return row
    const at = { path: line.page, first: line.line, last: line.line }
    return { ...row, said: { source: `${line.page}#L${line.line}`, why: reasonAt(at, given) } }
  })
}

/** The reason that a line gives: `- retired ^k3f9a2c1x7: O @Peter: Likes tea <!-- he said so -->` → he said so */
function reasonAt({ path, first }: Source, { store, repository }: WrittenContext): string | null {
  const [file] = store.filesAt([path])
  const line = file && repository.blobs([file.oid]).get(file.oid)?.toString('utf8').split('\n')[first - 1]
  const why = /<!-- (?!was: |\^)((?:(?!-->).)*?) -->\s*$/.exec(line ?? '')?.[1]
  return why?.replaceAll('--&gt;', '-->') ?? null
}

function historyOf(statements: readonly FactId[], { store, repository, commit }: WrittenContext): LineHistory | null {
  if (commit === null) return null
  const entities = store.entities()
  const names = store.factsById(statements).flatMap(({ mentions }) => mentions)
  const pages = names.map((name) => entities.pageOf(entities.canonical(entityKey(name))))
  const paths = new Set(['bank/opinions.md', ...pages.filter((page) => page !== undefined).toSorted()])
  return historyOfLine(repository, commit, [...paths], statements)
}
