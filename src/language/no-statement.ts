/** Words of which a statement has to have one more: with these alone it says nothing that anybody would look for. */
const saysNothing = new Set(
  `ok okay yes no yep nope done thanks hello hi maybe perhaps possibly something anything everything stuff thing things someone
  somehow somewhere whatever about some of the a an and or is was it this that there etc
  ja nein danke erledigt vielleicht etwas irgendwas irgendetwas sache sachen über und oder das
  sì forse qualcosa cosa cose grazie fatto su e o sí gracias quizás quizá algo cosas hecho sobre y
  nee bedankt misschien iets dingen over en klaar evet hayır tamam belki bir şey
  好 好的 是 是的 不 也许 可能 东西 一些`.split(/\s+/),
)

/** `TODO: …`, `[todo] …`, `tbd`; and `TODO call Ann` in capitals. `Todo lists are kept in Obsidian` states something. */
const taskWords = 'to-?do|fixme|tbd|xxx|action item|zu erledigen|da fare|por hacer|te doen|yapılacak|待办|待辦'
const task = new RegExp(`^[-*[\\] x]*(?:${taskWords})(?:\\s*[:：\\]]|\\s*$| [-–—] )`, 'iu')
const loudTask = /^[-*[\] x]*(?:TO-?DO|FIXME|TBD|XXX)\s+(?!\p{Lu})/u
/** A quoted question is one where the quotation is the whole text: `She asked "why?"` states that she did. */
const question = /[?？؟]$|^["“‘'(].*[?？؟]["”’')]$/su
const parts: readonly (readonly [what: string, form: RegExp])[] = [
  ['a heading', /^#{1,6}\s/],
  ['struck through', /^~~[^~]+~~/],
  ['a row of a table', /^\|.*\|$/],
  ['a fence', /^(?:```|~~~)/],
  ['a comment', /^<!--/],
]

/** Why a text states nothing, and what would be right; undefined where it may. */
export function noStatement(text: string): string | undefined {
  const said = text.trim()
  const part = parts.find(([, form]) => form.test(said))?.[0]
  if (part !== undefined) return `it is ${part}: write the statement alone, as plain words`
  const words =
    said
      .replace(/\^[0-9a-z]{10}(?![0-9a-z])/g, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.every((word) => saysNothing.has(word)))
    return 'it says nothing that anybody would look for: write what is so, in words that name it'
  if (task.test(said) || loudTask.test(said)) return 'it is a task, not yet so: write who wants what done, and by when'
  if (question.test(said)) return 'it is a question: write what is known, or who wants to know what'
  return undefined
}
