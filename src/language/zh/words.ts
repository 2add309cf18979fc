import { eitherOf, entriesOf, sectionsOf } from '../sections.js'
import { whenAsked } from '../../text/once.js'

/**
 * Chinese has no spaces, and recall compares it by pairs of characters. A question is cut at words that only ask, so
 * that no pair contains or crosses them:
 *
 *     周婷嫁给了谁  →  周婷嫁给
 *     猫有多重      →  猫 · 重
 *
 * A list cuts it and not Intl.Segmenter, whose cuts depend on the version of ICU: the same question would rank
 * otherwise on another machine.
 */
const cut = whenAsked((): RegExp => {
  const sections = sectionsOf<'asking' | 'saying' | 'whole' | 'days'>('zh/questions.txt')
  const silent = [sections.asking, sections.saying, sections.days].flatMap(entriesOf)
  return new RegExp(`(${eitherOf(entriesOf(sections.whole))})|${eitherOf(silent)}`, 'gu')
})

/** Letters that only Japanese has. Japanese asks in other words, and its own words have characters of the list. */
const kana = /[\u3040-\u30ff]/

const silenced = (part: string): string =>
  kana.test(part) ? part : part.replace(cut(), (_, kept?: string) => kept ?? ' ')

/** Whether a run of characters only asks. */
export const isSilentRun = (run: string): boolean => silenced(run).trim() === ''

/**
 * The parts of a run of characters that say something, in its order; all of it where nothing does. A name in it is a
 * part of its own.
 */
export function tellingParts(run: string, names: readonly string[]): string[] {
  let parts = [run]
  for (const name of names)
    parts = parts.flatMap((part) =>
      names.includes(part) ? [part] : part.split(name).flatMap((rest, at) => (at === 0 ? [rest] : [name, rest])),
    )
  const telling = parts.flatMap((part) => (names.includes(part) ? [part] : silenced(part).split(' ')))
  const said = [...new Set(telling)].filter((part) => part !== '')
  return said.length > 0 ? said : [run]
}
