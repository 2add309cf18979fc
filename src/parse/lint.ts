import { anyOf } from '../language/statements.js'
import { writeMention, entityKey, isMentionable, namePattern } from '../model/entity.js'
import { showConfidence, type Fact } from '../model/fact.js'
import { kindNamed, kinds, retainKinds } from '../model/kind.js'
import { dayOfPath, type Problem } from '../model/note.js'
import { stanceNames } from '../model/stance.js'
import { isAhead, type Day } from '../model/time.js'
import type { Store } from '../store/store.js'
import { isSameText } from '../text/folded.js'
import { singleSpaced } from '../text/letters.js'
import { whenAsked } from '../text/once.js'
import { confidenceOf, parseBullet, type Bullet, type Malformed, type ParsedBullet } from './parse-bullet.js'

/** `@Tom Okafor:`, `@H,@I:`, `@P (0.9):` at the start of a statement, but not `@Peter said:`. */
const unended = whenAsked(
  () =>
    /^@([^\s:：,;&(]+(?:\s+\p{Lu}[^\s:：,;&(]*|\s*[,;&]\s*@?[^\s:：,;&(@][^\s:：,;&(]*|\s*\([^()]*\))*)\s*[:：](?:\s|$)/u,
)
/** Characters at the start of a line that are looked at. */
const longest = 200
/** Characters of a statement that a hint repeats. */
const longestHint = 40

const names = retainKinds.flatMap((kind) => [kinds[kind].letter, kind]).join('|')
/** A typed bullet written in another form: `**W** @N`, `World @N:`, `[ ] W @N`, `W@N:`. With `u`, `ſ` would be an `s`. */
const disguised = whenAsked(
  () => new RegExp(`^(?:\\[[ xX]\\]\\s+)?[*_\`]*(${names})[*_\`]*(?:\\([^)]*\\))?[*_\`]*\\s*(?:@|[:：]\\s*@)`, 'i'),
)

const letters = retainKinds.map((kind) => kinds[kind].letter).join('')
/** `[W] @N` */
const boxed = new RegExp(`^\\[([${letters}])\\](?:\\([^)]*\\))?\\s*@`, 'u')
// V8 takes 0.5 ms for each pattern with so many classes of letters: a process that reads no bullet makes none of them.
const mention = `@${namePattern({ letter: '\\p{L}\\p{N}', mark: '\\p{M}' })}`
const mentions = `${mention}(?:\\s+${mention})*`
/** `@Tom:`, `@Tom @Anna:` at the start of a bullet without a letter. */
const letterless = whenAsked(() => new RegExp(`^(${mentions})\\s*(?::\\s|：)`, 'u'))
/** `@: …`, `@ Tom: …` at the start of a statement. */
const nameless = whenAsked(() => /^@(?:\s+([\p{L}\p{N}_.-]+))?\s*[:：]/u)
/** `– @Tom: …` */
const dashedName = whenAsked(() => new RegExp(`^[\\p{Pd}|·,;.]+\\s*(${mentions})\\s*[:：]`, 'u'))
/** `@Tom; likes chess`, `@Tom - likes chess`, but not `@Tom – a friend – likes chess` */
const otherColon = whenAsked(
  () => new RegExp(`^(${mentions})(?:\\s*[;；|=]\\s*|\\s+\\p{Pd}\\s+(?!.*\\s\\p{Pd}\\s))(\\S.*)$`, 'u'),
)
/** `0.9 @Tom:`, `(0.9): @Tom`, `c=0.9 @Tom:`, `[c=0.9] @Tom:` at the start of a statement. */
const strayNumber = whenAsked(
  () =>
    new RegExp(
      `^(?:[([{（]([^()[\\]{}（）]{1,60})[)\\]}）]|((?:c\\s?[=:]\\s?)?[\\d.,]{1,6}(?:\\s?%)?))\\s{0,3}[:：]?\\s{0,3}(${mentions})(\\s{0,3}[:：])?`,
      'u',
    ),
)
/** `(c=0.9)`, `[until=2026-12-01].` at the end of a statement. */
const trailing = /[([（]([^()[\]（）]{3,60})[)\]）][.!]?$/u
/** `O[c=0.9] @Tom:`, `O（c=0.9）@Tom：` */
const otherBracket = whenAsked(
  () => new RegExp(`^([${letters}])[[{（]([^[\\]{}（）]{1,60})[\\]}）]\\s{0,3}(${mentions}|[:：])?`, 'u'),
)
/** `WW @Tom:` */
const doubled = whenAsked(
  () =>
    new RegExp(
      `^([${letters}${letters.toLowerCase()}])\\1{1,2}(\\([^)]{0,80}\\))?\\s{1,3}(${mentions})\\s{0,3}[:：]`,
      'u',
    ),
)
/** `@Tom likes chess`, but not `@Tom's cat`, `@Tom, a friend` or `@Tom and Anna`, whose meaning nobody knows. */
const colonless = whenAsked(
  () => new RegExp(`^(${mentions})\\s+(?!(?:${anyOf('betweenNames')})\\s)([\\p{L}\\p{N}].*)$`, 'u'),
)

/** `@Peter`, `@"Anna Lee"`, `[[Anna Lee]]`, without Unicode's tables. No text is two of these, so it is read in one way. */
const someName = '@?\\[\\[[^[\\]]{1,400}\\]\\]|@(?:["“„][^"“”„]{1,80}["”“]|(?!\\[\\[)[^\\s:："“„][^\\s:：]{0,79})'
/** `W @Peter: …`, `O(c=0.9) @Peter @Ann: …`: what nobody writes by chance. */
const typed = `[${letters}](?:\\([^)]{0,400}\\)\\s*|\\s+)(?:${someName})(?:\\s+(?:${someName})){0,63}\\s*[:：]`
const typedBullet = new RegExp(`^${typed}`, 'u')
const dashed = new RegExp(`(?:^|\\s)[-*+](?=${typed})`, 'u')

/** `^12m7d97uez contradict ^k3f9a2c1x7` */
const aboutPair = /^\^[0-9a-z]{10} \w+ \^[0-9a-z]{10}(?![0-9a-z])/

export const looksTyped = (markdown: string): boolean => typedBullet.test(markdown)

/** A sign that people put before a bullet, such as `•` or `–`; or a marker of Markdown's where it begins no bullet. */
const signed = whenAsked(
  () =>
    new RegExp(
      `^\\s*(?:(?:[-*+]|\\d{1,9}[.)])\\s+)?([•·‣⁃∙◦●○▪▫■□−\\u2010-\\u2015]|[-*+](?=\\s))\\s*` +
        `([${letters}])\\s{0,3}(\\([^)]*\\))?\\s{0,3}(${mentions}|[:：@])?`,
      'u',
    ),
)

/**
 * The doubt about a line of a Retain section that was meant as a bullet of its own, but is read as more of what stands
 * above it, or as plain text.
 *
 * @param begins whether a paragraph begins with the line: then a marker of Markdown's does begin a bullet
 */
export function lintLine(line: string, begins: boolean): Malformed | undefined {
  const [, sign, letter, attributes = '', behind = ''] = signed().exec(line.slice(0, longest)) ?? []
  const named = behind.startsWith('@')
  // `– B: no` may go on with a sentence.
  const looksSo = named || attributes.includes('=') || (/[:：]/.test(behind) && !/\p{Pd}/u.test(sign!))
  if (sign === undefined || !looksSo || (begins && /[-*+]/.test(sign)))
    return lintDash(line) ?? (begins ? undefined : lintBare(line))
  const about = named ? ` ${behind === '@' ? '@Name' : singleSpaced(behind)}` : ''
  return {
    message: `${sign} begins no bullet here: the line is read as ${begins ? 'plain text' : 'more of what stands above it'}`,
    hint: `write - ${letter}${attributes}${about}: … at the margin`,
  }
}

/** `W @Lena: Has no car.` at the margin, below a bullet: without a marker it is more of that. */
const lintBare = (line: string): Malformed | undefined =>
  looksTyped(line)
    ? {
        message: 'no marker stands before it: the line is read as more of what stands above it',
        hint: `write - ${line[0]!} @Name: with a dash and a blank before the letter`,
      }
    : undefined

/** `- Hates tiles. -W @Lena: Has no car.`: without a blank behind its dash a bullet is more of what stands above it. */
const lintDash = (line: string): Malformed | undefined =>
  dashed.test(line)
    ? {
        message: 'a dash without a blank behind it begins no bullet: what follows is read as more of this text',
        hint: 'write - W @Name: with a blank behind the dash',
      }
    : undefined

/**
 * The doubt about a bullet that was meant otherwise than the grammar reads it. It stays what it is; `memory status`
 * says what to look at.
 *
 * @param retained whether it stands in a Retain section, where every bullet is meant to be typed
 */
export function lintBullet(markdown: string, parsed: ParsedBullet, retained: boolean): Malformed | undefined {
  if (parsed.what === 'malformed') return undefined
  if (parsed.what === 'fact')
    return (parsed.bullet.leading === 0 ? lintNames(markdown, parsed.bullet) : undefined) ?? lintEnd(parsed.bullet)
  if (aboutPair.test(markdown))
    return {
      message: `a line about a fact and a belief stands in bank/, and says ${stanceNames.join(', ')}`,
      hint: 'write - ^12m7d97uez contradicts ^k3f9a2c1x7',
    }
  const message = 'looks like a typed bullet, and is read as plain text'
  const letter = (disguised().exec(markdown) ?? boxed.exec(markdown))?.[1]
  if (letter !== undefined) return { message, hint: `write ${kinds[kindNamed(letter)!].letter} @Name: at its start` }
  const start = markdown.slice(0, longest)
  const [, bracketed, inside = '', whom = ''] = otherBracket().exec(start) ?? []
  const meant =
    bracketed === undefined || (whom === '' && !inside.includes('=')) ? undefined : withBracket(bracketed, inside)
  if (meant !== undefined) return { message, hint: `write ${meant}${before(whom)}` }
  const [, twice, attributes = '', named] = (retained ? doubled().exec(start) : null) ?? []
  if (twice !== undefined)
    return { message, hint: `write ${twice.toUpperCase()}${attributes} ${singleSpaced(named!)}:` }
  const first = retained ? letterless().exec(start)?.[1] : undefined
  return first === undefined
    ? undefined
    : { message, hint: `write W ${singleSpaced(first)}: at its start, or B, O or S` }
}

/** ` @Tom:` for `@Tom`, else a colon or nothing. */
const before = (whom: string): string => (whom.startsWith('@') ? ` ${singleSpaced(whom)}:` : whom === '' ? '' : ':')

/** `O(c=0.90)` from `O` and `0.9`, `c: 0.9` or `c=0.9`; undefined where `written` holds no attributes. */
function withBracket(letter: string, written: string): string | undefined {
  const inside = written.trim().replace(/^c\s?:\s?/, 'c=')
  if (inside.includes('=')) {
    const bracket = `${letter}(${inside})`
    return parseBullet(`${bracket} x`).what === 'fact' ? bracket : undefined
  }
  const confidence = letter === kinds.opinion.letter ? confidenceOf(inside) : undefined
  return confidence === undefined ? undefined : `${letter}(c=${showConfidence(confidence)})`
}

/** The same, or the letter alone for a kind that carries no confidence. */
const withNumber = (letter: string, written: string): string | undefined =>
  withBracket(letter, written) ?? (withBracket(kinds.opinion.letter, written) && letter)

/** The doubt about a statement that ends with attributes: there they are words of it. */
function lintEnd({ kind, text, of, mentions: all, leading }: Bullet): Malformed | undefined {
  const inside = trailing.exec(text.slice(-longest))?.[1]
  // An adopted edit of such a fact repeats it.
  if (inside === undefined || of !== null || !inside.includes('=')) return undefined
  const { letter } = kinds[kind]
  const own = withBracket(letter, inside)
  const meant = own ?? withBracket(kinds.opinion.letter, inside)
  if (meant === undefined) return undefined
  const about = leading === 0 ? '' : ` ${all.slice(0, leading).map(writeMention).join(' ')}:`
  return {
    message: `(${inside}) is a word of the statement at its end: attributes stand behind the letter`,
    hint: `write ${meant}${about}${own === undefined ? ' for an opinion' : ''}`,
  }
}

/** The doubt about a bullet about nobody whose statement begins with a name. */
function lintNames(markdown: string, { kind, text, of, mentions: all }: Bullet): Malformed | undefined {
  const { letter, confidence } = kinds[kind]
  const start = text.slice(0, longest)
  const named = nameless().exec(start)
  if (named) return { message: 'no name stands directly behind the @', hint: `write ${letter} @${named[1] ?? 'Name'}:` }
  const found = unended().exec(start)
  if (found)
    return {
      message: `is not about @${found[1]}: a space or another sign ends a mention before its colon`,
      hint: mentionsMeant(letter, found[1]!),
    }
  const behind = dashedName().exec(start)?.[1]
  if (behind !== undefined)
    return {
      message: `no name is taken from ${behind}: something else stands between it and the letter`,
      hint: `write ${letter} ${behind}:`,
    }
  if (of !== null) return undefined
  const [, inside, bare, whom, ended] = strayNumber().exec(start) ?? []
  if (whom !== undefined && (ended !== undefined || (confidence && !/^\d+$/.test(bare ?? '')))) {
    const number = inside ?? bare!
    const meant = withNumber(letter, number)
    if (meant !== undefined)
      return {
        message: `no name is taken from ${singleSpaced(whom)}: ${number} stands between it and the letter`,
        hint: `write ${meant} ${singleSpaced(whom)}:`,
      }
  }
  const other = otherColon().exec(start)
  if (!other && /[:：]/.test(markdown)) return undefined
  const [, about, words = ''] = other ?? colonless().exec(start) ?? []
  if (about === undefined || (!other && all.length > about.split(/\s+/).length)) return undefined
  const attributes = /^[A-Z](\([^)]*\))/.exec(markdown)?.[1] ?? ''
  const said = words.length > longestHint ? `${[...words].slice(0, longestHint).join('')}…` : words
  return {
    message: `without a colon behind it ${about} is a word of the statement, which is about nobody`,
    hint: `write ${letter}${attributes} ${about}: ${said}`,
  }
}

/** The problem of a log whose day is still to come, seen from `today`. */
export function lintDay(path: string, today: Day): Problem | undefined {
  const day = dayOfPath(path)
  if (day === null || !isAhead(day, today)) return undefined
  return {
    path,
    line: 1,
    message: `is of ${day}, which is still to come`,
    hint: 'name it by the day that it was noted on, and write days to come into its words',
    kind: 'doubtful',
  }
}

/** The problem of a generated line that a person's edit made unreadable. */
export const misreadEdit = (path: string, line: number, { message, hint }: Malformed): Problem => ({
  path,
  line,
  message: `${notRead}${message}`,
  hint,
  kind: 'malformed',
})

const notRead = 'this edit is not read: '
export const isMisreadEdit = ({ message }: Problem): boolean => message.startsWith(notRead)

/** What `@Tom Okafor:` and the like were meant to say; empty where that is not plain. */
function mentionsMeant(letter: string, found: string): string {
  const [, named = '', inside = ''] = /^(.*\S)\s*\(([^()]*)\)$/u.exec(found) ?? []
  // `@Windows (95):` is a name.
  const meant = /^\d{2,}$/.test(inside.trim()) ? undefined : withNumber(letter, inside)
  const whom = meant === undefined ? found : named
  const all = whom.split(/(?:\s*[,;]\s*|\s+&\s*|&\s+|&(?=@))(?![^()]*\))/).map(mentionMeant)
  if (all.includes(undefined)) return ''
  const whole = whom.replace(/\s+/g, '-')
  const isOne = /\s&|&[\s@]/.test(whom) && isMentionable(whole)
  return `write ${meant ?? letter} ${all.join(' ')}:${isOne ? `, or ${letter} ${writeMention(whole)}: for one name` : ''}`
}

/** `@Tom-Okafor` for `Tom Okafor`. `Yahoo!` is written in quotes, `*Tom*` without the signs that no mention holds. */
function mentionMeant(written: string): string | undefined {
  const name = written.replace(/^@/, '')
  const forms = [name, name.replaceAll(/["*`~^|\\]+/g, '')].map((each) => each.trim().replace(/\s+/g, '-'))
  const form = forms.find(isMentionable)
  return form && writeMention(form)
}

/** `Peter: …`, `Tom Okafor: …` at the start of a statement. */
const spoken = /^([\p{L}\p{N}][\p{L}\p{M}\p{N}_\-./]*(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}_\-./]*){0,3})\s*[:：](?:\s|$)/u

/** `Tom-Okafor` where a statement begins with `Tom Okafor:`, perhaps for want of an `@`; undefined for any other. */
export function mentionForgotten({ kind, leading, of, text }: Fact): string | undefined {
  if (kind === 'passage' || leading > 0 || of !== null) return undefined
  return spoken.exec(text.slice(0, longest))?.[1]?.replaceAll(' ', '-')
}

/** Whether a mention or an entity's page spells a name just so: `note:` is a word although there is a @Note. */
export function isSpelled(store: Store, name: string): boolean {
  const key = entityKey(name)
  if (store.spellings(key).some((spelling) => isSameText(spelling, name))) return true
  const { canonical, pageOf } = store.entities()
  const page = store.entityPage(pageOf(canonical(key)) ?? '')
  return page !== null && [page.name, ...page.aliases].some((spelling) => isSameText(spelling, name))
}

/**
 * The problems of facts about nobody that begin with somebody's name: `- W Peter: Lives in Lisbon`. They depend on the
 * names in the index, so they are found when they are asked for, and never kept with a note.
 */
export const forgottenMentions = (store: Store, facts: readonly Fact[]): Problem[] =>
  facts.flatMap((fact) => {
    const name = mentionForgotten(fact)
    if (name === undefined || !isSpelled(store, name)) return []
    const { path, first: line } = fact.source
    const message = `is a fact about nobody, and begins with the name of ${name}`
    return [
      {
        path,
        line,
        message,
        hint: `write ${kinds[fact.kind].letter} ${writeMention(name)}:`,
        kind: 'doubtful' as const,
      },
    ]
  })
