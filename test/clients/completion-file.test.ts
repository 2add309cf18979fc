import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { beginningWith, memoryCommand, type Repo } from '../support/with-repo.js'

const begun = beginningWith((repo) => void repo.commit('memory/2025-11-01.md', 'It rained.\n'))
const home = (repo: Repo): string => repo.environment['HOME']!
const places = {
  bash: '.local/share/bash-completion/completions/memory',
  zsh: '.local/share/zsh/site-functions/_memory',
  fish: '.config/fish/completions/memory.fish',
} as const

describe('memory init --with completion', () => {
  test.each(Object.entries(places))(
    '%s: a file of its own, once; --without takes it out, and nothing else of the home changes',
    (shell, path) =>
      begun((repo) => {
        const there = repo.with({ SHELL: `/usr/bin/${shell}`, XDG_DATA_HOME: '', XDG_CONFIG_HOME: '' })
        writeFileSync(join(home(repo), '.bashrc'), '# mine\n')
        const ran = there.memory('init', '--with', 'completion')
        expect(ran.status).toBe(0)
        const file = join(home(repo), path)
        expect(ran.stdout).toContain(`${file} written: the next ${shell} completes memory`)
        const text = readFileSync(file, 'utf8')
        expect(text).toContain(shell === 'zsh' ? '#compdef memory' : 'get-yargs-completions')
        expect(there.memory('init', '--with', 'completion').stdout).toContain(`${file} is as it was.`)
        expect(readFileSync(join(home(repo), '.bashrc'), 'utf8')).toBe('# mine\n')
        expect(there.memory('init', '--without', 'completion').stdout).toBe(`${file} removed.\n`)
        expect(existsSync(file)).toBe(false)
        expect(there.memory('init', '--without', 'completion').stdout).toBe(`${file} is not there.\n`)
      }),
  )

  test('without it nothing is written into a home', () =>
    begun((repo) => {
      expect(repo.with({ SHELL: '/bin/bash' }).memory('init').status).toBe(0)
      expect(existsSync(join(home(repo), '.local/share/bash-completion'))).toBe(false)
    }))

  test('bash completes commands by it, and a command that is half written', () =>
    begun((repo) => {
      const there = repo.with({ SHELL: '/bin/bash', XDG_DATA_HOME: '' })
      there.memory('init', '--with', 'completion')
      const bin = join(dirname(home(repo)), 'bin')
      mkdirSync(bin)
      writeFileSync(join(bin, 'memory'), `#!/bin/sh\nexec '${process.execPath}' '${memoryCommand}' "$@"\n`, {
        mode: 0o755,
      })
      const offered = execFileSync(
        'bash',
        [
          '--norc',
          '-c',
          `. '${join(home(repo), places.bash)}'; COMP_WORDS=(memory rec); COMP_CWORD=1; COMP_LINE='memory rec'; COMP_POINT=10
           "$(complete -p memory | sed 's/.*-F \\([^ ]*\\).*/\\1/')"; printf '%s\\n' "\${COMPREPLY[@]}"`,
        ],
        { cwd: repo.root, env: { ...repo.environment, PATH: `${bin}:${process.env['PATH']}` }, encoding: 'utf8' },
      )
      expect(offered.trim().split('\n')).toEqual(['recall', 'receipts'])
    }))

  test('a file that somebody changed, and a link, are left alone by both', () =>
    begun((repo) => {
      const there = repo.with({ SHELL: '/bin/bash', XDG_DATA_HOME: '' })
      const file = join(home(repo), places.bash)
      there.memory('init', '--with', 'completion')
      const changed = `# mine\n${readFileSync(file, 'utf8')}`
      writeFileSync(file, changed)
      for (const how of ['--with', '--without'])
        expect(there.memory('init', how, 'completion').stdout).toContain('so it is yours and left alone')
      expect(readFileSync(file, 'utf8')).toBe(changed)
      const other = there.with({ BASH_COMPLETION_USER_DIR: join(home(repo), 'own') })
      mkdirSync(join(home(repo), 'own/completions'), { recursive: true })
      symlinkSync(file, join(home(repo), 'own/completions/memory'))
      expect(other.memory('init', '--without', 'completion').stdout).toContain('left alone')
      expect(readFileSync(file, 'utf8')).toBe(changed)
    }))

  test.each([
    [{ SHELL: '' }, /completion is for bash, zsh, fish, and SHELL names none/],
    [{ SHELL: '/bin/dash' }, /and SHELL names dash/],
    [{ SHELL: '/bin/bash', HOME: '', XDG_DATA_HOME: '' }, /neither XDG_DATA_HOME nor HOME says where/],
  ])('%j is refused with what is missing', (environment, message) =>
    begun((repo) => {
      const ran = repo.with(environment).memory('init', '--with', 'completion')
      expect(ran.status).toBe(2)
      expect(ran.stderr).toMatch(message)
    }),
  )
})
