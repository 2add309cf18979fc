import { answerWithoutCredentials, withoutCredentials } from '../credentials/without.js'
import { MemoryError } from '../model/error.js'
import type { Bisected, Blame, BisectGoal } from '../model/blame.js'
import type { Impact } from '../model/impact.js'
import type { Report } from '../model/report.js'
import type { Undone, UndoSource } from '../model/undo.js'
import type { Without } from '../model/without.js'
import type { ImpactOptions } from './review/impact.js'
import type { UndoOptions } from './review/undo.js'
import type { Config } from '../model/config.js'
import { retainKinds } from '../model/kind.js'
import type { Span } from '../model/time.js'
import { rebuild, sync, type SyncReport } from '../pipeline/sync.js'
import type { DiscardReport } from '../pages/edits/discard-pages.js'
import type { Retirement } from '../pages/edits/retire.js'
import { recall, type Answer } from '../recall/recall.js'
import type { RecallOptions } from '../recall/question/query.js'
import type { BeliefsAnswer } from '../recall/belief-changes.js'
import type { Brief } from '../recall/brief/brief.js'
import { show } from '../recall/show.js'
import type { Timeline } from '../recall/timeline.js'
import { pagesOf } from '../render/pages.js'
import { holdsFile, walk } from '../files/files.js'
import type { Repository } from '../git/repository.js'
import type { Store } from '../store/store.js'
import type { JudgeAnswer } from './curate/judge/answers.js'
import type { BriefOptions } from './brief.js'
import type { Core } from './curate/core.js'
import type { Embedded, EmbedOptions, AskedMeaning } from './embed.js'
import type { CoreCommitOptions, CoreEdit, CoreEdited, CoreOptions } from './curate/edit-core.js'
import type { EmbeddingSettings } from '../vectors/provider.js'
import type { Receipts, ReceiptsOptions } from './receipts.js'
import { isReceipted, keepsReceipts } from './session/receipts-setting.js'
import { embeddingSettings } from './session/embedding-settings.js'
import type { Examined } from './doctor.js'
import type { ExpectAdded, ExpectAddOptions, ExpectEntry } from './expect/add.js'
import type { Expected, ExpectOptions } from './expect/run.js'
import type { KeepVectorsOptions } from './keep-vectors.js'
import type { MendOptions, SlipsMended } from './curate/mend-slips.js'
import type { Explained } from './curate/show.js'
import type { ExportOptions, ExportReport } from './exchange/export.js'
import type { ForgetOptions, Forgotten } from './curate/forget.js'
import type { ImportOptions, ImportReport } from './exchange/import.js'
import type { AnswerOptions, JudgeReport } from './curate/judge/judge.js'
import type { LandedOnBranch } from './landing/land-branch.js'
import type { Landed, LandOptions, SummaryOptions } from './landing/land-pages.js'
import type { Opened } from './session/opened.js'
import type { Session } from './session/session.js'
import { begunPages, limitsOf, type PageLimits } from './landing/page-limits.js'
import type { PacketOptions, Packets } from './curate/judge/packets.js'
import { pagesInTree, readPage } from './session/pages-in-tree.js'
import type { AskVectors, RetainOptions, RetainReport } from './retain/retain.js'
import type { RetainEntry } from './retain/retain-entries.js'
import type { ReportOptions } from './report/report.js'
import type { ReportWritten, WriteReportOptions } from './report/write-report.js'
import type { Retired, RetireOptions } from './curate/retire.js'
import type { SecretSearch } from './secrets/secrets.js'
import type { Status, StatusOptions } from './status.js'
import type { SuggestPackets, Suggestions } from './retain/suggest.js'
import type { SuggestOptions } from './retain/suggest-logs.js'
import type { Decision, MarkOptions, MarkReport } from './retain/suggest-keep.js'
import type { SuggestedEntities } from './retain/suggest-names.js'
import type { LanguageModelSettings } from '../ask/language-model.js'
import type { PassOptions, PassReport } from './retain/pass-over.js'
import type { ReaderChoice, ReaderTried } from './reader/model.js'
import type { LogsRead, ReadLogsOptions } from './reader/read-logs.js'
import type { Inbox, InboxOptions } from './inbox/inbox.js'
import type { ActOptions, InboxTaken } from './inbox/take-ticks.js'
import type { InboxAct } from '../model/inbox.js'
import { isPage } from '../model/note.js'
import { answerFrom, lookedUp, type AnswerBasis } from './session/uncommitted.js'
import { countCompany, isCountDue } from '../recall/company/count.js'
import { anchorsFrom } from './anchors/anchors.js'
import { dropAnchors } from './anchors/kept-anchors.js'
import type { AskContext } from '../recall/question/as-of.js'
import { checkVerb, verbs } from './takes.js'
import type { Verified } from './verify.js'
import type { WrittenContext } from './curate/history/written.js'
import { lookAtBank, waitsForFirstBank, writeBank, type ReflectReport } from './landing/reflect.js'
import { workingFiles } from './landing/working-files.js'
import { pagesContext } from './landing/pages-context.js'
import { whenAsked } from '../text/once.js'
import type { AsOfCommit } from './session/at-commit.js'
import { askContext } from './session/ask-context.js'

export type RecallAnswer = Answer & AnswerBasis
export type LogAnswer = Timeline & AnswerBasis
export type ExpectReport = Expected & AnswerBasis

let openedOf: (workspace: Workspace) => Opened

/** The verbs of a workspace; each first makes the index stand for HEAD. */
export class Workspace {
  readonly #opened: Opened

  static {
    openedOf = (workspace) => workspace.#opened
  }

  /** @internal */
  constructor(opened: Opened) {
    this.#opened = opened
  }

  get #session(): Session {
    return this.#opened.session
  }

  /** @internal */
  get repository(): Repository {
    return this.#session.repository
  }

  get root(): string {
    return this.repository.root
  }

  /** Makes the index stand for HEAD; reads only the blobs that changed. */
  async sync(): Promise<SyncReport> {
    return this.#opened.synced(async (_store, report) => report)
  }

  /** Builds the index anew, in one transaction, and counts the pages that are behind. Writes nothing in `bank/`. */
  async rebuild(): Promise<SyncReport> {
    return this.#opened.use(async (store) => {
      dropAnchors(this.#session)
      const done = await rebuild(this.#session.syncContext(store, 'Rebuilding'))
      if (holdsFile(this.root, 'bank')) await lookAtBank(this.#session, store)
      return done
    })
  }

  /** Answers a question: the best facts and passages, each with its citation. */
  async recall(question: string, options: RecallOptions = {}): Promise<RecallAnswer> {
    const then = await this.#atCommit(options, async (store, rest) => {
      if (rest.semantic === 'only')
        throw new MemoryError('bad-argument', 'what is near in meaning is asked of HEAD, and not with as-of a commit')
      await this.#countWhereDue(store)
      return recall(store, question, rest, this.#recallContext(store))
    })
    if (then) return then
    const { meant, notices } = await this.#meaningOf(question, options)
    const answer = await answerFrom(
      this.#opened,
      options,
      (store) => recall(store, question, options, this.#recallContext(store), meant),
      (store) => this.#countWhereDue(store),
    )
    return notices.length === 0 ? answer : { ...answer, notices: [...answer.notices, ...notices] }
  }

  #recallContext(store: Store): AskContext {
    return { ...askContext(this.#session, store), anchors: anchorsFrom(this.#session, store) }
  }

  async #countWhereDue(store: Store): Promise<void> {
    if (!isCountDue(store)) return
    const { recall: wanted } = this.#session.config(store).config
    await store.write(() => countCompany(store, wanted.company))
  }

  /** The answer as of the commit that `asOf` names; undefined where it names none. */
  async #atCommit<Asked extends { readonly asOf?: string | undefined }, T extends object>(
    { asOf, ...rest }: Asked,
    question: (store: Store, rest: Omit<Asked, 'asOf'>, commit: string) => T | Promise<T>,
  ): Promise<(T & AnswerBasis & { asOf: string }) | undefined> {
    if (asOf === undefined) return undefined
    const { askedAt, namesCommit } = await import('./session/at-commit.js')
    if (!namesCommit(this.repository, asOf)) return undefined
    return askedAt(this.#opened, asOf, async (store, { commit }) => ({
      ...(await question(store, rest, commit)),
      asOf: commit,
      commit,
      uncommitted: [],
    }))
  }

  /** How near lines are to a question in meaning; empty, with nothing loaded, where no model is set. */
  async #meaningOf(question: string, { semantic, also = [] }: RecallOptions): Promise<AskedMeaning> {
    if (semantic !== undefined && semantic !== 'off' && semantic !== 'only')
      throw new MemoryError('bad-argument', `semantic takes off or only, got ${String(semantic)}`)
    const settings = semantic === 'off' ? undefined : embeddingSettings(this.repository.ownFolder)
    if (settings && question.trim() !== '') {
      const { meaningOf } = await import('./embed.js')
      const asked = [question, ...also]
      try {
        return await this.#opened.useToAsk(async (own) => {
          const { store } = await this.#opened.brought(own)
          if (store !== own)
            throw new MemoryError(
              'index-busy',
              "the lines of this version's index are not known yet: memory sync ends that",
            )
          return meaningOf(this.#session, store, settings, asked, semantic === 'only')
        })
      } catch (cause) {
        // Where the index cannot be written, or another process writes it, words alone answer.
        if (semantic === 'only' || !(cause instanceof MemoryError)) throw cause
        return { meant: [], notices: [`found by words alone: ${cause.message}`] }
      }
    }
    if (semantic === 'only')
      throw new MemoryError(
        'bad-argument',
        settings
          ? 'what is near in meaning is asked for by a question'
          : 'no model is set that says what is near in meaning: memory embed --help',
      )
    return { meant: [], notices: [] }
  }

  /** What the embedding model says; undefined where none is set, or where it fails: words alone count then. */
  async #withModel<T>(ask: (settings: EmbeddingSettings) => Promise<T>): Promise<T | undefined> {
    const settings = embeddingSettings(this.repository.ownFolder)
    if (!settings) return undefined
    try {
      return await ask(settings)
    } catch (cause) {
      if (!(cause instanceof MemoryError)) throw cause
      this.#session.options.notice?.(`compared by words alone: ${cause.message}`)
      return undefined
    }
  }

  #askVectors(store: Store): AskVectors | undefined {
    if (!embeddingSettings(this.repository.ownFolder)) return undefined
    return async (lines) => {
      const found = await this.#withModel(async (settings) => {
        const { measureUnwritten } = await import('./embed.js')
        return measureUnwritten(store, settings, lines)
      })
      return found ?? new Map()
    }
  }

  /**
   * Makes vectors for lines that have none, by the model that is set for this clone, or sets one; see `EmbedOptions`.
   *
   * @throws MemoryError bad-argument | embeddings-failed
   */
  async embed(options: EmbedOptions = {}): Promise<Embedded> {
    return this.#opened.synced(async (store) => {
      const { embed } = await import('./embed.js')
      return embed(this.#session, store, options)
    })
  }

  /**
   * Makes vectors for lines that have none, and for those that each commit brings, until a signal; see
   * `KeepVectorsOptions`. Ends at once where no model is set. Other verbs can be called meanwhile.
   *
   * @throws MemoryError where waiting does not help; a server that does not answer is asked again later
   */
  async keepVectors(options: KeepVectorsOptions = {}): Promise<void> {
    this.#opened.checkOpen()
    if (!embeddingSettings(this.repository.ownFolder)) return
    const { keepVectors } = await import('./keep-vectors.js')
    return keepVectors(this.#opened, options)
  }

  /** Facts in the order of what happened, oldest first; options as for `recall`, without `also` and `semantic`. */
  async log(options: RecallOptions = {}): Promise<LogAnswer> {
    const { timeline } = await import('../recall/timeline.js')
    const then = await this.#atCommit(options, (store, rest) => timeline(store, rest, askContext(this.#session, store)))
    return (
      then ?? answerFrom(this.#opened, options, (store) => timeline(store, options, askContext(this.#session, store)))
    )
  }

  /** Committed beliefs that changed since a day, and why; options as for `recall`, without `also` and `semantic`. */
  async beliefs(options: RecallOptions = {}): Promise<BeliefsAnswer & Pick<AnswerBasis, 'commit'>> {
    const then = await this.#atCommit(options, (store, rest, commit) => this.#beliefsIn(store, rest, commit))
    if (then) {
      const { uncommitted: _none, ...answer } = then
      return answer
    }
    return this.#opened.askedAtOnce((store, { commit }) => this.#beliefsIn(store, options, commit))
  }

  async #beliefsIn(
    store: Store,
    options: RecallOptions,
    commit: string | null,
  ): Promise<BeliefsAnswer & Pick<AnswerBasis, 'commit'>> {
    const { beliefChanges } = await import('../recall/belief-changes.js')
    const { editsBrought } = await import('./curate/history/edits-brought.js')
    const broughtIn = (window: Span): ReturnType<typeof editsBrought> =>
      commit === null ? new Map() : editsBrought(this.repository, commit, window)
    const context = askContext(this.#session, store)
    const answer = await store.read(() => beliefChanges(store, options, context, broughtIn))
    const { withWriters } = await import('./curate/history/written.js')
    return { ...answer, changes: withWriters(answer.changes, this.#given(store, commit)), commit }
  }

  /**
   * What an agent should know at the start, in Markdown: a function of HEAD's commit and the options alone.
   *
   * @throws MemoryError bad-argument
   */
  async brief({ asOf, ...options }: BriefOptions & AsOfCommit = {}): Promise<Brief> {
    const { briefIn } = await import('./brief.js')
    if (asOf !== undefined) {
      const { askedAt } = await import('./session/at-commit.js')
      return askedAt(this.#opened, asOf, (store, head) => briefIn(this.#session, store, head, options))
    }
    return this.#opened.askedAtOnce(async (store, head) =>
      store.read(() => briefIn(this.#session, store, head, options)),
    )
  }

  /**
   * What an agent always knows, as it stands in the working tree: the sections of MEMORY.md, and SOUL.md, USER.md and
   * IDENTITY.md; one of them by its name or place.
   *
   * @throws MemoryError not-found
   */
  async core(block?: string): Promise<Core> {
    return this.#opened.askedAtOnce(async (store) => {
      const { coreIn } = await import('./curate/core.js')
      return coreIn(this.#session, store, block)
    })
  }

  /**
   * Edits a block of MEMORY.md, or says who the owner is: in the working tree, or with `commit` as a commit of its own.
   *
   * @throws MemoryError bad-argument | not-found | unsafe-path; then nothing is written
   */
  async editCore(edit: CoreEdit, options: CoreOptions = {}): Promise<CoreEdited> {
    return this.#opened.synced(async (store) => {
      if (edit.edit === 'owner') {
        const { setOwner } = await import('./curate/core-owner.js')
        return setOwner(this.#session, store, edit, options)
      }
      const { editCore } = await import('./curate/edit-core.js')
      return editCore(this.#session, store, edit, options)
    })
  }

  /**
   * Commits MEMORY.md as it stands in the working tree, and nothing else.
   *
   * @throws MemoryError bad-argument; then nothing is committed
   */
  async commitCore(options: CoreCommitOptions): Promise<CoreEdited> {
    return this.#opened.synced(async (store) => {
      const { commitCore } = await import('./curate/edit-core.js')
      return commitCore(this.#session, store, options)
    })
  }

  /**
   * Checks memory against `memory/expect.yml`: what `recall` answers to each question, and how sure beliefs are. Items
   * that cannot be understood are told in `malformed`, and the rest is checked. Without the file, nothing is checked.
   *
   * @throws MemoryError bad-argument where `only` chooses none
   */
  async expect(options: ExpectOptions = {}): Promise<ExpectReport> {
    const { expectationsIn, heldAgainst, questionsOf } = await import('./expect/run.js')
    const { memoryIn } = await import('./expect/ask-store.js')
    this.#opened.checkOpen()
    const chosen = await expectationsIn(this.#session, options)
    const questions = questionsOf(chosen.expectations)
    const { meant, notices } = await this.#meantBy(questions, options)
    const report = await answerFrom(
      this.#opened,
      options,
      (store) =>
        heldAgainst(
          chosen,
          memoryIn(store, askContext(this.#session, store), (one) => meant.get(one)),
        ),
      (store) => this.#countWhereDue(store),
    )
    return { ...report, notices: [...report.notices, ...notices] }
  }

  /**
   * Writes an expectation at the end of `memory/expect.yml` in the working tree: for a question its first result, or
   * what the entry names; for a belief how sure it has to be. Every other byte of the file stays.
   *
   * @throws MemoryError not-found where nothing is cited | bad-argument | unsafe-path
   */
  async expectAdd(entry: ExpectEntry, options: ExpectAddOptions = {}): Promise<ExpectAdded> {
    const { expectationFrom, writeExpectation } = await import('./expect/add.js')
    const { memoryIn } = await import('./expect/ask-store.js')
    const { meant } = await this.#meantBy(entry.ask === undefined ? [] : [entry.ask], {})
    const { held } = await answerFrom(
      this.#opened,
      {},
      (store) => {
        const memory = memoryIn(store, askContext(this.#session, store), (one) => meant.get(one))
        return { held: expectationFrom(entry, memory), notices: [] }
      },
      (store) => this.#countWhereDue(store),
    )
    return this.#opened.use((store) => writeExpectation(this.#session, store, held, options))
  }

  /** How near lines are in meaning to each of several questions, which are all asked at once. */
  async #meantBy(
    questions: readonly string[],
    { semantic }: Pick<RecallOptions, 'semantic'>,
  ): Promise<{
    readonly meant: ReadonlyMap<string, AskedMeaning['meant'][number]>
    readonly notices: readonly string[]
  }> {
    const [first, ...also] = questions
    if (first === undefined) return { meant: new Map(), notices: [] }
    const { meant, notices } = await this.#meaningOf(first, { also, ...(semantic === undefined ? {} : { semantic }) })
    return { meant: new Map(meant.map((each, at) => [questions[at]!, each])), notices }
  }

  /**
   * A fact by id, an entity by name, or what stands at `path#L12`; of an opinion also the commits that changed its line.
   *
   * @throws MemoryError not-found | bad-argument where `asOf` is no commit
   */
  async show(reference: string, { asOf }: AsOfCommit = {}): Promise<Explained> {
    const { explainFound: explained } = await import('./curate/show.js')
    const { idOnPage } = await import('./session/id-on-page.js')
    const look = (store: Store, given: WrittenContext) => (): Explained => {
      const named = idOnPage(reference, given.read) ?? reference
      return explained(
        show(store, named, askContext(this.#session, store).today, anchorsFrom(this.#session, store)),
        given,
      )
    }
    if (asOf !== undefined) {
      const { askedAt } = await import('./session/at-commit.js')
      return askedAt(this.#opened, asOf, (store, { commit, tree }) => {
        const pages = whenAsked(() => pagesInTree(this.repository, tree))
        return look(store, { ...this.#given(store, commit), read: (path) => pages().get(path) })()
      })
    }
    return this.#opened.askedAtOnce((store, { commit }) =>
      lookedUp(this.#session, store, look(store, this.#given(store, commit))),
    )
  }

  /**
   * Writes the pages of `bank/` in the working tree: those whose facts changed (`stale`), all, or some. Where
   * `keepGoing` says false, the work ends early and the rest stays stale.
   *
   * @throws MemoryError not-found for a name that nobody has, bad-argument for what is no date or no name
   */
  async reflect(which: 'stale' | 'all' | PageLimits = 'all', keepGoing?: () => boolean): Promise<ReflectReport> {
    return this.#opened.synced(async (store) => {
      if (typeof which === 'string') return writeBank(this.#session, store, which, { keepGoing })
      const begun = begunPages(store, which)
      return writeBank(this.#session, store, limitsOf(this.#session, store, which), { keepGoing, begun })
    })
  }

  /** What `reflect` would write in the working tree: path → text, null where a page would go. */
  async preview(limits: PageLimits = {}): Promise<ReadonlyMap<string, string | null>> {
    return this.#opened.asked(async (store) => {
      const { previewPages } = await import('../pages/preview-pages.js')
      const { withBegun } = await import('../pages/page-files.js')
      const context = await pagesContext(this.#session, store)
      const begun = begunPages(store, limits)
      return store.read(() =>
        previewPages({ ...context, files: withBegun(context.files, begun) }, limitsOf(this.#session, store, limits)),
      )
    })
  }

  /**
   * Commits the pages that HEAD's logs give, and nothing else, on HEAD's branch; then writes them in the working tree.
   * What is edited there stays uncommitted.
   *
   * @throws MemoryError git-failed | bad-argument during an operation of Git, or while something in `bank/` is staged
   */
  async commit(options: LandOptions = {}): Promise<Landed & Pick<ReflectReport, 'deleted'>> {
    return this.#opened.use(async (store) => {
      const { landAndWrite } = await import('./landing/land-pages.js')
      return landAndWrite(this.#session, store, options)
    })
  }

  /**
   * Builds a branch of HEAD's pages upon HEAD, for a pull request; `summary` is its body, in Markdown. What people
   * wrote in pages there is taken along. HEAD, index and working tree stay as they are.
   *
   * @throws MemoryError git-failed | bad-argument where the branch is in use or holds anything but pages
   */
  async branch(name: string, options: SummaryOptions = {}): Promise<LandedOnBranch> {
    return this.#opened.use(async (store) => {
      const { givenFor } = await import('./landing/land-pages.js')
      const { landOnBranch } = await import('./landing/land-branch.js')
      const { inTurn } = await import('./landing/land.js')
      return inTurn(this.#session, store, async () => landOnBranch(await givenFor(this.#session, store, options), name))
    })
  }

  /** The body of a pull request for what reflecting would change of HEAD's pages. */
  async summary(options: SummaryOptions = {}): Promise<string> {
    return this.#opened.useToAsk(async (store, notices) => {
      for (const notice of notices) this.#session.options.notice?.(notice)
      const { givenFor, planOf } = await import('./landing/land-pages.js')
      const { summarise } = await import('./landing/summarise.js')
      const given = await givenFor(this.#session, store, options)
      return summarise(given, await planOf(given), [])
    })
  }

  /**
   * What merging a commit into another would do to beliefs, facts, names and pages; from their trees alone.
   *
   * @param range `main..HEAD`: HEAD is merged into main; without it, HEAD into its branch's upstream
   * @throws MemoryError bad-argument | git-failed, also where Git is older than 2.38
   */
  async impact(range?: string, options: ImpactOptions = {}): Promise<Impact> {
    this.#opened.checkOpen()
    const { impactOf } = await import('./review/impact.js')
    return impactOf(this.#opened, range, options)
  }

  /**
   * What would be believed without a source: a fact (`^k3f9a2c1x7`), a file or folder, an import (`codex`), a commit or
   * a range of them, or all commits of an author. Nothing is written.
   *
   * @throws MemoryError bad-argument | git-failed
   */
  async without(source: string): Promise<Without> {
    this.#opened.checkOpen()
    const { withoutSource } = await import('./review/without.js')
    return withoutSource(this.#opened, source)
  }

  /**
   * Takes back what commits, a session, an author or an import brought; without `commit`, only tells what would go. A
   * line stays, and is named, where something that stays rests on it.
   *
   * @throws MemoryError bad-argument where HEAD has nothing of the source, or Git is in the middle of something
   */
  async undo(source: UndoSource, options: UndoOptions = {}): Promise<Undone> {
    const { undo } = await import('./review/undo.js')
    return undo(this.#opened, source, options)
  }

  /**
   * The commits that made a belief or a fact what it is: each at which it stands otherwise than at its parents, with
   * who made it, the lines that did it, and the merge that brought it.
   *
   * @param reference `^k3f9a2c1x7`, or a place that holds one
   * @throws MemoryError not-found | bad-argument
   */
  async blame(reference: string): Promise<Blame> {
    this.#opened.checkOpen()
    const { blameOf } = await import('./review/blame.js')
    return blameOf(this.#opened, reference)
  }

  /**
   * The commit since which a belief or a fact meets a goal, up to HEAD; see `BisectGoal`.
   *
   * @throws MemoryError not-found | bad-argument
   */
  async bisect(reference: string, goal: BisectGoal): Promise<Bisected> {
    this.#opened.checkOpen()
    const { bisect } = await import('./review/blame.js')
    return bisect(this.#opened, reference, goal)
  }

  /**
   * Makes a report: what changed since some day with the lines that did it, beliefs with what moved them, the newest
   * facts, who is named with whom, what is open, and expectations. Of what is committed alone.
   *
   * @throws MemoryError bad-argument
   */
  async report(options: ReportOptions = {}): Promise<Report> {
    this.#opened.checkOpen()
    const { reportOf } = await import('./report/report.js')
    return reportOf(this.#opened, options)
  }

  /**
   * Writes a report as one file of HTML that needs nothing else, whole or not at all, and never through a link.
   *
   * @throws MemoryError bad-argument | unsafe-path | file-failed
   */
  async writeReport(options: WriteReportOptions = {}): Promise<ReportWritten> {
    const { to, ...asked } = options
    const report = await this.report(asked)
    return this.#opened.synced(async (store) => {
      const { writeReport } = await import('./report/write-report.js')
      return writeReport(this.#session, store, report, to)
    })
  }

  /** Puts HEAD's pages back where nothing but generated lines differs. */
  async discard(): Promise<DiscardReport> {
    return this.#opened.synced(async (store, { tree }) => {
      const { discardPages } = await import('../pages/edits/discard-pages.js')
      const inHead = pagesInTree(this.repository, tree)
      const standing = walk(this.root, 'bank').filter(isPage)
      const working = workingFiles(this.#session, store)
      const context = await pagesContext(this.#session, store, working)
      const report = discardPages(context, inHead, [...new Set([...inHead.keys(), ...standing])].toSorted())
      const late = new Set(working.settle().map(({ path }) => path))
      return {
        restored: report.restored.filter((path) => !late.has(path)),
        removed: report.removed.filter((path) => !late.has(path)),
        kept: [...report.kept, ...late],
      }
    })
  }

  /** How many pages `reflect` would make, while the first bank waits for somebody to ask for it; null otherwise. */
  async firstBank(): Promise<number | null> {
    return this.#opened.asked(async (store) => {
      if (!waitsForFirstBank(this.#session, store)) return null
      const { canonical } = store.entities()
      const held = retainKinds.filter((kind) => store.holdsAny([kind]))
      return new Set(held.flatMap(pagesOf)).size + new Set(store.mentionedIn(retainKinds).map(canonical)).size
    })
  }

  /** The model that reads this clone's logs; null where none is set. */
  async reader(): Promise<LanguageModelSettings | null> {
    const { languageModelSettings } = await import('./session/model-settings.js')
    return this.#opened.use(async () => languageModelSettings(this.repository.ownFolder) ?? null)
  }

  /**
   * Sets the model that reads this clone's logs, or with null sets none; the model is asked nothing.
   *
   * @throws MemoryError bad-argument
   */
  async setReader(choice: ReaderChoice | null): Promise<LanguageModelSettings | null> {
    const { setReader, unsetReader } = await import('./reader/model.js')
    return this.#opened.use(async () => {
      if (choice !== null) return setReader(this.#session, choice)
      unsetReader(this.#session)
      return null
    })
  }

  /**
   * Has the reader read an invented log: nothing of the workspace is sent.
   *
   * @throws MemoryError bad-argument where no reader is set | reader-failed
   */
  async tryReader(): Promise<ReaderTried> {
    const { tryReader } = await import('./reader/model.js')
    return this.#opened.use(() => tryReader(this.#session))
  }

  /**
   * Has the reader read logs: bullets that their lines bear out, verdicts and summaries, as commits of a branch, or
   * with `commit` of HEAD. With a branch, HEAD and the working tree stay as they are.
   *
   * @throws MemoryError bad-argument, also where no reader is set
   */
  async readLogs(options: ReadLogsOptions = {}): Promise<LogsRead> {
    const { readLogs } = await import('./reader/read-logs.js')
    return readLogs(this.#opened, options)
  }

  /**
   * What waits for a person: verdicts, drafts, beliefs that speak against each other, what ends soon, bullets that are
   * not clear, branches to merge. `write` also writes it as the page `bank/inbox.md`, and `take` does what is ticked
   * there.
   *
   * @throws MemoryError bad-argument
   */
  async inbox(options: InboxOptions = {}): Promise<Inbox> {
    const { inboxOf } = await import('./inbox/inbox.js')
    const look = (store: Store): Promise<Inbox> => inboxOf(this.#session, store, options)
    const isLook = options.write !== true && options.take !== true
    return isLook ? this.#opened.asked(look) : this.#opened.synced(look)
  }

  /** Does what somebody answered to what waits; see `InboxChoice`. What cannot be done is told, the rest is done. */
  async answerInbox(acts: readonly InboxAct[], options: ActOptions = {}): Promise<InboxTaken> {
    return this.#opened.synced(async (store) => {
      const { takeActs } = await import('./inbox/take-ticks.js')
      return takeActs(this.#session, store, acts, options)
    })
  }

  /**
   * Says no to a fact, or to a fact as evidence for an opinion: by a bullet under `## Curated` of its page, in the
   * working tree, or with `commit` in a commit of its own. Where a line says so already, nothing is written.
   *
   * @throws MemoryError not-found | bad-argument
   */
  async retire(no: Retirement, options: RetireOptions = {}): Promise<Retired> {
    return this.#opened.synced(async (store) => {
      const { retire } = await import('./curate/retire.js')
      return retire(this.#session, store, no, options)
    })
  }

  /**
   * Writes bullets into the logs of their days: an edit of the working tree, or with `commit` a commit of their own.
   *
   * @throws MemoryError bad-argument that names each bullet that cannot be written; then none is written
   */
  async retain(entries: readonly RetainEntry[], options: RetainOptions = {}): Promise<RetainReport> {
    return this.#opened.synced(async (store) => {
      const { retain } = await import('./retain/retain.js')
      return retain(this.#session, store, entries, options, this.#askVectors(store))
    })
  }

  /**
   * Writes what other programs keep of conversations as notes below `memory/imports/`: passages, never facts. Without
   * `write` and `commit` it tells what it would write.
   *
   * @throws MemoryError bad-argument | file-failed
   */
  async import(options: ImportOptions = {}): Promise<ImportReport> {
    const work = async (store: Store): Promise<ImportReport> => {
      const { importFrom } = await import('./exchange/import.js')
      return importFrom(this.#session, store, options)
    }
    return options.write || options.commit ? this.#opened.synced(work) : this.#opened.asked(work)
  }

  /**
   * Bullets that logs without bullets may have meant. Nothing is written; `writeSuggested` does.
   *
   * @throws MemoryError bad-argument
   */
  async suggest(options: SuggestOptions = {}): Promise<Suggestions> {
    return this.#opened.asked(async (store) => {
      const { suggest } = await import('./retain/suggest.js')
      return lookedUp(this.#session, store, () => suggest(this.#session, store, options))
    })
  }

  /**
   * Writes what `suggest` gives into the logs of its days, as suggestions: these are recalled and shown as such, and
   * are no evidence until somebody keeps them.
   *
   * @throws MemoryError bad-argument
   */
  async writeSuggested(
    options: SuggestOptions = {},
    how: Omit<RetainOptions, 'asIs'> = {},
  ): Promise<RetainReport & Pick<Suggestions, 'more'>> {
    return this.#opened.synced(async (store) => {
      const { writeSuggested } = await import('./retain/suggest.js')
      return writeSuggested(this.#session, store, options, how, this.#askVectors(store))
    })
  }

  /**
   * Keeps suggestions or held facts by their ids, which count as stated from then on, or drops suggestions, so that the
   * passages they were drafted from are not offered again.
   *
   * @throws MemoryError bad-argument that names each id that is no suggestion's; then nothing is written
   */
  async decideSuggested(decision: Decision, ids: readonly string[], options: MarkOptions = {}): Promise<MarkReport> {
    return this.#opened.synced(async (store) => {
      const { decide } = await import('./retain/suggest-keep.js')
      return decide(this.#session, store, decision, ids, options)
    })
  }

  /**
   * Marks sections of logs as passed over: neither `suggest` nor a reader offers them again.
   *
   * @param places a log (`memory/2026-02-10.md`), lines of it (`…#L8-L12`), or a day
   * @throws MemoryError bad-argument that names a place where no log says anything; then nothing is written
   */
  async passOver(places: readonly string[], options: PassOptions = {}): Promise<PassReport> {
    return this.#opened.synced(async (store) => {
      const { passOver } = await import('./retain/pass-over.js')
      return passOver(this.#session, store, places, options)
    })
  }

  /**
   * Names that recur in narrative and that no bullet has, in all logs or in those of a time.
   *
   * @throws MemoryError bad-argument
   */
  async suggestEntities(options: SuggestOptions = {}): Promise<SuggestedEntities> {
    return this.#opened.asked(async (store) => {
      const { suggestEntities } = await import('./retain/suggest-names.js')
      return lookedUp(this.#session, store, () => suggestEntities(this.#session, store, options))
    })
  }

  /**
   * Passages of logs for anybody who makes better bullets of them than rules do; `retainSuggested` takes such bullets.
   *
   * @throws MemoryError bad-argument
   */
  async suggestPackets(options: SuggestOptions = {}): Promise<SuggestPackets> {
    return this.#opened.asked(async (store) => {
      const { suggestPackets } = await import('./retain/suggest.js')
      return lookedUp(this.#session, store, () => suggestPackets(this.#session, store, options))
    })
  }

  /**
   * Writes bullets that cite the lines they were made of, as `retain` does: the lines have to name everybody whom a
   * bullet names.
   *
   * @param options with `mark` they are suggestions, until somebody keeps them
   * @throws MemoryError bad-argument that names each bullet that cannot be taken; then none is taken
   */
  async retainSuggested(
    answers: readonly unknown[],
    { mark = false, ...options }: RetainOptions & { readonly mark?: boolean | undefined } = {},
  ): Promise<RetainReport> {
    return this.#opened.synced(async (store) => {
      const { citedEntries } = await import('./retain/suggest-answers.js')
      const { retain } = await import('./retain/retain.js')
      const entries = await lookedUp(this.#session, store, () => citedEntries(this.#session, store, answers, mark))
      return retain(this.#session, store, entries, options, this.#askVectors(store))
    })
  }

  /**
   * Writes what HEAD's pages tell as files of another format, in a folder outside `bank/` and the notes; with `dryRun`
   * it tells what it would write.
   *
   * @throws MemoryError bad-argument | unsafe-path | file-failed
   */
  async export(options: ExportOptions): Promise<ExportReport> {
    const work = async (store: Store, { commit }: SyncReport): Promise<ExportReport> => {
      const { exportTo } = await import('./exchange/export.js')
      return exportTo(this.#session, store, commit, options)
    }
    return options.dryRun ? this.#opened.asked(work) : this.#opened.synced(work)
  }

  /**
   * Facts without a verdict on beliefs that they may bear on, the first noted first.
   *
   * @throws MemoryError bad-argument | not-found
   */
  async open(options: PacketOptions = {}): Promise<Packets> {
    // In a turn of its own. Where another process writes the index, the vectors that are kept tell what is near.
    await this.#withModel(async (settings) => {
      const { measureByTheWay } = await import('./embed.js')
      await this.#opened.useToAsk(async (store) => {
        await sync(this.#session.syncContext(store))
        await measureByTheWay(this.#session, store, settings)
      })
    })
    return this.#opened.asked(async (store) => {
      const { packetsOf } = await import('./curate/judge/packets.js')
      return lookedUp(this.#session, store, () => packetsOf(this.#session, store, options))
    })
  }

  /**
   * Writes what facts do to beliefs, as lines of `bank/evidence.md`: in the working tree, or with `commit` in a commit
   * of their own.
   *
   * @throws MemoryError bad-argument that names each answer that cannot be taken; then none is taken
   */
  async judge(answers: readonly JudgeAnswer[], options: AnswerOptions = {}): Promise<JudgeReport> {
    return this.#opened.synced(async (store) => {
      const { judge } = await import('./curate/judge/judge.js')
      return judge(this.#session, store, answers, options)
    })
  }

  /**
   * Takes every line that says a fact, opinion or passage out of the notes, in a commit of its own with HEAD's pages
   * written anew, and its words out of the index file. Its id stays, in `memory/.forgotten.md`, so that no merge brings
   * it back.
   *
   * @throws MemoryError not-found | git-failed | bad-argument where such a line is not committed, or Git is in the
   * middle of something
   */
  async forget(id: string, options: ForgetOptions = {}): Promise<Forgotten> {
    return this.#opened.use(async (store) => {
      const { forget } = await import('./curate/forget.js')
      return forget(this.#session, store, id, options)
    })
  }

  /** Checks the pages of the working tree against the index; `strict`: also against what `reflect` would write. */
  async verify(strict = false): Promise<Verified> {
    return this.#opened.asked(async (store) => {
      const { verifyIndex: verified } = await import('./verify.js')
      return verified(this.#session, store, strict)
    })
  }

  /** How memory stands; with `offer` also which model could be set, where there are lines enough for one. */
  async status(options: StatusOptions = {}): Promise<Status> {
    return this.#opened.asked(async (store, { changed, ...standing }) => {
      const { statusOf } = await import('./status.js')
      return statusOf(this.#session, store, { ...standing, wasBehind: changed }, options)
    })
  }

  /** Looks for what no command mends by itself; see `Examined`. Takes as long as a rebuild, since it makes one. */
  async examine(): Promise<Examined> {
    return this.#opened.asked(async (store, { tree }) => {
      const { examine: examined } = await import('./doctor.js')
      return examined(this.#session, store, tree)
    })
  }

  /** Moves typed bullets that no Retain heading covers below one, in the working tree; see `SlipsMended`. */
  async mendSlips(options: MendOptions = {}): Promise<SlipsMended> {
    const work = async (store: Store): Promise<SlipsMended> => {
      const { mendSlips } = await import('./curate/mend-slips.js')
      return mendSlips(this.#session, store, options)
    }
    return options.dryRun ? this.#opened.asked(work) : this.#opened.synced(work)
  }

  /** Looks for likely credentials in notes and pages, in the working tree and in HEAD; never in history. */
  async secrets(): Promise<SecretSearch> {
    return this.#opened.asked(async (store, { tree }) => {
      const { secretsIn } = await import('./secrets/secrets.js')
      return secretsIn(this.#session, store, tree)
    })
  }

  /** SHA-256 over every row of the index, the search index included. */
  async digest(): Promise<string> {
    return this.#opened.asked(async (store) => store.read(() => store.digest()))
  }

  /** The index as text, one JSON array a line; see `status --digest`. */
  async dump(print: (line: string) => void): Promise<void> {
    return this.#opened.asked(async (store) => {
      // All lines are read before the first is printed: a damaged index is built again, and read again from the start.
      for (const line of await store.read(() => [...store.dump()])) print(line)
    })
  }

  #given(store: Store, commit: string | null): WrittenContext {
    const { authors } = this.#session.config(store).config.origin
    return { store, repository: this.repository, commit, read: (path) => readPage(this.root, path), authors }
  }

  /**
   * The facts that sessions were given and cited, by ids, as this clone noted them; `keep` switches the noting on or
   * off. No ranking reads them.
   *
   * @throws MemoryError bad-argument
   */
  async receipts(options: ReceiptsOptions = {}): Promise<Receipts> {
    return this.#opened.asked(async (store) => {
      const { receiptsOf } = await import('./receipts.js')
      return receiptsOf(this.#session, store, options)
    })
  }

  async config(): Promise<Config> {
    return this.#opened.asked(async (store) => this.#session.config(store).config)
  }

  close(): void {
    this.#opened.close()
  }
}

// Wraps every verb: an argument of the wrong shape is refused before anything runs, and no answer holds a credential,
// whoever asked: a command line, a library, an agent.
for (const verb of verbs satisfies readonly Exclude<keyof Workspace, 'root' | 'repository' | 'close'>[]) {
  const { value: run } = Object.getOwnPropertyDescriptor(Workspace.prototype, verb) as {
    value: (...values: readonly unknown[]) => Promise<unknown>
  }
  const checked = {
    async [verb](this: Workspace, ...values: readonly unknown[]): Promise<unknown> {
      checkVerb(verb, values)
      try {
        const answer = answerWithoutCredentials(await run.apply(this, [...values]))
        if (isReceipted(verb) && keepsReceipts(this.repository.ownFolder)) {
          const { noteReceipt } = await import('./note-receipt.js')
          await noteReceipt(openedOf(this), verb, values, answer)
        }
        return answer
      } catch (cause) {
        if (cause instanceof MemoryError) cause.message = withoutCredentials(cause.message)
        throw cause
      }
    },
  }
  Object.defineProperty(Workspace.prototype, verb, { value: checked[verb] })
}
