import { rmSync, symlinkSync } from 'node:fs'
import { evidencePath } from '../../../src/model/note.js'
import {
  aliases,
  bullet,
  bulletLines,
  entityPath,
  evidenceText,
  hostile,
  notePaths,
  noteText,
  settings,
} from './content.js'
import type { Dice } from '../dice.js'
import { appendBullet } from './new-words.js'
import { hasNotes, hasPages, stageNotes, type Operation, type World } from './world.js'

const linesOf = (world: World, path: string): string[] => world.repo.read(path).split('\n')

/** Change the lines of one note in place. */
const edited =
  (change: (lines: string[], dice: Dice) => void) =>
  (world: World, dice: Dice): void => {
    const path = dice.one(world.notes())
    const lines = linesOf(world, path)
    change(lines, dice)
    world.put(path, lines.join('\n'))
  }

const indexedNow = (world: World): Promise<unknown> =>
  world.repo.use((workspace) => workspace.sync().catch(() => undefined))

/** What people and programs do to the working tree. */
export const edits = {
  write: {
    weight: 6,
    run: (world, dice) => world.put(dice.one(notePaths), noteText(dice)),
  },
  append: {
    weight: 6,
    run: (world, dice) => void appendBullet(world, dice),
  },
  'edit a line': {
    weight: 4,
    can: hasNotes,
    run: edited((lines, dice) => {
      const at = dice.number(lines.length)
      const how = dice.number(4)
      if (how === 0) lines.splice(at, 1)
      else if (how === 1) lines.splice(at, 0, ...bulletLines(dice))
      else lines[at] = `- ${bullet(dice)}`
    }),
  },
  'move a line': {
    weight: 2,
    can: hasNotes,
    run: edited((lines, dice) => {
      const [moved = ''] = lines.splice(dice.number(lines.length), 1)
      lines.splice(dice.number(lines.length + 1), 0, moved)
    }),
  },
  'other line ends': {
    weight: 1,
    can: hasNotes,
    run: edited((lines) => {
      const returned = lines.some((line) => line.endsWith('\r'))
      for (const [at, line] of lines.entries()) lines[at] = returned ? line.replace(/\r$/, '') : `${line}\r`
    }),
  },
  'the same note twice': {
    weight: 2,
    can: hasNotes,
    run: (world, dice) => world.put(dice.one(notePaths), world.repo.read(dice.one(world.notes()))),
  },
  remove: {
    weight: 2,
    can: hasNotes,
    run(world, dice) {
      const path = dice.one(world.notes())
      world.repo.remove(path)
      world.tell(`remove ${path}`)
    },
  },
  hostile: {
    weight: 2,
    run: (world, dice) => world.put(dice.one(notePaths), dice.one(hostile)),
  },
  symlink: {
    weight: 2,
    run(world, dice) {
      const path = dice.one(notePaths)
      world.put(path, '')
      rmSync(world.repo.path(path))
      symlinkSync(dice.one(['../README.md', '/dev/null', 'plain.md', '.']), world.repo.path(path))
      world.tell('… which is a link')
    },
  },
  'a link for a note of the same bytes': {
    weight: 3,
    async run(world, dice) {
      const [path, target] = ['memory/deep/link.md', '../plain.md'] as const
      const committed = async (): Promise<boolean> => {
        await stageNotes(world)
        return world.git(['commit', '-q', '-m', 'link or note'], 'post-commit')
      }
      world.put(path, target)
      if (!(await committed())) return false
      if (dice.number(3) > 0) await indexedNow(world)
      rmSync(world.repo.path(path))
      symlinkSync(target, world.repo.path(path))
      world.tell('… which is a link')
      return committed()
    },
  },
  'a fact that ends another comes and goes': {
    weight: 5,
    async run(world, dice) {
      const [earlier, later] = ['memory/2025-11-05.md', 'memory/2025-11-06.md'] as const
      const committed = async (): Promise<boolean> => {
        await stageNotes(world)
        return world.git(['commit', '-q', '-m', 'ends'], 'post-commit')
      }
      world.put(earlier, `## Retain\n- W @Mia: Lives in Graz\n${dice.one(['', '- B @Mia: Sang\n'])}`)
      world.put(later, `## Retain\n- ${dice.one(['W', 'B', 'B'])} @Mia: Moved from Graz to Vienna\n`)
      if (!(await committed())) return false
      await world.repo.use((workspace) => workspace.reflect('stale').catch(() => undefined))
      world.put(later, dice.one(['', '## Retain\n- W @Mia: Sings\n']))
      return committed()
    },
  },
  'a folder for a file': {
    weight: 1,
    run: (world, dice) => world.put('memory/plain.md/2025-11-05.md', noteText(dice)),
  },
  'entity page': {
    weight: 3,
    async run(world, dice) {
      const path = entityPath(dice)
      const now = world.text(path)?.replace(/^---\n[^]*?\n---\n/, '') ?? '\nBy hand.\n'
      world.put(path, aliases(dice) + now)
      return world.git(['add', '--', path])
    },
  },
  'evidence by hand': {
    weight: 2,
    run: (world, dice) => world.put(evidencePath, evidenceText(dice)),
  },
  'page by hand': {
    weight: 3,
    can: hasPages,
    run(world, dice) {
      const path = dice.one(world.pages())
      const lines = linesOf(world, path)
      const at = dice.one(lines.flatMap((line, number) => (/^- .*<!-- \^/.test(line) ? [number] : [])))
      const how = dice.number(5)
      if (how === 0 || at === undefined) lines.push(`- ${bullet(dice)}`)
      else if (how === 1) lines[at] = lines[at]!.replace(/O\(c=[\d.]+/, `O(c=0.${dice.number(10)}0`)
      else if (how === 2) lines[at] = lines[at]!.replace(/^- (.*) · /, '- ~~$1~~ · ')
      else if (how === 3) lines[at] = lines[at]!.replace(/(tea|Graz|always)/, '$1 now')
      else lines.splice(at, 1)
      world.put(path, lines.join('\n'))
    },
  },
  settings: {
    weight: 6,
    async run(world, dice) {
      const path = '.memory/config.json'
      world.put(path, dice.one(settings.filter((other) => other !== world.text(path))))
      await stageNotes(world)
      return world.git(['commit', '-q', '-m', 'settings'], 'post-commit')
    },
  },
} satisfies Record<string, Operation>
