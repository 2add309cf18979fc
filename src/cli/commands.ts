import { brief } from './brief.js'
import type { Command } from './command.js'
import { completion } from './completion.js'
import { core } from './core.js'
import { doctor } from './doctor.js'
import { dumpCommand } from './dump.js'
import { embedCommand } from './embed.js'
import { exporting } from './export.js'
import { forgetCommand } from './forget.js'
import { hook } from './hook.js'
import { hooksCommand } from './hooks.js'
import { importing } from './import.js'
import { init } from './init.js'
import { judgeCommand } from './judge.js'
import { log } from './log.js'
import { rebuildCommand } from './rebuild.js'
import { mcp } from './mcp.js'
import { mergePageCommand } from './merge-page.js'
import { recallCommand } from './recall.js'
import { reflect } from './reflect.js'
import { retainCommand } from './retain.js'
import { retireCommand } from './retire.js'
import { schedule } from './schedule.js'
import { showCommand } from './show.js'
import { status } from './status.js'
import { suggestCommand } from './suggest.js'
import { syncCommand } from './sync.js'
import { verify } from './verify.js'

/** Every command, in the order of the help. A new one is a file and a row. */
export const commands: readonly Command[] = [
  init,
  brief,
  retainCommand,
  recallCommand,
  reflect,
  core,
  status,
  showCommand,
  log,
  judgeCommand,
  retireCommand,
  forgetCommand,
  doctor,
  verify,
  rebuildCommand,
  hooksCommand,
  schedule,
  completion,
  mcp,
  embedCommand,
  suggestCommand,
  importing,
  exporting,
  syncCommand,
  dumpCommand,
  hook,
  mergePageCommand,
]
