import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { MemoryError } from '../model/error.js'
import { safeJsonText, printable } from '../text/safe-text.js'
import { findBlock, type MarkedBlock } from '../text/marked-block.js'

/** What runs for a workspace, and when. All texts of keepers are made from this alone. */
export interface Schedule {
  /** The workspace's folder, absolute and without links. */
  readonly workspace: string
  /** The time of every day by the machine's clock: `03:00`. */
  readonly at: string
  /** A program and its arguments. */
  readonly runs: readonly string[]
}

/** The name of a workspace's schedule, from its folder's name and its whole path: `workspace-memory-notes-1f0c9a3e`. */
export function nameFor(workspace: string): string {
  const folder = basename(workspace).replaceAll(/[^A-Za-z0-9_-]+/g, '-')
  const hash = createHash('sha256').update(workspace).digest('hex').slice(0, 8)
  return ['workspace-memory', folder.slice(0, 40), hash].join('-')
}

/** @throws MemoryError unsafe-path where a path has a line break, which would end the line in the schedule */
export function checkPaths({ runs }: Schedule): void {
  const broken = runs.find((word) => /[\n\r]/.test(word))
  if (broken !== undefined)
    throw new MemoryError('unsafe-path', `a schedule cannot name ${printable(broken)}: a line break stands in it`)
}

const about = ({ workspace }: Schedule): string =>
  `writes the pages of ${printable(workspace)} (\`memory schedule remove\` there takes this out)`

/** A comment that `toldBy` reads: `# {"workspace":"/home/me/notes","at":"03:00","runs":["/usr/bin/node",…]}`. */
const told = ({ workspace, at, runs }: Schedule): string => `# ${safeJsonText(JSON.stringify({ workspace, at, runs }))}`

/** The schedule from which a text of ours was made; undefined where the text was changed so that it cannot be read. */
export function toldBy(text: string): Schedule | undefined {
  try {
    const read = JSON.parse(/^# (\{.*\})$/m.exec(text)?.[1] ?? '') as Partial<Schedule>
    const words = [read.workspace, read.at, ...(Array.isArray(read.runs) ? read.runs : [undefined])]
    return words.every((word) => typeof word === 'string') ? (read as Schedule) : undefined
  } catch {
    return undefined
  }
}

/**
 * A word of sh in a line of cron's. Crons differ in how they read `%` and `\%`, so neither `%` nor a backslash is
 * written as such:
 *
 *     /home/me/100% mine  →  '/home/me/100'"$(printf '\045')"' mine'
 */
export function cronWord(word: string): string {
  if (/^[\w./:=-]+$/.test(word)) return word
  const written = word.replaceAll(/['%\\]/g, (character) => {
    const octal = character.charCodeAt(0).toString(8).padStart(3, '0')
    return character === "'" ? `'"'"'` : `'"$(printf '\\${octal}')"'`
  })
  return `'${written}'`
}

/** The line for cron: at a low priority, and with output that cron does not mail. */
export function cronLine({ at, runs }: Schedule): string {
  const [hour, minute] = at.split(':').map(Number)
  return `${minute} ${hour} * * * nice -n 19 ${runs.map(cronWord).join(' ')} >/dev/null`
}

const begin = (name: string): string => `# >>> ${name}:`
const end = (name: string): string => `# <<< ${name}`

export function cronBlock(schedule: Schedule): string {
  const name = nameFor(schedule.workspace)
  return `${begin(name)} ${about(schedule)}\n${told(schedule)}\n${cronLine(schedule)}\n${end(name)}\n`
}

/**
 * Our block for a workspace in a crontab.
 *
 * @throws MemoryError file-failed where the block's last line is missing, so that nobody can tell where it ends
 */
export function blockIn(crontab: string, name: string): MarkedBlock | undefined {
  const found = findBlock(crontab, begin(name), end(name))
  if (!found && `\n${crontab}`.includes(`\n${begin(name)}`))
    throw new MemoryError(
      'file-failed',
      `the crontab has the line "${begin(name)}" without "${end(name)}": take out what is ours with crontab -e`,
    )
  return found
}

/** A crontab with our block. A new one goes to the top: after a line that sets SHELL, another shell would read it. */
export function withCronBlock(crontab: string, name: string, block: string): string {
  const { before, after } = blockIn(crontab, name) ?? { before: '', after: crontab }
  return before + block + after
}

/**
 * A word of ExecStart (systemd.service(5), "Command lines"):
 *
 *     /home/me/100% "mine" $HOME  →  "/home/me/100%% \"mine\" $$HOME"
 */
export function unitWord(word: string): string {
  const written = word
    .replaceAll(/["\\]/g, (character) => `\\${character}`)
    .replaceAll(/[\u0001-\u001f\u007f]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replaceAll(/[%$]/g, (character) => character + character)
  return `"${written}"`
}

/**
 * A command that systemd can start, by sh where needed: systemd starts no program whose path has a quote or a
 * backslash, and does not unescape `$` in it.
 */
const byShell = (runs: Schedule['runs']): Schedule['runs'] =>
  /^[\w./+@ -]+$/.test(runs[0] ?? '') ? runs : ['/bin/sh', '-c', 'exec "$0" "$@"', ...runs]

export interface SystemdUnit {
  readonly file: string
  readonly text: string
}

/** A schedule's units. A run that was missed while the machine was off is made up for. */
export function unitsOf(schedule: Schedule): { readonly service: SystemdUnit; readonly timer: SystemdUnit } {
  const name = nameFor(schedule.workspace)
  const head = (what: string): string =>
    `# ${name}: ${about(schedule)}\n${told(schedule)}\n[Unit]\nDescription=${what} of ${name}\n`
  const line = byShell(schedule.runs).map(unitWord).join(' ')
  return {
    service: {
      file: `${name}.service`,
      text: `${head('The pages')}
[Service]
Type=oneshot
ExecStart=${line}
Nice=19
IOSchedulingClass=idle
`,
    },
    timer: {
      file: `${name}.timer`,
      text: `${head('The time')}
[Timer]
OnCalendar=*-*-* ${schedule.at}:00
Persistent=true

[Install]
WantedBy=timers.target
`,
    },
  }
}
