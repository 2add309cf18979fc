import type { Fleet, FleetOptions } from './fleet/fleet.js'
import type { Report, ReportPage } from './model/report.js'
import { packageRoot } from './package-root.js'
import { openedAt } from './workspace/session/opened.js'
import type { OpenOptions } from './workspace/session/session.js'
import { checkOpening } from './workspace/takes.js'
import { Workspace } from './workspace/workspace.js'

export type { Fleet } from './fleet/fleet.js'
export type { FleetAnswer, FleetQuestion, FleetResult } from './fleet/ask.js'
export type { FleetBrief, FleetBriefOptions, WorkspaceBrief } from './fleet/brief.js'
export type { Grant, MemberRow } from './fleet/members.js'
export type { FleetFinding, FleetStatus } from './fleet/status.js'
export type { WorkerStep } from './fleet/worker.js'
export { MemoryError, type ErrorCode } from './model/error.js'
export type { Answer } from './recall/recall.js'
export type { Result } from './recall/answer/result.js'
export { usualResults, type RecallOptions } from './recall/question/query.js'
export type { BeliefChange, BeliefsAnswer } from './recall/belief-changes.js'
export type { Brief } from './recall/brief/brief.js'
export type { BriefSection } from './recall/brief/fit.js'
export type { Explained as Shown } from './workspace/curate/show.js'
export type { Timeline, Event } from './recall/timeline.js'
export type { SyncReport } from './pipeline/sync.js'
export type { DeletedLine } from './pages/edits/deleted-lines.js'
export type { DiscardReport } from './pages/edits/discard-pages.js'
export type { Retirement, Retiring } from './pages/edits/retire.js'
export type { Retired, RetireOptions } from './workspace/curate/retire.js'
export type { PagesReport } from './pages/write-pages.js'
export type {
  CredentialPlace,
  Difference,
  ExpectationImpact,
  Impact,
  ImpactStep,
  NewWriter,
  PageImpact,
} from './model/impact.js'
export type { Bisected, Blame, BlameState, BlameStep, BisectGoal } from './model/blame.js'
export type { LeftStanding, RestsOn, Undone, UndoneLine, UndoSource } from './model/undo.js'
export type { Without, WithoutSource } from './model/without.js'
export type {
  Report,
  ReportBelief,
  ReportChange,
  ReportDoubt,
  ReportEntity,
  ReportEvent,
  ReportExpectation,
  ReportHost,
  ReportLine,
  ReportOpen,
  ReportPage,
  ReportQuestion,
  ReportSome,
  ReportStep,
  ReportTie,
  ReportWeek,
} from './model/report.js'
export type { ReportOptions } from './workspace/report/report.js'
export type { ReportWritten, WriteReportOptions } from './workspace/report/write-report.js'
export type { AsOfCommit } from './workspace/session/at-commit.js'
export type { ImpactOptions } from './workspace/review/impact.js'
export type { UndoOptions } from './workspace/review/undo.js'
export type { BriefOptions } from './workspace/brief.js'
export type { Core, CoreBlock } from './workspace/curate/core.js'
export type { CoreCommitOptions, CoreEdit, CoreEdited, CoreOptions, OwnerEdit } from './workspace/curate/edit-core.js'
export type { ExportOptions, ExportReport, ExportState } from './workspace/exchange/export.js'
export type { ForgetOptions, Forgotten } from './workspace/curate/forget.js'
export type { Embedded, EmbedOptions } from './workspace/embed.js'
export type { KeepVectorsOptions } from './workspace/keep-vectors.js'
export type { Examined } from './workspace/doctor.js'
export {
  usualWithin,
  type AskExpectation,
  type BeliefExpectation,
  type Expectation,
  type NoExpectation,
  type WrittenExpectation,
} from './expect/expectation.js'
export type { ExpectationHeld, LineStands, ToldLine } from './expect/hold.js'
export type { ExpectAdded, ExpectAddOptions, ExpectEntry } from './workspace/expect/add.js'
export type { ExpectOptions } from './workspace/expect/run.js'
export type { MendOptions, SlipsMended } from './workspace/curate/mend-slips.js'
export type { Secret, SecretSearch } from './workspace/secrets/secrets.js'
export type { NeverCited, ReceiptDay, Receipts, ReceiptsOptions } from './workspace/receipts.js'
export type { Status, StatusOptions } from './workspace/status.js'
export type { Suggestion, SuggestPacket, SuggestPackets, Suggestions } from './workspace/retain/suggest.js'
export type { SuggestOptions } from './workspace/retain/suggest-logs.js'
export type { SuggestedEntities, SuggestedEntity } from './workspace/retain/suggest-names.js'
export type { Decided, Decision, MarkOptions, MarkReport } from './workspace/retain/suggest-keep.js'
export type { PassOptions, PassReport } from './workspace/retain/pass-over.js'
export { parseSuggested, type SuggestAnswer } from './workspace/retain/suggest-answers.js'
export { parseAnswers, type JudgeAnswer, type Untaken } from './workspace/curate/judge/answers.js'
export type { ImportedFile, ImportOptions, ImportReport, ImportState } from './workspace/exchange/import.js'
export type { Unread } from './workspace/exchange/import-file.js'
export type { LanguageModelSettings, ModelProgramSettings, ModelServerSettings } from './ask/language-model.js'
export type { ReaderChoice, ReaderTried } from './workspace/reader/model.js'
export type { DraftedBullet, RefusedBullet } from './workspace/reader/bullets.js'
export type { NewName } from './workspace/reader/new-names.js'
export type { LogsRead, ReadLogsOptions } from './workspace/reader/read-logs.js'
export type { Inbox, InboxOptions } from './workspace/inbox/inbox.js'
export type { ActOptions, InboxTaken, UntakenAct } from './workspace/inbox/take-ticks.js'
export type { InboxAct, InboxChoice, InboxItem, InboxLine, InboxSort, InboxVerb } from './model/inbox.js'
export type { AnswerOptions, JudgeReport } from './workspace/curate/judge/judge.js'
export { parseEntries, type RetainEntry } from './workspace/retain/retain-entries.js'
export type { Ended, Retained, RetainOptions, RetainReport } from './workspace/retain/retain.js'
export type { Packet, PacketOptions, Packets } from './workspace/curate/judge/packets.js'
export type { LandedOnBranch } from './workspace/landing/land-branch.js'
export type { Landed, LandOptions, SummaryOptions } from './workspace/landing/land-pages.js'
export type { PageLimits } from './workspace/landing/page-limits.js'
export type { Fault, Verified } from './workspace/verify.js'
export type { Kind } from './model/kind.js'
export { formatNames, type FormatName } from './model/origin.js'
export type { Span } from './model/time.js'
export type { Writer } from './model/writer.js'
export { packageVersion } from './model/version.js'
export type { OpenOptions } from './workspace/session/session.js'
export type { ReflectReport } from './workspace/landing/reflect.js'
export { packageRoot } from './package-root.js'
export type { ExpectReport, LogAnswer, RecallAnswer, Workspace } from './workspace/workspace.js'

/**
 * Open the memory of a workspace.
 *
 *     const memory = openWorkspace({ workspace: '/home/me/notes' })
 *     const { results } = await memory.recall('what does Peter prefer', { k: 5 })
 *     memory.close()
 *
 * Every method first brings the index up to HEAD, so hooks need not have run. Methods return promises, but the work is
 * synchronous, as SQLite is, and one workspace does one thing at a time.
 *
 * @throws MemoryError bad-argument | not-a-repository | no-workspace | git-failed
 */
export function openWorkspace(options: OpenOptions = {}): Workspace {
  checkOpening(options)
  return new Workspace(openedAt(options, packageRoot))
}

/** A report as one HTML file that loads nothing: no other file, font or script. */
export async function reportPage(report: Report): Promise<ReportPage> {
  const { pageOfReport } = await import('./workspace/report/report-page.js')
  return pageOfReport(report, packageRoot)
}

export interface OpenFleetOptions extends Omit<FleetOptions, 'place' | 'packageRoot' | 'environment'> {
  /** `postgres://user@host/fleet`, or a folder. Where left out: `MEMORY_FLEET`, then `PGHOST` and the like. */
  readonly db?: string | undefined
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/**
 * The indexes of many workspaces in one PostgreSQL database (docs/fleet.md). The first call connects to it.
 *
 * @throws MemoryError bad-argument
 */
export async function openFleet(options: OpenFleetOptions = {}): Promise<Fleet> {
  const { Fleet } = await import('./fleet/fleet.js')
  const { placeNamed } = await import('./fleet/place.js')
  const { db, environment = process.env, ...rest } = options
  return new Fleet({ ...rest, environment, packageRoot, place: placeNamed(db, environment) })
}
