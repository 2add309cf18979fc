import { kindNamed, kinds, retainKinds } from '../../model/kind.js'
import { attributeStances } from '../../model/stance.js'
import { parseBullet, type Bullet } from '../../parse/parse-bullet.js'

type GivenFields = Readonly<Record<string, unknown>>

const letters = retainKinds.map((kind) => kinds[kind].letter).join('')
const marker = /^\s*[-*+]\s+(?=\S)/
/** `[[Anna Lee]]`, `@[[Anna Lee]]` */
const link = '@?\\[\\[[^[\\]\\n]{1,400}\\]\\]'
/** `@Lena`, `@"Anna Lee"`, `[[Anna Lee]]`. A name holds no `@`, so a row of names is cut in one way alone. */
const mention = `(?:@(?:["“„][^"“”„\\n]{1,80}["“”]|(?!["“„[])[^\\s:：@]+)|${link})`
/**
 * Matches `O(c=0.7) @Lena: …` and `W @Lena …`. With a letter that is no kind, it matches only `X @Lena: …` and
 * `X(c=0.7) …`, as plain words have no such form.
 */
const typed = new RegExp(
  `^(?:[${letters}](?:\\(\\s*[a-z]+\\s*=|(?:\\([^)]*\\))?\\s+@["“„\\p{L}\\p{N}])|[A-Za-z](?:\\(\\s*c\\s*=|(?:\\([^)]*\\))?\\s+${mention}\\s*[:：]))`,
  'u',
)
/** Matches `@Lena: …`, `@Lena @"Anna Lee": …`. */
const named = new RegExp(`^(?:${mention}\\s*)+[:：]\\s*\\S`, 'u')

/**
 * Takes apart a statement in the form of a log: what stands before the words goes into fields of its own.
 *
 *     { text: 'O(c=0.7) @Lena: Likes violins' } → { text: 'Likes violins', kind: 'opinion', confidence: 0.7, entities: ['Lena'] }
 *
 * @returns the fields, or what is wrong where it cannot be read or contradicts a field
 */
export function withBulletRead(all: GivenFields): GivenFields | string {
  // A model writes null for none.
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
  if (typeof given['text'] !== 'string') return given
  const text = given['text'].replace(marker, '').trim()
  // The grammar would read all lines as one statement.
  if (/[\r\n]/.test(text)) return given
  if (typed.test(text)) return withFields(given, text)
  if (named.test(text)) return withFields(given, `${kinds.world.letter} ${text}`, 'kind')
  return given
}

/** @param not `kind` where the letter is ours and not the text's, so that the kind is left to its field */
function withFields(given: GivenFields, text: string, not?: 'kind'): GivenFields | string {
  const parsed = parseBullet(text)
  if (parsed.what === 'narrative') return given
  if (parsed.what === 'malformed') return `${parsed.malformed.message}: ${parsed.malformed.hint}`
  const said = fieldsOf(parsed.bullet, not)
  if (said === undefined) return 'suggested, of and on are no attributes that a bullet is given with'
  const twice = Object.keys(said).find(
    (name) => !isList(name) && given[name] !== undefined && !isSame(name, given, said),
  )
  if (twice !== undefined)
    return `its words say ${twice} ${String(said[twice])}, and ${twice} is ${JSON.stringify(given[twice])}: say it once`
  const lists = Object.keys(said).filter(isList)
  const joined = lists.map((name) => [name, [...[given[name] ?? []].flat(), ...(said[name] as string[])]] as const)
  return { ...given, ...said, ...Object.fromEntries(joined) }
}

const isList = (name: string): boolean =>
  name === 'entities' || name === 'from' || attributeStances.some((stance) => stance === name)

const isSame = (name: string, given: GivenFields, said: GivenFields): boolean => {
  const [one, other] = [given[name], said[name]]
  if (name === 'text') return true
  if (name === 'kind') return kindNamed(String(one)) === other
  return one === other || (name === 'was' && String(one).replace(/^\^/, '') === String(other).replace(/^\^/, ''))
}

/** The fields that a bullet gives; undefined where it has an attribute that only pages and suggestions have. */
function fieldsOf(bullet: Bullet, not?: 'kind'): GivenFields | undefined {
  const { kind, confidence, mentions, leading, text, until, was, stances, suggested, from, at, originMark, of, on } =
    bullet
  if (suggested.length > 0 || of !== null || on !== null) return undefined
  const spoken = attributeStances.flatMap((name) => {
    const ids = stances.flatMap(({ stance, belief }) => (stance === name ? [belief] : []))
    return ids.length > 0 ? [[name, ids] as const] : []
  })
  return {
    text,
    ...(not === 'kind' ? {} : { kind }),
    ...(confidence === null ? {} : { confidence: confidence / 1000 }),
    ...(leading > 0 ? { entities: mentions.slice(0, leading) } : {}),
    ...(until === null ? {} : { until }),
    ...(was === null ? {} : { was }),
    ...(from.length === 0 ? {} : { from }),
    ...(at === null ? {} : { at }),
    ...(originMark === null ? {} : { origin: originMark }),
    ...Object.fromEntries(spoken),
  }
}
