import type { FleetDatabase } from './database.js'
import { memberRows, type MemberRow } from './members.js'
import { madeBy } from './worker.js'

export interface FleetStatus {
  readonly server: string
  /** The size of the database with its indexes, in bytes. */
  readonly bytes: number
  readonly workspaces: number
  readonly facts: number
  readonly lines: number
  /** Workspaces without rows, workspaces whose remote fails, and seconds since the most overdue one became due. */
  readonly empty: number
  readonly failing: number
  readonly waiting: number
  /** How many workspaces a worker is reading. */
  readonly leased: number
  readonly principals: number
  readonly members: readonly MemberRow[]
  /** The same numbers in Prometheus's format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
  readonly metrics: string
}

export async function fleetStatus(db: FleetDatabase): Promise<FleetStatus> {
  const members = await memberRows(db)
  const [found] = await db.query<{ server: string; bytes: number }>(
    `SELECT current_setting('server_version') AS server, CAST(pg_database_size(current_database()) AS double precision) AS bytes`,
  )
  const sum = (of: (row: MemberRow) => number): number => members.reduce((total, row) => total + of(row), 0)
  const status = {
    ...found!,
    workspaces: members.length,
    facts: sum(({ facts }) => facts),
    lines: sum(({ lines }) => lines),
    empty: sum(({ head }) => (head === null ? 1 : 0)),
    failing: sum(({ failures }) => (failures > 0 ? 1 : 0)),
    leased: sum(({ leased }) => (leased ? 1 : 0)),
    waiting: Math.max(0, ...members.map(({ waiting }) => waiting)),
    principals: new Set(members.flatMap(({ readers }) => readers)).size,
    members,
  }
  return { ...status, metrics: metricsOf(status) }
}

function metricsOf(status: Omit<FleetStatus, 'metrics'>): string {
  const gauges: readonly (readonly [name: string, help: string, value: number])[] = [
    ['workspaces', 'Workspaces of the fleet.', status.workspaces],
    ['facts', 'Facts in the database.', status.facts],
    ['lines', 'Facts and passages in the database.', status.lines],
    ['database_bytes', 'Size of the database with its indexes.', status.bytes],
    ['empty_workspaces', 'Workspaces of which nothing has landed.', status.empty],
    ['failing_workspaces', 'Workspaces that could not be read the last time.', status.failing],
    ['leased_workspaces', 'Workspaces that a worker is reading.', status.leased],
    ['waiting_seconds', 'For how long the workspace that waits longest is due.', status.waiting],
  ]
  const label = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
  return [
    ...gauges.flatMap(([name, help, value]) => [
      `# HELP memory_fleet_${name} ${help}`,
      `# TYPE memory_fleet_${name} gauge`,
      `memory_fleet_${name} ${value}`,
    ]),
    '# HELP memory_fleet_failures How often in a row a workspace could not be read.',
    '# TYPE memory_fleet_failures gauge',
    ...status.members.map((row) => `memory_fleet_failures{workspace="${label(row.name)}"} ${row.failures}`),
    '',
  ].join('\n')
}

/** A finding of `memory fleet doctor`; for a fault, `what` also says what mends it. */
export interface FleetFinding {
  readonly state: 'fine' | 'note' | 'fault'
  readonly what: string
}

export async function examineFleet(db: FleetDatabase): Promise<FleetFinding[]> {
  const findings: FleetFinding[] = []
  const add = (state: FleetFinding['state'], what: string): void => void findings.push({ state, what })
  const [server] = await db.query<{ version: string; number: number; login: string; over: boolean; owns: boolean }>(
    `SELECT current_setting('server_version') AS version, CAST(current_setting('server_version_num') AS INTEGER) AS number,
       CAST(current_user AS text) AS login,
       (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS over,
       EXISTS (SELECT FROM pg_class WHERE relnamespace = 'memory'::regnamespace AND pg_get_userbyid(relowner) = current_user) AS owns`,
  )
  const { version, number, login, over, owns } = server!
  add(
    number >= 150_000 ? 'fine' : 'fault',
    `PostgreSQL ${version}${number >= 150_000 ? '' : ': 15 or later is needed'}`,
  )
  if (over)
    add(
      'fault',
      `${login} passes every policy by: whoever asks logs in as another role, a member of memory_asker alone`,
    )
  else if (owns)
    add('fault', `${login} owns the tables: whoever asks logs in as another role, a member of memory_asker alone`)
  else add('fine', `${login} is neither owner nor superuser`)
  const open = await db.query<{ name: string }>(
    `SELECT CAST(relname AS text) AS name FROM pg_class WHERE relnamespace = 'memory'::regnamespace AND relkind IN ('p', 'r')
       AND NOT relispartition AND relname <> 'granted' AND NOT (relrowsecurity AND relforcerowsecurity) ORDER BY relname`,
  )
  add(
    open.length === 0 ? 'fine' : 'fault',
    open.length === 0
      ? 'every table with rows of workspaces has its policy, for its owner too'
      : `without a policy that holds for its owner: ${open.map(({ name }) => name).join(', ')}; memory fleet init in a new database`,
  )
  const roles = await db.query<{ name: string; over: boolean; owns: boolean }>(
    `SELECT CAST(rolname AS text) AS name, rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb AS over,
       EXISTS (SELECT FROM pg_class WHERE relowner = pg_roles.oid AND relnamespace = 'memory'::regnamespace) AS owns
     FROM pg_roles WHERE rolname IN ('memory_asker', 'memory_worker') ORDER BY rolname`,
  )
  for (const role of roles)
    add(
      role.over || role.owns ? 'fault' : 'fine',
      role.over || role.owns
        ? `${role.name} may more than it needs: ALTER ROLE ${role.name} NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE, and let it own nothing`
        : `${role.name} may what it needs`,
    )
  const status = await fleetStatus(db)
  const others = await db.transaction('memory_worker', () =>
    db.query<{ count: number }>(
      'SELECT CAST(count(*) AS INTEGER) AS count FROM memory.workspace WHERE head IS NOT NULL AND made_by <> $1',
      [madeBy],
    ),
  )
  if (others[0]!.count > 0)
    add(
      'fault',
      `${others[0]!.count} of ${status.workspaces} workspaces were read by another version: memory fleet sync`,
    )
  for (const row of status.members.filter(({ failed }) => failed !== null)) add('fault', `${row.name}: ${row.failed}`)
  const unread = status.members.filter(({ readers }) => readers.length === 0)
  if (unread.length > 0)
    add('note', `nobody may read ${unread.length} of ${status.workspaces} workspaces: memory fleet grant`)
  return findings
}
