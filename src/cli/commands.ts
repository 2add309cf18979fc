import { bisect } from './bisect.js'
import { blame } from './blame.js'
import { brief } from './brief.js'
import type { Command } from './command.js'
import { completion } from './completion.js'
import { core } from './core.js'
import { doctor } from './doctor.js'
import { dump } from './dump.js'
import { embed } from './embed.js'
import { expect } from './expect.js'
import { exporting } from './export.js'
import { fleet } from './fleet.js'
import { forget } from './forget.js'
import { hook } from './hook.js'
import { hooks } from './hooks.js'
import { impact } from './impact.js'
import { importing } from './import.js'
import { inbox } from './inbox.js'
import { init } from './init.js'
import { judge } from './judge.js'
import { log } from './log.js'
import { reader } from './reader.js'
import { rebuild } from './rebuild.js'
import { mcp } from './mcp.js'
import { mergePage } from './merge-page.js'
import { recall } from './recall.js'
import { receipts } from './receipts.js'
import { reflect } from './reflect.js'
import { report } from './report.js'
import { retain } from './retain.js'
import { retire } from './retire.js'
import { schedule } from './schedule.js'
import { show } from './show.js'
import { status } from './status.js'
import { suggest } from './suggest.js'
import { sync } from './sync.js'
import { undo } from './undo.js'
import { verify } from './verify.js'

/** Every command, in the order of the help. A new command is a file and a row here. */
export const commands: readonly Command[] = [
  init,
  brief,
  retain,
  recall,
  reflect,
  core,
  status,
  show,
  log,
  blame,
  bisect,
  impact,
  report,
  inbox,
  judge,
  retire,
  undo,
  forget,
  doctor,
  verify,
  expect,
  receipts,
  rebuild,
  hooks,
  schedule,
  completion,
  mcp,
  embed,
  suggest,
  reader,
  fleet,
  importing,
  exporting,
  sync,
  dump,
  hook,
  mergePage,
]
