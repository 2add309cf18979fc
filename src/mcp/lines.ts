import type {
  Answer,
  BeliefChange,
  Blame,
  BlameStep,
  CoreBlock,
  Result,
  Retained,
  Status,
  Workspace,
  Writer,
} from '../index.js'
import { anchorWords } from '../model/anchor.js'
import { nothingFound } from '../model/evidence.js'
import { isUnkept, placesShown } from '../model/fact.js'
import { kindNames, kinds } from '../model/kind.js'
import { writtenBy } from '../model/writer.js'
import { saying } from './quoted.js'
import { inToolWords } from './tool-words.js'

/** What a tool answers: for a program, and line by line for a reader. */
export interface ToolAnswer {
  readonly value: object
  readonly lines: readonly string[]
  /** Names the lines that the agent is to follow, not only to read; see `fenceQuotes`. */
  readonly known?: string
}

export const withEvidence = (
  { evidence, leftOut, results }: Pick<Answer, 'evidence' | 'leftOut'> & { readonly results: readonly unknown[] },
  lines: readonly string[],
): string[] => [
  ...(evidence === null ? [] : [`evidence: ${evidence}`]),
  ...(results.length === 0 ? [nothingFound(leftOut, 'all')] : lines),
]

/** `"Persona" 52/5000 characters MEMORY.md#L3-L5` */
export const blockOf = ({ block, used, limit, readOnly, source }: CoreBlock): string =>
  `${saying(block)} ${used}/${limit} characters${used > limit ? ', too long: a brief leaves out its end' : ''}${readOnly ? ', read only' : ''} ${safePath(source)}`

/** `  5→"Dry and brief."` */
export const asNumbered = ({ text: said, first }: CoreBlock): string[] =>
  said.split('\n').map((each, at) => `  ${first + at}→${saying(each)}`)

/**
 *     moved 0.95 → 0.76 "Prefers concise replies" about Peter ^osynd3u4p0
 *       2025-12-03 contradicts 0.76 memory/2025-12-03.md#L2 written by "claude-code for Ada"
 */
export const changedLines = ({ change, before, after, content, entities, id, steps }: BeliefChange): string[] => {
  const path = `${before === null ? '' : `${before.toFixed(2)} → `}${after.toFixed(2)}`
  return [`${change} ${path} ${saying(content)}${aboutOf(entities)} ^${id}`, ...steps.map(stepLine)]
}

export const stepLine = ({ timestamp, effect, confidence, source, writer }: BeliefChange['steps'][number]): string =>
  `  ${timestamp} ${effect} ${confidence.toFixed(2)} ${safePath(source)}${writerWords(writer)}`

type Ledger = NonNullable<Result['evidence']>

const explainedStep = (step: Ledger[number]): string => {
  const { cues = [], said, ignored } = step
  const why = [
    ...(ignored ? ['does not count'] : []),
    ...cues.map(saying),
    ...(said ? [`said at ${safePath(said.source)}${said.why === null ? '' : `: ${saying(said.why)}`}`] : []),
  ]
  return `${stepLine(step)}${why.length > 0 ? ` (${why.join(', ')})` : ''}`
}

type ToldExplanation = Awaited<ReturnType<Workspace['show']>>

/** The most changes of a page's line that are told; Git has the older ones. */
const mostChanges = 5

export function explainedLines(value: ToldExplanation): string[] {
  if (value.what === 'place') return value.facts.map(resultLine)
  if (value.what === 'entity') {
    const { name, type, aliases, page, facts } = value
    const also = aliases.length > 0 ? `, also ${aliases.map(saying).join(', ')}` : ''
    return [
      `${saying(name)}${type === null ? '' : ` (${saying(type)})`}${also}${page === null ? '' : ` ${safePath(page)}`}`,
      ...facts.map(resultLine),
    ]
  }
  const { fact, madeOf, replacedBy, against, retiredBy, history } = value
  const number = (confidence: number | null): string => confidence?.toFixed(2) ?? 'gone'
  return [
    `${resultLine(fact)}${writerWords(fact.writer)}`,
    ...(fact.sources ?? []).map((source) => `  also ${safePath(source)}`),
    ...madeOf.map(
      ({ id, source }) =>
        `  ${fact.origin === 'suggested' ? 'suggested' : 'made'} from ${source === null ? 'what stands no more' : safePath(source)} ^${id}`,
    ),
    ...(fact.evidence ?? []).map(explainedStep),
    ...(replacedBy
      ? [`  replaced by ${saying(replacedBy.content)} ${safePath(replacedBy.source)} ^${replacedBy.id}`]
      : []),
    ...against.map((each) => `  against ${resultLine(each)}`),
    ...(retiredBy
      ? [`  retired at ${safePath(retiredBy.source)}${retiredBy.why === null ? '' : `: ${saying(retiredBy.why)}`}`]
      : []),
    ...(history?.commits ?? [])
      .slice(0, mostChanges)
      .map(
        ({ day, before, after, subject }) =>
          `  on its page ${day} ${number(before)} → ${number(after)} ${saying(subject)}`,
      ),
  ]
}

export function blameLines({ id, content, source, steps, ends }: Blame): string[] {
  const number = (state: BlameStep['before']): string =>
    state === null
      ? 'gone'
      : state.retired
        ? 'retired'
        : state.until !== null
          ? 'over'
          : (state.confidence?.toFixed(2) ?? 'said')
  return [
    `${saying(content)} ${safePath(source)} ^${id}`,
    ...steps.flatMap(({ before, after, subject, because, withoutThese, pullRequest, ...writer }) => [
      `  ${writer.commit.slice(0, 10)} ${writer.day} ${before === null ? '' : `${number(before)} → `}${number(after)} ${saying(subject)}${writerWords(writer)}${pullRequest === undefined ? '' : `, pull request ${pullRequest}`}`,
      ...because.map(
        ({ timestamp, effect, source: place }) =>
          `    ${withoutThese ? 'without ' : ''}${timestamp ?? 'undated'} ${effect} ${safePath(place)}`,
      ),
    ]),
    ...(ends === null ? [] : [`  (${ends})`]),
  ]
}

export const toolRetainedLines = ({
  source,
  twin,
  alike,
  bullet: line,
  id,
  packet,
  near,
  mayReplace,
  since,
}: Retained): string[] => {
  const beliefs = packet?.beliefs.filter((belief) => near.includes(belief.id)) ?? []
  const left = (packet?.beliefs.length ?? 0) - beliefs.length
  const more = beliefs.length > 0 ? 'more' : left === 1 ? 'belief' : 'beliefs'
  return [
    source === null
      ? `not written, it stands: ${saying(twin!.content)} ${safePath(twin!.source)} ^${twin!.id}`
      : `written: ${saying(line)} ${safePath(source)} ^${id}`,
    ...(alike ? [`  near in meaning to ${resultLine(alike)}`] : []),
    ...mayReplace.map((each) => `  does it replace (was: its id) ${resultLine(each)}?`),
    ...beliefs.map((belief) => `  may bear on ${askedOf(belief)}`),
    ...(left > 0 ? [`  may bear on ${left} ${more}, which judge${since === null ? '' : ` since ${since}`} lists`] : []),
  ]
}

interface LandedBeside {
  /** Bullets that earlier calls left uncommitted, in reports that give their ids. */
  readonly waited?: readonly { readonly id: string; readonly bullet: string }[]
  readonly brought: readonly string[]
  readonly waiting: readonly string[]
}

export const landedLines = ({ waited = [], brought, waiting }: LandedBeside): string[] => [
  ...waited.map(({ bullet, id }) => `landed with it: ${saying(bullet)} ^${id}`),
  ...brought.map((line) => `landed with it: ${saying(line)}`),
  ...(waiting.length > 0
    ? [
        `${many(waiting.length, 'line')} of pages waiting, for what they are about is in no commit, or the page is staged:`,
        ...waiting.slice(0, mostListed).map((line) => `  ${saying(line)}`),
        ...(waiting.length > mostListed ? [`  and ${waiting.length - mostListed} more`] : []),
      ]
    : []),
]

export const landedLine = (
  { commit, written }: { readonly commit: string | null; readonly written: boolean },
  isAsked: boolean = false,
): string[] =>
  commit !== null ? ['committed'] : written ? ['it waits for a commit'] : isAsked ? ['nothing was committed'] : []

const many = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

/** The most entries that are shown of one list: more would use up what a model can be given. */
const mostListed = 20

/** What the index holds, then what waits. Only the first four lines are there always. */
export function statusLines(status: Status): string[] {
  const { commit, counts, uncommitted, suggested, judging, opposed, pagesBehind, lastFailure, lastTold, operation } =
    status
  const facts = kindNames
    .map((kind) => (kind === 'world' ? `${counts.facts[kind] ?? 0} world` : many(counts.facts[kind] ?? 0, kind)))
    .join(', ')
  const some = (number: number, told: string): string[] => (number === 0 ? [] : [told])
  const named = (paths: readonly string[]): string =>
    paths.length === 0
      ? ''
      : `: ${paths.slice(0, mostListed).map(saying).join(', ')}${paths.length > mostListed ? ' and more' : ''}`
  const listed = <T>(title: string, found: readonly T[], line: (each: T) => string): string[] => [
    ...found.slice(0, mostListed).map((each) => `${title}: ${line(each)}`),
    ...some(Math.max(0, found.length - mostListed), `${title}: ${found.length - mostListed} more`),
  ]
  const problems = (title: string, found: Status['problems']): string[] =>
    listed(
      title,
      found,
      ({ path, line, message, hint }) =>
        `${saying(`${path}:${line}`)} ${saying(message)} (${saying(inToolWords(hint))})`,
    )
  return [
    commit === null ? 'nothing is committed yet' : `as of commit ${commit.slice(0, 12)}: ${facts}`,
    `${many(uncommitted.length, 'note')} not committed${named(uncommitted)}`,
    `${many(judging.open, 'fact')} not judged${judging.judged === null ? '' : ` of those since ${judging.judged}`}`,
    `${many(status.pagesToReview.length, 'page')} written and not committed${named(status.pagesToReview)}`,
    ...some(suggested, `${many(suggested, 'suggestion')} neither kept nor dropped`),
    ...some(status.held, `${many(status.held, 'fact')} of an import or the web, held until a person keeps them`),
    ...some(status.open, `${many(status.open, 'line')} of what is to be done: recall with labels ["open"]`),
    ...some(opposed, `${many(opposed, 'pair')} of beliefs against each other`),
    ...some(pagesBehind ?? 0, `${many(pagesBehind ?? 0, 'page')} behind: reflect writes them`),
    ...some(
      status.semantic?.left ?? 0,
      `${many(status.semantic?.left ?? 0, 'line')} found by words alone: no vector yet`,
    ),
    ...(status.untagged ? ['no log has a bullet yet: suggest finds what could be some'] : []),
    ...(status.awaitsFirstBank ? ['no pages yet: reflect writes the first'] : []),
    ...listed('by hand', status.edits, ({ path, line, change }) => `${saying(`${path}:${line}`)} ${saying(change)}`),
    ...listed('comes back', status.deleted, ({ path, id, said }) => `${saying(path)} ^${id} ${saying(said)}`),
    ...some(status.damagedPages.length, `not rewritten${named(status.damagedPages)}`),
    ...problems('not understood', status.problems),
    ...problems('perhaps meant otherwise', status.doubts),
    ...problems('not indexed', status.skipped),
    ...status.anchors.map(
      ({ id, at, content, source }) =>
        `about code that is gone, ${safePath(at)}: ${saying(content)} ${safePath(source)} ^${id}`,
    ),
    ...problems('a question', status.disputed),
    ...problems('changes nothing', status.ineffective),
    ...(operation === null ? [] : [`Git is in the middle of a ${operation}: pages wait`]),
    ...(lastFailure === null ? [] : [`the last hook failed: ${saying(inToolWords(lastFailure.reason))}`]),
    ...(lastTold === null ? [] : [`the last hook said: ${saying(inToolWords(lastTold))}`]),
    ...status.warnings.map((warning) => `warning: ${saying(inToolWords(warning))}`),
  ]
}

export const noticeLine = (notice: string): string => `note: ${saying(inToolWords(notice))}`

type ToldResult = Pick<Result, 'kind' | 'content' | 'entities' | 'source' | 'id'> & Partial<Result>

/** `O 0.95 "Prefers tea" about Peter memory/2025-11-27.md#L4 ^k3f9a2c1x7 (until 2025-12-01)` */
export const resultLine = (line: ToldResult): string => lineWith(line, ` ${safePath(line.source)}`)

/** With another place than the result's own source. */
export const resultLineAt = (line: ToldResult, place: string): string => lineWith(line, ` ${place}`)

/** Without a place: the caller is asked about the result by its id. */
const askedOf = (line: ToldResult): string => lineWith(line, '')

function lineWith(line: ToldResult, place: string): string {
  const { kind, confidence, content, entities, id } = line
  const sure = confidence === undefined ? '' : ` ${confidence.toFixed(2)}`
  const marks = marksOf(line)
  const marked = marks.length > 0 ? ` (${marks.join(', ')})` : ''
  return `${kinds[kind].letter}${sure} ${saying(content)}${aboutOf(entities)}${place} ^${id}${marked}`
}

const marksOf = ({
  source,
  until,
  retired,
  uncommitted,
  origin = '',
  originClass,
  otherwise,
  under,
  annotations,
  timestamp,
  from = [],
  anchors = [],
}: ToldResult): string[] =>
  [
    under ? `under ${saying(under)}` : '',
    until ? `until ${until}` : '',
    retired ? 'retired' : '',
    annotations?.status === 'superseded' ? annotations.status : '',
    uncommitted ? 'uncommitted' : '',
    isUnkept({ origin }) ? origin : '',
    originClass === undefined ? '' : `origin ${originClass}`,
    ...(annotations?.trigger ?? []).map((trigger) => `matters for ${saying(trigger)}`),
    annotations?.importance === undefined ? '' : `importance ${annotations.importance}`,
    ...(annotations?.project ?? []).map((project) => `of ${saying(project)}`),
    // Left out where the path of the log has the same day.
    timestamp && !source.includes(timestamp) ? `noted ${timestamp}` : '',
    otherwise ? `^${otherwise.id} says otherwise on ${otherwise.timestamp}` : '',
    from.length > 0 ? `from ${placesShown(source, from).map(safePath).join(' ')}` : '',
    ...anchors.map((held) => `${safePath(held.at)} ${anchorWords(held)}`),
  ].filter((mark) => mark !== '')

/** ` about Peter, "Anna Lee"`: a name of one plain word needs no quotes. */
const aboutOf = (entities: readonly string[]): string =>
  entities.length > 0 ? ` about ${entities.map(nameOf).join(', ')}` : ''

const nameOf = (name: string): string => {
  const said = saying(name)
  return said === `"${name}"` && /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u.test(name) ? name : said
}

/** ` written by "claude-code for Ada"` */
export const writerWords = (writer: Writer | undefined): string =>
  writer ? ` written by ${saying(writtenBy(writer))}` : ''

/** A path, in quotes if it has unusual characters: whoever made the file chose its name. */
export const safePath = (source: string): string => (/^[\w./#^ -]+$/.test(source) ? source : saying(source))

/** `2025-11-27 W "Moved to Wels" about Peter memory/2025-11-27.md#L4 ^k3f9a2c1x7 replaced by ^m2f9a2c1x7` */
export const eventLine = (event: Awaited<ReturnType<Workspace['log']>>['results'][number]): string =>
  `${event.when ?? 'undated'} ${resultLine(event)}${event.replacedBy ? ` replaced by ^${event.replacedBy.id}` : ''}`

export const windowOf = (window: Awaited<ReturnType<Workspace['log']>>['window']): string[] =>
  window === null ? [] : [`from ${window.start ?? 'the first'} to ${window.end ?? 'the last'}`]

export const reflectedLines = (report: Awaited<ReturnType<Workspace['reflect']>>): string[] => [
  ...(report.refused === null ? [] : [`nothing was written: ${saying(inToolWords(report.refused))}`]),
  `${many(report.written.length, 'page')} written`,
  ...report.written.map(saying),
  ...report.removed.map((path) => `removed ${saying(path)}`),
  ...report.damaged.map((path) => `left alone, its markers are gone: ${saying(path)}`),
  ...report.open.map((path) => `left alone, another program has it open: ${saying(path)}`),
  ...report.stashed.map((path) => `left alone, a stash holds it: ${saying(path)}`),
  ...report.kept.map(({ path, at }) => `the other version of ${saying(path)} is in ${saying(at)}`),
  ...report.deleted.map(({ path, said }) => `comes back in ${saying(path)}: ${saying(said)}`),
  ...report.disputed.map(
    ({ path, line, message }) => `a question at ${saying(`${path}:${line}`)}: ${saying(inToolWords(message))}`,
  ),
  ...(report.behind > 0 ? [`${many(report.behind, 'page')} not looked at yet: reflect again`] : []),
]

/** Each fact above the beliefs that it may bear on and the facts that it may replace; repeated ones by id alone. */
export function openLines(packets: Awaited<ReturnType<Workspace['open']>>['packets']): string[] {
  const named = new Set<string>()
  const linesAbout = (says: string, all: readonly ToldResult[], told: (line: ToldResult) => string): string[] => {
    const again = all.filter(({ id }) => named.has(id)).map(({ id }) => `^${id}`)
    const first = all.filter(({ id }) => !named.has(id))
    for (const { id } of first) named.add(id)
    return [
      ...first.map((each) => `  ${says} ${told(each)}`),
      ...(again.length > 0 ? [`  ${says} ${again.join(', ')}, see above`] : []),
    ]
  }
  return packets.flatMap(({ fact, beliefs, facts }) => [
    resultLine(fact),
    ...linesAbout('may bear on', beliefs, askedOf),
    ...linesAbout('may replace', facts, resultLine),
  ])
}
