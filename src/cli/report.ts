import { isAbsolute, relative } from 'node:path'
import { MemoryError, reportPage, type ReportOptions, type ReportWritten, type Workspace } from '../index.js'
import { onWorkspace, type Command, type Context } from './command.js'
import { shown } from './text.js'

export const report: Command = {
  name: 'report',
  positional: '',
  summary: 'One page for a browser: what changed, what is believed and why, and what is open',
  group: 'look',
  options: {
    since: { type: 'string', describe: 'From when on changes are told, e.g. 2w, 2025-11 (default: 7d)' },
    to: { type: 'string', describe: 'The file, or - for stdout (default: .memory/report.html, which Git ignores)' },
    'as-of': { type: 'string', describe: 'Memory as of that commit, e.g. HEAD~3' },
    links: { type: 'string', describe: 'What stands in front of a path, to make links (default: as origin says)' },
    serve: { type: 'boolean', describe: 'Serve it on this machine, anew for each request, until Ctrl-C' },
    port: { type: 'number', describe: 'With --serve: the port (default: any that is free)' },
  },
  stays: true,
  examples: [
    ['memory report', 'the last week, in .memory/report.html'],
    ['memory report --since 30d --to month.html', 'a month, in a file of your own'],
    ['memory report --serve', 'an address to open in a browser of this machine'],
  ],
  run: onWorkspace(async (workspace, context) => {
    const { args, io, json, print } = context
    const asked = { since: args.text('since'), asOf: args.text('as-of'), links: args.text('links') }
    const to = args.text('to')
    if (args.flag('serve')) return serve(workspace, asked, context)
    if (args.number('port') !== undefined) throw new MemoryError('bad-argument', '--port goes with --serve')
    if (to === '-') io.stdout.write((await reportPage(await workspace.report(asked))).html)
    else if (to === undefined && args.flag('json')) json(await workspace.report(asked))
    else {
      const written = await workspace.writeReport({ ...asked, to })
      if (args.flag('json')) json(written)
      else
        print(
          `${shown(placeFrom(io.cwd, written))}  ${Math.ceil(written.bytes / 1000)} kB${written.written ? '' : ', as it was'}`,
        )
    }
    return 0
  }),
}

/** The path of a report from the current folder; the whole path where it is elsewhere. */
function placeFrom(folder: string, { path }: ReportWritten): string {
  const below = relative(folder, path)
  return below === '' || below.startsWith('..') || isAbsolute(below) ? path : below
}

async function serve(
  workspace: Workspace,
  asked: ReportOptions,
  { args, json, print, note }: Context,
): Promise<number> {
  const port = args.number('port') ?? 0
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new MemoryError('bad-argument', `--port takes a number from 0 to 65535, got ${port}`)
  if (args.text('to') !== undefined)
    throw new MemoryError('bad-argument', '--serve and --to do different things: give one')
  // The report is made once before the address is printed, so that an error is told there and then.
  await workspace.report(asked)
  const { serveReport } = await import('./serve-report.js')
  const server = await serveReport(async () => reportPage(await workspace.report(asked)), port)
  if (args.flag('json')) json({ address: server.address })
  else print(server.address)
  note('memory: served to browsers of this machine until Ctrl-C')
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await server.close()
  return 0
}
