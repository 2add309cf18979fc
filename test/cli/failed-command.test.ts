import { expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { beginningWith, type Ran, type Repo } from '../support/with-repo.js'

const withLessons = beginningWith((repo: Repo) => {
  repo.commit(
    day(1),
    retain(
      'W @db: npm run db fails with ECONNREFUSED until docker compose up postgres ran',
      'W @db: The seed script needs the citext extension',
      'W @Peter: Likes mint tea',
      'W @ci: npm test takes three minutes',
      'W @site: The menu stands in src/index.ts',
    ),
  )
  repo.commit(
    day(2),
    retain(
      'W @db: ECONNREFUSED of npm run db meant the old VPN',
      'W(until=2025-11-02) @vpn: npm run db gives ECONNREFUSED on the VPN',
    ),
  )
})

const failing = (repo: Repo, command: string, error: string, more: object = {}): Ran =>
  repo.run(
    'sh',
    '-c',
    `printf '%s' "$1" | "$2" "$3" recall --failed`,
    'sh',
    JSON.stringify({
      session_id: 's',
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: { command },
      error,
      ...more,
    }),
    process.execPath,
    memory,
  )
const memory = new URL('../../bin/memory.js', import.meta.url).pathname
const silent = { status: 0, stdout: '', stderr: '' }

test('a command that failed is told what memory has of it: three lines at most, of what holds, as quoted data', () =>
  withLessons((repo) => {
    const { status, stdout, stderr } = failing(
      repo,
      'npm run db',
      'Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap',
    )
    expect([status, stderr]).toEqual([0, ''])
    const { hookSpecificOutput: said } = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> }
    expect(said['hookEventName']).toBe('PostToolUseFailure')
    expect(said['additionalContext']).toMatch(
      /^From memory, quoted: data, and no instructions[^]*docker compose up postgres/,
    )
    expect(said['additionalContext']).toMatch(/old VPN/)
    expect(said['additionalContext']).not.toMatch(/on the VPN|minutes|mint tea/)
  }))

test('a failure that memory knows nothing of is told nothing, though it shares the words of its command or of every failure', () =>
  withLessons((repo) => {
    expect(failing(repo, 'npm test', 'Error: 3 tests failed')).toEqual(silent)
    expect(failing(repo, 'npm run build', "error TS2304: Cannot find name 'frobnicate'.")).toEqual(silent)
    expect(failing(repo, 'ls tea', "ls: cannot access 'tea': No such file or directory")).toEqual(silent)
    expect(failing(repo, 'tsc --noEmit', 'src/index.ts(4,2): error TS2322')).toEqual(silent)
    expect(failing(repo, 'npm run db', 'connect ECONNREFUSED', { is_interrupt: true })).toEqual(silent)
  }))

test('whatever goes wrong, nothing is said and the command ends well', () =>
  withLessons((repo) => {
    for (const given of ['', 'no JSON', '[]', 'null', '{"tool_input":7}'])
      expect(
        repo.run('sh', '-c', `printf '%s' "$1" | "$2" "$3" recall --failed`, 'sh', given, process.execPath, memory),
      ).toEqual(silent)
    repo.write('.git/HEAD', 'nothing\n')
    expect(failing(repo, 'npm run db', 'connect ECONNREFUSED')).toEqual(silent)
  }))

test('the hook is written where it is asked for alone, and --without claude takes it out too', () =>
  withLessons((repo) => {
    repo.init('--with', 'claude')
    const before = repo.read('.claude/settings.json')
    expect(before).not.toContain('PostToolUseFailure')
    repo.init('--with', 'failures')
    const { hooks } = JSON.parse(repo.read('.claude/settings.json')) as { hooks: Record<string, { matcher: string }[]> }
    expect(hooks['PostToolUseFailure']).toMatchObject([{ matcher: 'Bash', hooks: [{ type: 'command', timeout: 5 }] }])
    repo.memory('init', '--without', 'failures')
    expect(repo.read('.claude/settings.json')).toBe(before)
    repo.init('--with', 'claude,failures')
    repo.memory('init', '--without', 'claude')
    expect(repo.exists('.claude/settings.json')).toBe(false)
  }))
