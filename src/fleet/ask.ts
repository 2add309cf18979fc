import { dateAskedIn } from '../language/dates.js'
import { dayIn, type Day } from '../model/time.js'
import { packageVersion } from '../model/version.js'
import { configOf } from '../pipeline/settings.js'
import { tokensOf, type Result } from '../recall/answer/result.js'
import { parseQuery } from '../recall/question/parse-query.js'
import { toldWindow, usualResults, type RecallOptions } from '../recall/question/query.js'
import { recall, type Answer } from '../recall/recall.js'
import { storeElsewhere, type Store } from '../store/store.js'
import { termsBySqlite } from '../store/terms.js'
import { compare } from '../text/compare.js'
import { printable } from '../text/safe-text.js'
import { withinBudget } from '../text/tokens.js'
import { briefGiven, type BriefTree } from '../workspace/brief.js'
import { askContext } from '../workspace/session/ask-context.js'
import { readConfig } from '../workspace/session/config.js'
import type { Config } from '../model/config.js'
import { MemoryError } from '../model/error.js'
import { evidenceWordOf } from '../model/evidence.js'
import type { AskedDatabase } from './asked-database.js'
import { briefOfMembers, type FleetBrief, type FleetBriefOptions, type OpenForBrief } from './brief.js'
import { postingText } from './full-text.js'
import { withKeptRows } from './kept-rows.js'
import { linkTo, nameOf, type Member } from './members.js'
import { proposeMembers, setWorkspace } from './propose.js'
import { madeBy } from './worker.js'

export interface FleetResult extends Result {
  /** `https://git.example/team/notes`, with `#folder` where the workspace is not the top of its repository. */
  readonly workspace: string
  /** `https://git.example/team/notes@3f2a…:memory/2025-11-27.md#L4` */
  readonly cite: string
  /** The address of the same line at its Git host, where that is known. */
  readonly link?: string
}

export interface FleetAnswer extends Omit<Answer, 'results'> {
  readonly results: readonly FleetResult[]
  /** How many workspaces the principal may read, and how many of them were searched line by line. */
  readonly readable: number
  readonly opened: number
}

export interface FleetQuestion extends RecallOptions {
  /** The principal who asks. A workspace that they may not read does not exist for them. */
  readonly as: string
  /** Only workspaces whose name holds one of these, among those that the principal may read. */
  readonly in?: readonly string[]
}

/** The most workspaces that are searched line by line: those whose best line holds most of the question. */
const mostOpened = 12
/** The most workspaces whose stores are kept between questions. */
const mostKept = 64

/** Planner settings: a question reads a few rows of one workspace by key, whatever the statistics of the tables say. */
const planning = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
  jit: 'off',
}

const setAll = (names: readonly string[]): string =>
  `SELECT ${names.map((name, at) => `set_config('${name}', $${at + 1}, true)`).join(', ')}`

/** Answers questions one after another, since each takes a transaction. */
export interface FleetAsker {
  ask(question: string, options: FleetQuestion): FleetAnswer
  brief(options: FleetBriefOptions): FleetBrief
  digests(principal: string): Map<string, string>
  close(): void
}

/**
 * @param now the moment from which `last week` counts
 * @param patience seconds that one statement may take
 */
export function fleetAsker(db: AskedDatabase, now: () => Date, patience: number): FleetAsker {
  const terms = termsBySqlite()
  const stores = new Map<string, Store>()

  const begin = (principal: string): void => {
    db.exec('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL ROLE memory_asker')
    db.ask(setAll(['memory.principal', 'search_path', 'statement_timeout', ...Object.keys(planning)]), [
      principal,
      'memory_one, pg_catalog',
      String(Math.ceil(patience * 1000)),
      ...Object.values(planning),
    ])
  }
  const open = (member: Member): Store => {
    setWorkspace(db, member.ws)
    db.version = `${member.ws} ${member.lineage}`
    const kept = stores.get(db.version)
    if (kept) return kept
    if (stores.size >= mostKept) stores.clear()
    const text = postingText(
      db,
      () => member,
      (phrase) => terms.of([[phrase, '', '']])[0]!,
    )
    const store = withKeptRows(storeElsewhere(db, text.saying, text.search), db)
    stores.set(db.version, store)
    return store
  }
  const answerOf = (store: Store, question: string, options: RecallOptions): Answer =>
    recall(store, question, options, askContext(contextOf(now()), store))

  function ask(question: string, { as, in: among, ...options }: FleetQuestion): FleetAnswer {
    checkPrincipal(as)
    try {
      begin(as)
      const found = membersRead(db, among)
      const [only, ...more] = found.own
      const answer = only && more.length === 0 ? askOne(only, question, options) : askMany(found.own, question, options)
      return { ...answer, notices: [...noneNotice(found, among), ...answer.notices, ...waitingNotice(found)] }
    } finally {
      db.exec('ROLLBACK')
    }
  }

  function askOne(member: Member, question: string, options: RecallOptions): FleetAnswer {
    const answer = answerOf(open(member), question, options)
    return { ...answer, results: answer.results.map((result) => ofMember(member, result)), readable: 1, opened: 1 }
  }

  function askMany(readable: readonly Member[], question: string, options: RecallOptions): FleetAnswer {
    const { budget, k = usualResults, ...rest } = options
    const query = parseQuery(question, rest, nobodyNamed(dayIn('UTC', now())))
    const { members, weights, shared: sharing } = proposeMembers(db, terms, query, readable, mostOpened)
    const answers = members.map((member) => {
      const answer = answerOf(sharing(open(member), member), question, { ...rest, k })
      return { member, answer, weight: weights.get(member.ws) ?? 0 }
    })
    const results = answers
      .flatMap(({ member, answer, weight }) =>
        answer.results.map((result) => ({ member, result: { ...result, score: result.score * weight } })),
      )
      .toSorted(
        (a, b) =>
          b.result.score - a.result.score ||
          compare(nameOf(a.member), nameOf(b.member)) ||
          compare(a.result.source, b.result.source),
      )
      .slice(0, k)
      .map(({ member, result }) => ofMember(member, result))
    const [best] = answers
    const packed = budget === undefined ? results : withinBudget(results, tokensOf, budget)
    // What is true of each workspace is true of all, if each was asked.
    const [told, ...others] = answers.length === readable.length ? answers.map(({ answer }) => answer.notices) : []
    const shared = told?.filter((notice) => others.every((notices) => notices.includes(notice))) ?? []
    const supports = answers.flatMap(({ answer: { support } }) => support ?? [])
    const support = supports.length > 0 ? Math.max(...supports) : null
    return {
      question,
      window: toldWindow(query.window),
      entities: [...new Set(answers.flatMap(({ answer }) => answer.entities))].toSorted(compare),
      plan: best?.answer.plan ?? { words: [], names: [], asks: [], days: null },
      results: packed,
      support,
      evidence: support === null ? null : evidenceWordOf(support),
      leftOut: results.length > 0 ? 0 : answers.reduce((sum, { answer }) => sum + answer.leftOut, 0),
      notices: [
        ...shared,
        ...(packed.length < results.length
          ? [`the budget left out ${results.length - packed.length} of ${results.length} results`]
          : []),
      ],
      readable: readable.length,
      opened: members.length,
    }
  }

  function brief({ as, in: among, ...options }: FleetBriefOptions): FleetBrief {
    checkPrincipal(as)
    try {
      begin(as)
      const found = membersRead(db, among)
      const told = briefOfMembers(newestFirst(db, found.own), openForBrief, options)
      return { ...told, notices: [...noneNotice(found, among), ...waitingNotice(found)] }
    } finally {
      db.exec('ROLLBACK')
    }
  }

  const openForBrief: OpenForBrief = (member) => {
    const store = open(member)
    const { rows } = db.ask('SELECT tree FROM memory.brief WHERE ws = (SELECT memory.one())')
    const context = askContext(contextOf(now()), store)
    const { config } = contextOf(now()).config(store)
    return { store, context, given: briefGiven(store, config, JSON.parse(rows[0]![0] as string) as BriefTree) }
  }

  function digests(principal: string): Map<string, string> {
    try {
      begin(principal)
      return new Map(membersRead(db, undefined).own.map((member) => [nameOf(member), open(member).digest()]))
    } finally {
      db.exec('ROLLBACK')
    }
  }

  return {
    ask,
    brief,
    digests,
    close() {
      terms.close()
      db.close()
    },
  }
}

/** A question to many workspaces is parsed without the names of any. */
const nobodyNamed = (today: Day) => ({
  today,
  me: [],
  known: () => [],
  canonical: (key: string) => key,
  misspelt: () => undefined,
  dateIn: dateAskedIn,
  notedIn: () => true,
  lastNoted: () => null,
})

const contextOf = (moment: Date) => ({
  config: (store: Store) => configOf({ readConfig, packageVersion }, store.standing()!.settings),
  today: ({ timezone }: Config) => dayIn(timezone, moment),
})

interface MembersRead {
  /** How many there are without regard to their names. */
  readonly count: number
  /** Workspaces whose rows are of this version. */
  readonly own: readonly Member[]
  readonly others: readonly Member[]
}

function membersRead(db: AskedDatabase, among: readonly string[] | undefined): MembersRead {
  const { rows } = db.ask(
    `SELECT ws, remote, ref, folder, head, lineage, made_by, lines, tokens FROM memory.workspace WHERE head IS NOT NULL ORDER BY remote, ref, folder`,
  )
  const members = (rows as [number, string, string, string, string, string, string, number, number][]).map(
    ([ws, remote, ref, folder, head, lineage, made, lines, tokens]) => ({
      ws,
      remote,
      ref,
      folder,
      head,
      lineage,
      made,
      lines,
      tokens,
    }),
  )
  const meant =
    among === undefined || among.length === 0
      ? members
      : members.filter((member) => among.some((part) => nameOf(member).includes(part)))
  const own = meant.filter(({ made }) => made === madeBy)
  return { count: members.length, own, others: meant.filter(({ made }) => made !== madeBy) }
}

/** @throws MemoryError bad-argument */
function checkPrincipal(as: string): void {
  if (as.trim() === '') throw new MemoryError('bad-argument', 'say who asks: --as NAME')
}

function noneNotice({ count, own, others }: MembersRead, among: readonly string[] = []): string[] {
  if (own.length + others.length > 0) return []
  return [
    count === 0
      ? 'no workspace may be read by who asks: memory fleet grant'
      : `no workspace that may be read is called ${printable(among.join(', '))}`,
  ]
}

function newestFirst(db: AskedDatabase, members: readonly Member[]): Member[] {
  const { rows } = db.ask(
    'SELECT ws, max(day) FROM memory.note WHERE ws = ANY(CAST($1 AS integer[])) AND day IS NOT NULL GROUP BY ws',
    [members.map(({ ws }) => ws)],
  )
  const last = new Map(rows as [number, Day][])
  const dayOf = ({ ws }: Member): string => last.get(ws) ?? ''
  return members.toSorted((a, b) => compare(dayOf(b), dayOf(a)) || compare(nameOf(a), nameOf(b)))
}

/** Names the workspaces that are left out, since another version made their rows. */
const waitingNotice = ({ others }: MembersRead): string[] =>
  others.length === 0
    ? []
    : [
        `${others.length} left out, read by another version: memory fleet sync with this one brings them (${nameOf(others[0]!)})`,
      ]

function ofMember(member: Member, result: Result): FleetResult {
  const link = linkTo(member, result.source)
  return {
    ...result,
    workspace: nameOf(member),
    cite: `${nameOf(member)}@${member.head.slice(0, 12)}:${result.source}`,
    ...(link === undefined ? {} : { link }),
  }
}
