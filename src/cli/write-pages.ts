import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ActOptions, DeletedLine, InboxTaken, PageLimits, Workspace } from '../index.js'
import { inboxPath } from '../model/inbox.js'
import { showProblem } from '../model/note.js'
import type { Context } from './command.js'
import { takenLines } from './inbox.js'
import { count, shown } from './text.js'

export const noTicks: InboxTaken = { taken: [], untaken: [] }

/** Carry out the ticked boxes of the inbox. Call it before pages are written, so that they show the outcome. */
export async function ticksTaken(workspace: Workspace, options: ActOptions): Promise<InboxTaken | undefined> {
  if (!existsSync(join(workspace.root, inboxPath))) return undefined
  const { taken, untaken } = await workspace.inbox({ ...options, take: true })
  return taken.length + untaken.length > 0 ? { taken, untaken } : undefined
}

/** Write the pages to the working tree: `memory reflect` without a way of landing. */
export async function writePagesWithProgress(
  workspace: Workspace,
  options: PageLimits,
  { args, json, print }: Context,
): Promise<number> {
  const ticked = await ticksTaken(workspace, {})
  const report = await workspace.reflect(options)
  if (args.flag('json')) json({ ...report, ...(ticked ? { ticked } : {}) })
  else {
    takenLines(ticked ?? noTicks).forEach((line) => print(line))
    for (const path of report.written) print(`wrote    ${shown(path)}`)
    for (const path of report.removed) print(`removed  ${shown(path)}`)
    for (const path of report.damaged)
      print(
        `left     ${shown(path)}: a conflict is left in it, its markers are missing or doubled, or it is no file of text that can be read`,
      )
    for (const path of report.open)
      print(`left     ${shown(path)}: another program has it open for writing; close it there, then memory reflect`)
    for (const { path, at } of report.kept)
      print(
        `kept     ${shown(at)}: ${shown(path)} was saved twice while it was written, this is the version it does not hold`,
      )
    backLines(report.deleted).forEach((line) => print(line))
    for (const problem of report.disputed) print(`question ${shown(showProblem(problem))}`)
    if (report.refused) print(`Nothing written: ${report.refused}.`)
    else if (report.written.length + report.removed.length === 0)
      print(
        report.damaged.length + report.open.length === 0
          ? asTheLogsSay(workspace)
          : 'Every other page is as the logs say.',
      )
    else
      print(
        report.created.length === report.written.length && report.removed.length === 0
          ? `${count(report.created.length, 'new page')}; read ${report.created.length === 1 ? 'it' : 'them'}, then git add bank/ && git commit lands ${report.created.length === 1 ? 'it' : 'them'}.`
          : `${count(report.written.length + report.removed.length, 'page')} changed; git diff bank/ shows what, git add bank/ && git commit lands it.`,
      )
  }
  return report.refused || report.damaged.length + report.open.length > 0 ? 1 : 0
}

export const asTheLogsSay = ({ repository }: Workspace): string =>
  repository.head() === undefined
    ? 'No commit yet: pages are written from what HEAD holds, so commit the logs first.'
    : 'Every page is as the logs say.'

export const backLines = (deleted: readonly DeletedLine[]): string[] =>
  deleted.map(
    ({ path, id, said }) =>
      `back     ${shown(path)}: ${shown(said)} — the logs still say it, memory retire ^${id} retires it`,
  )
