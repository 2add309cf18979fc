import type { Dice } from '../dice.js'
import { bulletLines, dailyNotes, noteText } from './content.js'
import { stageNotes, type World } from './world.js'

/** A commit on a branch that begins somewhere else; then back to where we were. */
export async function commitOn(world: World, dice: Dice, branch: string, from: string): Promise<boolean> {
  if (!(await world.git(['switch', '-q', '-C', branch, from], 'post-checkout'))) return false
  world.put(dice.one(dailyNotes), noteText(dice))
  await stageNotes(world)
  const committed = await world.git(['commit', '-q', '-m', branch], 'post-commit')
  return (await world.git(['switch', '-q', '-'], 'post-checkout')) && committed
}

/** A bullet more in some note. @returns which */
export function appendBullet(world: World, dice: Dice): string {
  const path = dice.one(world.notes()) ?? dice.one(dailyNotes)
  const before = world.text(path) ?? '## Retain\n'
  world.put(path, `${before}${/(?:^|\n)$/.test(before) ? '' : '\n'}${bulletLines(dice).join('\n')}\n`)
  return path
}
