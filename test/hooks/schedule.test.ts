import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  blockIn,
  cronBlock,
  cronWord,
  nameFor,
  toldBy,
  unitWord,
  unitsOf,
  withCronBlock,
} from '../../src/hooks/schedule-text.js'
import { fakeSchedulers } from '../support/schedulers.js'
import { memoryCommand, withRepo, type Ran, type Repo } from '../support/with-repo.js'

/** A repository with programs in front of the machine's own; `manager` lets systemd's answer. */
async function scheduled(
  work: (repo: Repo, home: Repo) => void,
  { manager = false, only }: { manager?: boolean; only?: readonly ('crontab' | 'systemctl')[] } = {},
): Promise<void> {
  await withRepo((repo) => {
    const bin = repo.at('bin').root
    fakeSchedulers(bin, only)
    // Git, sh and what the fakes call, but no crontab and no systemctl of the machine.
    const system = repo.at('system').root
    mkdirSync(system)
    for (const name of ['git', 'sh', 'cat', 'rm'])
      repo.run('sh', '-c', `ln -s "$(command -v ${name})" "${system}/${name}"`)
    const home = repo.at('home')
    if (manager) home.write('manager', '')
    work(repo.with({ PATH: `${bin}:${system}` }), home)
  })
}

const done = (ran: Ran): string => {
  expect(ran).toMatchObject({ status: 0, stderr: '' })
  return ran.stdout
}
const runsOf = (repo: Repo, way = '--commit'): string[] => [
  process.execPath,
  memoryCommand,
  'reflect',
  '--workspace',
  repo.root,
  way,
]
const unitFile = (repo: Repo, kind: 'service' | 'timer'): string => `.config/systemd/user/${nameFor(repo.root)}.${kind}`

/** Lines of others, one of them in bytes that are no UTF-8, as a person's crontab has them. */
const others = Buffer.from('SHELL=/bin/fish\n# caf\xe9\n\n5 4 * * *  backup "100\\%"\n', 'latin1')

describe('with cron', () => {
  test('writes one marked block, says what runs and when, and runs nothing', () =>
    scheduled((repo, home) => {
      const told = done(repo.memory('schedule', 'install'))
      expect(told).toContain(`Runs every day at 03:00, by cron: ${runsOf(repo).join(' ')}\n`)
      expect(home.read('crontab')).toBe(cronBlock({ workspace: repo.root, at: '03:00', runs: runsOf(repo) }))
      expect(home.read('crontab')).toContain(`0 3 * * * nice -n 19 ${runsOf(repo).join(' ')} >/dev/null\n`)
      expect(repo.exists('bank')).toBe(false)
    }))

  test('what cron would start writes the pages', () =>
    scheduled((repo, home) => {
      repo.commit('memory/2025-11-27.md', '## Retain\n- W @Peter: Likes tea\n')
      done(repo.memory('schedule', 'install'))
      const line = /^0 3 \* \* \* (.*)$/m.exec(home.read('crontab'))![1]!
      const { PATH } = process.env
      expect(home.with({ PATH }).run('sh', '-c', line)).toEqual({ status: 0, stdout: '', stderr: '' })
      expect(repo.git('log', '-1', '--format=%s')).toBe('memory: 1 new')
    }))

  test('with --read new logs are read too, and the pages are written whatever becomes of that', () =>
    scheduled((repo, home) => {
      repo.commit('memory/2025-11-27.md', '## Retain\n- W @Peter: Likes tea\n')
      done(repo.memory('schedule', 'install', '--read'))
      const line = /^0 3 \* \* \* (.*)$/m.exec(home.read('crontab'))![1]!
      expect(line).toContain('--read --pages commit')
      const { PATH } = process.env
      expect(home.with({ PATH }).run('sh', '-c', line)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('no reader is set'),
      })
      expect(repo.git('log', '-1', '--format=%s')).toBe('memory: 1 new')
      repo.write('../answers', '#!/bin/sh\ncat > /dev/null\necho \'{"bullets":[]}\'\n')
      chmodSync(repo.path('../answers'), 0o755)
      done(repo.memory('reader', 'set', '--command', repo.path('../answers')))
      expect(home.with({ PATH }).run('sh', '-c', line)).toMatchObject({ status: 0, stderr: '' })
    }))

  test('on a branch where there is a remote', () =>
    scheduled((repo) => {
      repo.git('remote', 'add', 'origin', repo.at('nowhere').root)
      expect(done(repo.memory('schedule', 'install', '--dry-run'))).toContain(runsOf(repo, '--branch').join(' '))
    }))

  test('twice is once, and another time takes the place of the first', () =>
    scheduled((repo, home) => {
      done(repo.memory('schedule', 'install'))
      const once = home.read('crontab')
      expect(done(repo.memory('schedule', 'install'))).toMatch(/^unchanged {2}the crontab$/m)
      expect(home.read('crontab')).toBe(once)
      expect(home.read('crontab-writes')).toBe('.\n')
      done(repo.memory('schedule', 'install', '--at', '7:05'))
      expect(home.read('crontab')).toBe(once.replace('"03:00"', '"07:05"').replace('\n0 3 ', '\n5 7 '))
    }))

  test("leaves others' lines as they are, byte for byte", () =>
    scheduled((repo, home) => {
      home.write('crontab', others)
      done(repo.memory('schedule', 'install'))
      done(repo.memory('schedule', 'install', '--at', '12:00'))
      expect(home.files().get('crontab')!.endsWith(others.toString('latin1'))).toBe(true)
      expect(done(repo.memory('schedule', 'remove'))).toBe('removed from  the crontab\n')
      expect(home.files().get('crontab')).toBe(others.toString('latin1'))
      expect(done(repo.memory('schedule', 'remove'))).toBe('No schedule was installed for this workspace.\n')
    }))

  test('two workspaces have a line each, and removing one leaves the other', () =>
    scheduled((repo, home) => {
      const other = repo.another('deep/repo').with({ PATH: repo.environment['PATH'] })
      done(repo.memory('schedule', 'install'))
      const first = home.read('crontab')
      done(other.memory('schedule', 'install', '--at', '04:00'))
      expect(home.read('crontab').match(/^\d.*reflect/gm)).toHaveLength(2)
      done(other.memory('schedule', 'remove'))
      expect(home.read('crontab')).toBe(first)
      expect(done(other.memory('schedule', 'status'))).toMatch(/^No schedule for this workspace/)
    }))

  test('does not guess where a block ends whose last line is gone', () =>
    scheduled((repo, home) => {
      done(repo.memory('schedule', 'install'))
      const damaged = home.read('crontab').replace(/^# <<<.*\n/m, '') + others.toString('latin1')
      home.write('crontab', damaged)
      for (const action of ['install', 'remove', 'status']) {
        const { status, stderr } = repo.memory('schedule', action)
        expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/^memory: .*crontab -e\n$/) })
      }
      expect(home.read('crontab')).toBe(damaged)
    }))

  test('writes nothing where the crontab cannot be read', () =>
    scheduled((repo) => {
      repo.write('../bin/crontab', '#!/bin/sh\necho "cannot open the spool" >&2\nexit 1\n')
      const { status, stderr } = repo.memory('schedule', 'install')
      expect({ status, stderr }).toEqual({ status: 2, stderr: 'memory: crontab -l failed: cannot open the spool\n' })
    }))
})

describe('with systemd', () => {
  test('is the first choice where a user manager answers: two units, enabled', () =>
    scheduled(
      (repo, home) => {
        const told = done(repo.memory('schedule', 'install', '--at', '21:30'))
        expect(told).toContain(`Runs every day at 21:30, by systemd: ${runsOf(repo).join(' ')}\n`)
        const { service, timer } = unitsOf({ workspace: repo.root, at: '21:30', runs: runsOf(repo) })
        expect(home.read(unitFile(repo, 'service'))).toBe(service.text)
        expect(home.read(unitFile(repo, 'timer'))).toBe(timer.text)
        expect(home.read('systemctl-calls')).toMatch(
          new RegExp(`daemon-reload\nenable --now ${timer.file.replaceAll('.', '\\.')}\n$`),
        )
        expect(home.exists('crontab')).toBe(false)
        expect(repo.exists('bank')).toBe(false)
      },
      { manager: true },
    ))

  test('twice is once, status tells the next time, and remove leaves nothing', () =>
    scheduled(
      (repo, home) => {
        done(repo.memory('schedule', 'install'))
        const once = home.files('.config')
        expect(done(repo.memory('schedule', 'install'))).not.toMatch(/^wrote/m)
        expect(home.files('.config')).toEqual(once)
        expect(done(repo.memory('schedule', 'status'))).toBe(
          `Every day at 03:00, by systemd: ${runsOf(repo).join(' ')}\nnext  Tue 2025-12-02 03:00:00 UTC\n`,
        )
        expect(done(repo.memory('schedule', 'remove')).split('\n')).toHaveLength(3)
        expect(home.files('.config').size).toBe(0)
        expect(home.read('systemctl-calls')).toContain(`disable --now ${nameFor(repo.root)}.timer\n`)
      },
      { manager: true },
    ))

  test('installing by one takes it from the other', () =>
    scheduled(
      (repo, home) => {
        home.write('crontab', others)
        done(repo.memory('schedule', 'install', '--by', 'cron'))
        expect(done(repo.memory('schedule', 'install'))).toMatch(/^removed from {2}the crontab$/m)
        expect(home.files().get('crontab')).toBe(others.toString('latin1'))
        done(repo.memory('schedule', 'install', '--by', 'cron'))
        expect(home.files('.config').size).toBe(0)
      },
      { manager: true },
    ))

  test('units are taken out where no manager answers any more', () =>
    scheduled(
      (repo, home) => {
        done(repo.memory('schedule', 'install'))
        home.remove('manager')
        expect(repo.memory('schedule', 'status')).toMatchObject({
          status: 1,
          stdout: expect.stringContaining('no user manager answers: memory schedule install\n'),
        })
        done(repo.memory('schedule', 'remove'))
        expect(home.files('.config').size).toBe(0)
      },
      { manager: true },
    ))

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
  const whereSystemdIs = hasSystemd ? test : test.skip

  whereSystemdIs('systemd itself takes the units for right, whatever the paths hold', () =>
    withRepo((repo) => {
      const odd = `${repo.at('home').root}/we%ird "q"'s \\b $HOME ü;x`
      for (const [workspace, node] of [
        [odd, '/bin/sh'],
        [`${odd}/too`, `${odd}/node`],
      ] as const)
        for (const { file, text } of Object.values(unitsOf({ workspace, at: '03:00', runs: [node, workspace] })))
          repo.write(`../home/units/${file}`, text)
      repo.write('../home/run/x', '')
      const verify = repo.with({ XDG_RUNTIME_DIR: repo.at('home/run').root })
      const units = [...repo.at('home').files('units').keys()].map((name) => repo.at('home').path(name))
      expect(units).toHaveLength(4)
      expect(verify.run('systemd-analyze', '--user', '--man=no', 'verify', ...units)).toMatchObject({
        status: 0,
        stderr: '',
      })
    }),
  )
})

describe('wherever it runs', () => {
  test('where neither works, says so with the line to paste', () =>
    scheduled(
      (repo) => {
        const { status, stdout, stderr } = repo.memory('schedule', 'install')
        expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
        expect(stderr).toMatch(/^memory: systemctl --user reaches no user manager, and crontab is not on the PATH/)
        expect(stderr).toContain(`0 3 * * * nice -n 19 ${runsOf(repo).join(' ')} >/dev/null`)
        expect(done(repo.memory('schedule', 'status'))).toMatch(/^No schedule/)
      },
      { only: [] },
    ))

  test.each(['cron', 'systemd'])('--dry-run --by %s writes nothing', (by) =>
    scheduled(
      (repo, home) => {
        const before = home.files()
        const told = done(repo.memory('schedule', 'install', '--dry-run', '--by', by))
        expect(told).toContain(`Would run every day at 03:00, by ${by}: `)
        const json = JSON.parse(done(repo.memory('schedule', 'install', '--dry-run', '--by', by, '--json'))) as object
        expect(json).toMatchObject({ by, at: '03:00', runs: runsOf(repo), dryRun: true, written: false })
        expect(home.files()).toEqual(before)
      },
      { manager: true },
    ),
  )

  test('status names what is gone and what somebody changed, and ends with 1', () =>
    scheduled((repo, home) => {
      done(repo.memory('schedule', 'install'))
      const text = home.read('crontab')
      home.write('crontab', text.replaceAll(process.execPath, '/gone/node'))
      expect(repo.memory('schedule', 'status')).toMatchObject({
        status: 1,
        stdout: expect.stringMatching(/^\/gone\/node is gone: memory schedule install$/m),
      })
      home.write('crontab', text.replace('nice -n 19', 'ionice'))
      expect(JSON.parse(repo.memory('schedule', 'status', '--json').stdout)).toMatchObject({
        schedules: [{ by: 'cron', problems: ['it is not as memory schedule writes it'] }],
      })
      done(repo.memory('schedule', 'install'))
      expect(home.read('crontab')).toBe(text)
    }))

  test('runs no package of the working tree, where a commit could replace it', () =>
    scheduled((repo) => {
      const program = repo.path('node_modules/node')
      mkdirSync(dirname(program), { recursive: true })
      repo.run('sh', '-c', `cat "${process.execPath}" >node_modules/node`)
      spawnSync('chmod', ['+x', program])
      const { status, stderr } = repo.run(program, memoryCommand, 'schedule', 'install')
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: expect.stringMatching(/node_modules\/node stands in the working tree.*npm install --global/),
      })
      rmSync(program)
    }))

  test('refuses a path with a line break', () =>
    scheduled((repo, home) => {
      repo.write('two\nlines/memory/2025-11-27.md', 'Tea.\n')
      const { status, stderr } = repo.memory('schedule', 'install', '--workspace', repo.path('two\nlines'))
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/two\\u\{a\}lines.*line break/) })
      expect(home.exists('crontab')).toBe(false)
    }))
})

/** Paths as people and programs name them. */
const odd = fc.constantFrom(
  ' ',
  "'",
  '"',
  '%',
  '\\',
  '\\%',
  '$',
  '$HOME',
  '${HOME}',
  '`id`',
  '$(id)',
  ';',
  '#',
  '\t',
  'ü',
  '记忆',
  '😀',
  '*',
  '~',
  '!',
  '=',
  '-',
  '(',
  '&',
  '|',
  '<',
)
const path = fc
  .array(fc.oneof(odd, fc.stringMatching(/^[a-z/]{1,4}$/)), { maxLength: 8 })
  .map((parts) => `/${parts.join('')}`)

/** What cron hands to sh, by each cron's own way with a backslash (crontab(5); BusyBox has none). */
const crons: Readonly<Record<string, (line: string) => string>> = {
  Vixie: (line) => line.replaceAll(/\\([%\\])|%/g, (_, kept?: string) => kept ?? '\n'),
  cronie: (line) => line.replaceAll(/\\(%)|(\\[^%])|%/g, (_, sign?: string, other?: string) => sign ?? other ?? '\n'),
  BusyBox: (line) => line,
}

/** Words of a line as systemd.syntax(7) and systemd.service(5) say: quotes and escapes, then `%%`, then `$$`. */
function unitWords(line: string): string[] {
  const words = [...line.matchAll(/"((?:[^"\\]|\\.)*)"(?: |$)/g)].map(([, word]) => word!)
  expect(words.map((word) => `"${word}"`).join(' ')).toBe(line)
  return words.map((word) => {
    const unescaped = word.replaceAll(/\\(?:x([0-9a-f]{2})|(["\\]))/g, (_, code?: string, sign?: string) =>
      code === undefined ? sign! : String.fromCharCode(parseInt(code, 16)),
    )
    expect(unescaped.replaceAll('%%', '').replaceAll('$$', '')).not.toMatch(/[%$]/)
    return unescaped.replaceAll('%%', '%').replaceAll('$$', '$')
  })
}

describe('a path of any characters', () => {
  test.each(Object.keys(crons))('comes through %s and sh as it is', (cron) => {
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 4 }), (words) => {
        const line = crons[cron]!(words.map(cronWord).join(' '))
        const { stdout } = spawnSync('sh', ['-c', `printf '%s\\0' ${line}`], {
          encoding: 'utf8',
          env: { PATH: process.env['PATH'], HOME: '/elsewhere' },
        })
        expect(stdout.split('\0').slice(0, -1)).toEqual(words)
      }),
      { seed: 7, numRuns: 60 },
    )
  })

  test('comes through systemd as it is', () => {
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 4 }), (words) => {
        expect(unitWords(words.map(unitWord).join(' '))).toEqual(words)
      }),
      { seed: 7 },
    )
  })

  test('is read back out of what was written, and its block comes out of any crontab as it went in', () => {
    const lines = fc.array(fc.constantFrom('# x', '', '1 2 * * * a', '# >>> workspace-memory-x-00000000: y', '# <<< z'))
    fc.assert(
      fc.property(path, lines, fc.boolean(), (workspace, around, ends) => {
        const schedule = { workspace, at: '03:00', runs: ['/usr/bin/node', workspace] }
        const crontab = around.join('\n') + (ends ? '\n' : '')
        const name = nameFor(workspace)
        const written = withCronBlock(crontab, name, cronBlock(schedule))
        expect(withCronBlock(written, name, cronBlock(schedule))).toBe(written)
        const found = blockIn(written, name)!
        expect(toldBy(found.part)).toEqual(schedule)
        expect(found.before + found.after).toBe(crontab)
        for (const { text, file } of Object.values(unitsOf(schedule))) {
          expect(toldBy(text)).toEqual(schedule)
          expect(file).toMatch(/^workspace-memory-[A-Za-z0-9_-]*\.(?:service|timer)$/)
        }
      }),
      { seed: 7 },
    )
  })

  test('no two workspaces share a name', () => {
    expect(nameFor('/home/me/notes')).not.toBe(nameFor(join('/home/you', 'notes')))
    expect(nameFor('/home/me/notes')).toMatch(/^workspace-memory-notes-[0-9a-f]{8}$/)
  })
})
