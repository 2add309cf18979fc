import { chmodSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { day, retain } from '../support/notes.js'
import { beginningWith, hookCommand, withRepo, type Repo } from '../support/with-repo.js'

/** Two days of logs; the pages of the first are committed, those of the second wait. */
const withPages = beginningWith(
  (repo) => {
    repo.commit(day(1), retain('O(c=0.8) @Peter: Likes tea', 'W @Anna: Is in Graz'))
    repo.git('add', 'bank')
    repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'pages')
    repo.commit(day(2), retain('W @Peter: Came home'))
  },
  { hooks: true },
)

const message = (repo: Repo): string => repo.git('log', '-1', '--format=%B').trimEnd()

const reasons = 'Changed in bank/:\n- new: W @Peter: Came home'
const evidence = `Evidence: ${day(2)}#L2`

describe('a commit of pages says why they changed', () => {
  const forms: Record<string, { commit: (repo: Repo) => void; subject: string }> = {
    'with -m': {
      commit: (repo) => repo.git('commit', '-q', '-m', 'Review\n\nLooks right.'),
      subject: 'Review\n\nLooks right.',
    },
    'with -F': {
      commit(repo) {
        repo.write('../message', 'From a file\n')
        repo.git('commit', '-q', '-F', repo.path('../message'))
      },
      subject: 'From a file',
    },
    'with an editor that changes nothing': {
      commit: (repo) => repo.git('-c', 'core.editor=true', 'commit', '-q'),
      subject: 'memory: 1 new',
    },
    'with an editor and the diff in it': {
      commit: (repo) => repo.git('-c', 'core.editor=true', 'commit', '-q', '-v'),
      subject: 'memory: 1 new',
    },
    'with another comment character': {
      commit(repo) {
        repo.git('config', 'core.commentChar', ';')
        repo.git('-c', 'core.editor=true', 'commit', '-q')
      },
      subject: 'memory: 1 new',
    },
    'with a template': {
      commit(repo) {
        repo.write('../template', 'Reviewed\n\n# tick the box\n')
        repo.git('-c', 'core.editor=echo >>', '-c', `commit.template=${repo.path('../template')}`, 'commit', '-q')
      },
      subject: 'Reviewed',
    },
    'of everything, with -a': {
      commit(repo) {
        repo.git('reset', '-q')
        repo.git('commit', '-q', '-a', '-m', 'All')
      },
      subject: 'All',
    },
    'of the folder alone': {
      commit(repo) {
        repo.git('reset', '-q')
        repo.write('other.txt', 'staged, and left out\n')
        repo.git('add', 'other.txt')
        repo.git('commit', '-q', '-m', 'Only pages', '--', 'bank')
        expect(repo.git('show', '--name-only', '--format=')).not.toContain('other.txt')
      },
      subject: 'Only pages',
    },
    'in a subfolder, as a GUI with a bare PATH': {
      commit(repo) {
        const bare = repo.with({ PATH: `${repo.run('sh', '-c', 'dirname "$(command -v git)"').stdout.trim()}:/bin` })
        bare.git('-C', 'memory', 'commit', '-q', '-m', 'Bare')
      },
      subject: 'Bare',
    },
  }

  test.each(Object.entries(forms))('%s', (_name, { commit, subject }) =>
    withPages((repo) => {
      repo.git('add', 'bank')
      commit(repo)
      expect(message(repo)).toBe(`${subject}\n\n${reasons}\n\n${evidence}`)
      expect(repo.git('log', '-1', '--format=%(trailers:key=Evidence)').trim()).toBe(evidence)
    }),
  )

  test('beside the trailers that are there', () =>
    withPages((repo) => {
      repo.git('add', 'bank')
      repo.git('commit', '-q', '-s', '-m', 'Signed')
      expect(message(repo)).toBe(`Signed\n\n${reasons}\n\nSigned-off-by: Tester <tester@example.com>\n${evidence}`)
    }))

  test('once, however often it is amended, and anew where the pages are others', () =>
    withPages((repo) => {
      repo.git('add', 'bank')
      repo.git('commit', '-q', '-m', 'Review')
      const first = message(repo)
      repo.git('commit', '-q', '--amend', '--no-edit')
      expect(message(repo)).toBe(first)
      repo.write(day(3), retain('B @Anna: Wrote home'))
      repo.git('add', day(3))
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--amend', '--no-edit')
      repo.memory('reflect')
      repo.git('commit', '-q', '--amend', '--no-edit', '-a')
      expect(message(repo)).toBe(
        `Review\n\n${reasons.replace('\n- ', '\n- new: B @Anna: Wrote home\n- ')}\n\n${evidence}\nEvidence: ${day(3)}#L2`,
      )
      repo.git('checkout', '-q', 'HEAD^', '--', 'bank')
      repo.git('commit', '-q', '--amend', '--no-edit')
      expect(message(repo)).toBe('Review')
    }))

  test('anew where an amended commit gets another message, though Git does not say that it amends', () =>
    withPages((repo) => {
      repo.git('commit', '-q', '-a', '-m', 'Review')
      repo.write(day(3), retain('B @Anna: Wrote home'))
      repo.git('add', day(3))
      repo.git('commit', '-q', '--amend', '-m', 'Review again')
      repo.git('commit', '-q', '-a', '--amend', '-m', 'And again', '--author', 'Anna <anna@example.com>')
      expect(message(repo)).toBe(
        `And again\n\n${reasons.replace('\n- ', '\n- new: B @Anna: Wrote home\n- ')}\n\n${evidence}\nEvidence: ${day(3)}#L2`,
      )
    }))

  test('of its own alone, though it is made in the same second as the one before, or all have one date', () =>
    withPages((repo) => {
      const now = { GIT_AUTHOR_DATE: `@${Math.floor(Date.now() / 1000)} +0000` }
      const constant = { GIT_AUTHOR_DATE: '2025-11-27T20:00:00Z' }
      repo.git('commit', '-q', '-a', '-m', 'Review')
      for (const [at, dated] of [now, now, constant, constant, constant].entries()) {
        repo.write(day(4 + at), retain(`B @Anna: Wrote home ${at} times`))
        repo.git('add', 'memory')
        repo.with(dated).git('commit', '-q', '-m', 'log')
        repo.with(dated).git('commit', '-q', '-a', '-m', 'Review')
        expect(message(repo)).toBe(
          `Review\n\nChanged in bank/:\n- new: B @Anna: Wrote home ${at} times\n\nEvidence: ${day(4 + at)}#L2`,
        )
      }
    }))

  test('once for words that several days say', () =>
    withPages((repo) => {
      repo.git('commit', '-q', '-a', '-m', 'pages')
      repo.commit(day(3), retain('W @Peter: Is home'))
      repo.commit(day(4), retain('W @Peter: Is home'))
      repo.git('commit', '-q', '-a', '-m', 'Review')
      expect(message(repo)).toBe(
        `Review\n\nChanged in bank/:\n- new: W @Peter: Is home (2 times)\n\nEvidence: ${day(3)}#L2\nEvidence: ${day(4)}#L2`,
      )
    }))

  test('with what a person changed and refused, also after it is amended', () =>
    withPages((repo) => {
      repo.git('add', 'bank')
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'pages')
      repo.write('bank/opinions.md', repo.read('bank/opinions.md').replace('c=0.80', 'c=0.3'))
      const id = /\^([0-9a-z]{10})/.exec(/^.*Came home.*$/m.exec(repo.read('bank/world.md'))![0])![1]!
      repo.memory('retire', id, '--why', 'he did not')
      const told = `Changed in bank/:\n- retired ^${id}: W @Peter: Came home\n- Peter · Likes tea  0.80 → 0.30`
      repo.git('-c', 'core.editor=true', 'commit', '-q', '-a')
      expect(message(repo)).toBe(`memory: 1 refused, 1 changed\n\n${told}`)
      repo.git('restore', 'bank')
      repo.git('commit', '-q', '--amend', '--no-edit', '--allow-empty')
      expect(message(repo)).toBe(`memory: 1 refused, 1 changed\n\n${told}`)
    }))

  const fronts: Record<string, { front: string; told: string }> = {
    'an alias': { front: 'name: "Peter"\naliases: [Pete]', told: '- Peter: alias Pete added' },
    'who somebody is not, and what': {
      front: 'name: "Peter"\naliases: []\nnot: [Peter-Pan]\ntype: person',
      told: '- Peter: not Peter-Pan added\n- Peter: type person added',
    },
    'a name': { front: 'name: Pjotr\naliases: []', told: '- Pjotr: name Peter → Pjotr' },
  }
  test.each(Object.entries(fronts))(
    'with what the page of an entity says anew of %s, and what no more',
    (_what, { front, told }) =>
      withPages((repo) => {
        repo.git('commit', '-q', '-a', '-m', 'pages')
        const page = repo.read('bank/entities/Peter.md')
        const edited = page.replace(/^---[^]*?---/, `---\n${front}\n---`)
        repo.write('bank/entities/Peter.md', edited)
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'Names', '--', 'bank/entities/Peter.md')
        expect(message(repo)).toBe(`Names\n\nChanged in bank/:\n${told}`)
        repo.git('commit', '-q', '--amend', '--no-edit', '--allow-empty')
        expect(message(repo)).toBe(`Names\n\nChanged in bank/:\n${told}`)
        repo.git('checkout', '-q', '--', 'bank')
        repo.write('bank/entities/Peter.md', page)
        repo.git('-c', 'core.editor=true', 'commit', '-q', '-a')
        expect(message(repo)).toMatch(
          /^memory: (?:Peter: alias Pete removed|2 entity changes|Peter: name Pjotr → Peter)/,
        )
      }),
  )

  test('with confidences before and after, and what is gone', () =>
    withPages((repo) => {
      repo.git('commit', '-q', '-a', '-m', 'second')
      repo.write(day(1), retain('O(c=0.95) @Peter: Likes tea'))
      repo.git('commit', '-q', '-m', 'log', '--', 'memory')
      repo.git('commit', '-q', '-m', 'Review', '--', 'bank')
      expect(message(repo)).toBe(
        'Review\n\nChanged in bank/:\n- Peter · Likes tea  0.80 → 0.95\n- gone: W @Anna: Is in Graz',
      )
    }))

  test('with a line that somebody deleted and that the logs still say, which is not gone, and again where it is amended', () =>
    withPages((repo) => {
      repo.git('commit', '-q', '-a', '-m', 'second')
      for (const page of ['bank/world.md', 'bank/entities/Anna.md'])
        repo.write(page, repo.read(page).replace(/^- W @Anna: Is in Graz.*\n/m, ''))
      repo.git('commit', '-q', '-a', '-m', 'Tidy')
      const expected = 'Tidy\n\nChanged in bank/:\n- deleted here, and still said by the logs: W @Anna: Is in Graz'
      expect(message(repo)).toBe(expected)
      repo.git('commit', '-q', '--amend', '--no-edit', '--allow-empty')
      expect(message(repo)).toBe(expected)
    }))

  test('with a bullet that was corrected as gone and new: nobody deleted it, though the log holds its words', () =>
    withPages((repo) => {
      repo.write(day(2), retain('W Lena: Sings in a choir'))
      repo.git('add', '-A')
      repo.git('commit', '-q', '-m', 'second')
      repo.git('commit', '-q', '-a', '-m', 'pages')
      repo.write(day(2), retain('W @Lena: Sings in a choir'))
      repo.git('commit', '-q', '-m', 'log', '--', 'memory')
      repo.git('add', 'bank')
      repo.git('commit', '-q', '-m', 'Corrected', '--', 'bank')
      expect(message(repo)).toMatch(/^- new: W @Lena: Sings in a choir$/m)
      expect(message(repo)).toMatch(/^- gone: W Lena: Sings in a choir$/m)
      expect(message(repo)).not.toContain('deleted here')
    }))

  test('with what was struck through as refused, not as deleted, and with no confidence that is none', () =>
    withPages((repo) => {
      repo.git('commit', '-q', '-a', '-m', 'second')
      const page = 'bank/opinions.md'
      repo.write('bank/world.md', repo.read('bank/world.md').replace(/^- (W @Anna: Is in Graz)( · .*)$/m, '- ~~$1~~$2'))
      repo.write(page, repo.read(page).replace('c=0.80', 'c=7'))
      repo.git('commit', '-q', '-a', '-m', 'Mine')
      expect(message(repo)).not.toContain('7.00')
      expect(message(repo)).toMatch(/^- struck out: W @Anna: Is in Graz$/m)
      repo.git('commit', '-q', '-a', '-m', 'Adopted')
      expect(message(repo)).toMatch(/- retired \^\w{10}: W @Anna: Is in Graz/)
      expect(message(repo)).not.toMatch(/deleted here|gone:/)
    }))

  test('with what was retired as that, also in the commit that takes the line away, and of a belief by any of its ids', () =>
    withPages((repo) => {
      repo.commit(day(3), retain('O(c=0.9) @Peter: Likes tea'))
      repo.git('commit', '-q', '-a', '-m', 'pages')
      const restated = /\^(\w{10})/.exec(repo.memory('show', `${day(3)}#L2`).stdout)![1]!
      const world = /Is in Graz.*\^(\w{10})/.exec(repo.read('bank/world.md'))![1]!
      expect(repo.read('bank/opinions.md')).not.toContain(restated)
      for (const id of [restated, world]) repo.memory('retire', id, '--why', 'no more')
      repo.git('commit', '-q', '-a', '-m', 'No')
      expect(message(repo)).toBe(
        `No\n\nChanged in bank/:\n- retired ^${restated}: O @Peter: Likes tea\n- retired ^${world}: W @Anna: Is in Graz`,
      )
      // The pages that say so, then one that only loses its line.
      repo.git('commit', '-q', '-m', 'After', '--', 'bank/world.md', 'bank/opinions.md')
      const [tea, graz] = ['- retired: O(c=0.81) @Peter: Likes tea', '- retired: W @Anna: Is in Graz']
      expect(message(repo)).toBe(`After\n\nChanged in bank/:\n${tea}\n${graz}`)
      repo.git('-c', 'core.editor=true', 'commit', '-q', '-a')
      const expected = `memory: 2 retired\n\nChanged in bank/:\n${graz}\n${tea}`
      expect(message(repo)).toBe(expected)
      repo.git('commit', '-q', '--amend', '--no-edit', '--allow-empty')
      expect(message(repo)).toBe(expected)
    }))

  test('below a first guess of what the logs among it say, where nobody wrote a subject', () =>
    withPages((repo) => {
      repo.git('commit', '-q', '-a', '-m', 'second')
      const long = 'Owns a very long list of things that nobody would ever read in a subject line'
      repo.commit(day(3), retain('W @Mia: Sings'))
      repo.write(day(1), `${repo.read(day(1))}- B @Anna: Went home\n- W @Peter: ${long}\n`)
      repo.git('add', '-A')
      repo.git('-c', 'core.editor=true', 'commit', '-q')
      expect(message(repo)).toMatch(/^log 2025-11-01: Went home \(\+1\)\n\nChanged in bank\/:\n- new: W @Mia: Sings\n/)
      repo.write(day(4), retain(`W @Peter: ${long}`))
      repo.git('add', '-A')
      repo.git('-c', 'core.editor=true', 'commit', '-q')
      expect(message(repo).split('\n')[0]).toMatch(/^log 2025-11-04: Owns a very long list of things that nobody…$/)
    }))
})

describe('what a person wrote into a message', () => {
  test('that begins like a comment is the message', () =>
    withPages((repo) => {
      repo.git('add', 'bank')
      repo.git('commit', '-q', '-m', '#42 fix the thing')
      expect(message(repo)).toBe(`#42 fix the thing\n\n${reasons}\n\n${evidence}`)
    }))

  test('and that is empty is refused, as without us', () =>
    withPages((repo) => {
      repo.git('add', 'bank')
      expect(repo.tryGit('commit', '-q', '-m', '').status).toBe(1)
    }))

  test('may be a sign-off alone, which is no subject', () =>
    withPages((repo) => {
      repo.git('add', 'bank')
      repo.git('-c', 'core.editor=true', 'commit', '-q', '-s')
      expect(message(repo)).toBe(
        `memory: 1 new\n\n${reasons}\n\nSigned-off-by: Tester <tester@example.com>\n${evidence}`,
      )
    }))

  test('may look like our list, and stays', () =>
    withPages((repo) => {
      const own = 'Tidy\n\nChanged in bank/:\n- I moved the words\n- and cut one'
      repo.git('add', 'bank')
      repo.git('commit', '-q', '-m', own)
      expect(message(repo)).toBe(`${own}\n\n${reasons}\n\n${evidence}`)
    }))

  test('in another encoding is left alone', () =>
    withPages((repo) => {
      repo.git('config', 'i18n.commitEncoding', 'latin1')
      repo.write('../message', Buffer.from('caf\u00e9\n', 'latin1'))
      repo.git('add', 'bank')
      repo.git('commit', '-q', '-F', repo.path('../message'))
      expect(repo.git('-c', 'i18n.logOutputEncoding=utf8', 'log', '-1', '--format=%B').trim()).toBe('caf\u00e9')
    }))
})

describe('a message is left as it is', () => {
  const untouched: Record<string, (repo: Repo) => string> = {
    'where no page is committed'(repo) {
      repo.commit('other.txt', 'x', 'Other')
      return 'Other'
    },
    'in a merge, whose pages are somebody else’s'(repo) {
      repo.git('commit', '-q', '-a', '-m', 'pages')
      repo.git('switch', '-q', '-c', 'topic', 'HEAD~1')
      repo.write('other.txt', 'x')
      repo.git('add', 'other.txt')
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'Other')
      repo.git('merge', '-q', '--no-ff', '-m', 'Merged', 'main')
      return 'Merged'
    },
    'while commits are replayed'(repo) {
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-a', '-m', 'As it was said')
      repo.git('rebase', '-q', '--force-rebase', 'HEAD~1')
      return 'As it was said'
    },
    'where the workspace is not the package’s any more'(repo) {
      const hook = repo.read('.git/hooks/prepare-commit-msg')
      repo.write('.git/hooks/prepare-commit-msg', hook.replace(hookCommand, '/moved/away.cjs'))
      repo.git('commit', '-q', '-a', '-m', 'Without')
      return 'Without'
    },
    'where our hook breaks, which stops no commit'(repo) {
      repo.write('../broken.cjs', 'process.exit(1)\n')
      const hook = repo.read('.git/hooks/prepare-commit-msg')
      repo.write('.git/hooks/prepare-commit-msg', hook.replace(hookCommand, repo.path('../broken.cjs')))
      repo.git('commit', '-q', '-a', '-m', 'Broken')
      return 'Broken'
    },
  }
  test.each(Object.entries(untouched))('%s', (_name, commit) =>
    withPages((repo) => {
      const expected = commit(repo)
      expect(message(repo)).toBe(expected)
    }),
  )

  test('and Git is asked as often for many lines that went as for one', () =>
    withRepo(
      (repo) => {
        for (let at = 1; at <= 12; at++) {
          repo.write(day(at), retain(`W @Peter: Said ${at}`, `W @Anna: Said ${at} too`))
          repo.git('add', 'memory')
        }
        repo.git('commit', '-q', '-m', 'logs')
        repo.git('add', 'bank')
        repo.git('commit', '-q', '-m', 'pages')
        const git = repo.run('sh', '-c', 'command -v git').stdout.trim()
        repo.write('../bin/git', `#!/bin/sh\necho "$1" >> '${repo.path('../asked')}'\nexec '${git}' "$@"\n`)
        chmodSync(repo.path('../bin/git'), 0o755)
        const watched = repo.with({ PATH: `${repo.path('../bin')}:${repo.environment['PATH']}` })
        const asked = (which: RegExp): number => {
          repo.write('bank/world.md', repo.read('bank/world.md').replace(which, ''))
          repo.git('add', 'bank')
          repo.write('../asked', '')
          repo.write('../message', 'Tidy\n')
          expect(watched.run('sh', '.git/hooks/prepare-commit-msg', repo.path('../message'), 'message').status).toBe(0)
          expect(repo.read('../message')).toContain('deleted here, and still said by the logs: ')
          return repo.read('../asked').split('\n').length
        }
        const one = asked(/^- W @Peter: Said 1 .*\n/m)
        expect(asked(/^- W .*\n/gm)).toBe(one)
        expect(repo.read('../message').match(/still said by the logs/g)?.length).toBeGreaterThan(10)
      },
      { hooks: true },
    ))

  test('and Node is not even started where no page is staged', () =>
    withPages((repo) => {
      repo.write('../bin/node', `#!/bin/sh\ntouch '${repo.path('../started')}'\n`)
      chmodSync(repo.path('../bin/node'), 0o755)
      const hook = repo.read('.git/hooks/prepare-commit-msg')
      repo.write('.git/hooks/prepare-commit-msg', hook.replace(process.execPath, repo.path('../bin/node')))
      repo.commit('other.txt', 'x')
      expect(repo.exists('../started')).toBe(false)
      repo.git('commit', '-q', '-a', '-m', 'pages')
      expect(repo.exists('../started')).toBe(true)
    }))
})
