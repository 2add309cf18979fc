/**
 * Words by which somebody says how things are to be done from now on, rather than how they are: `always`, `never`, `do
 * not`. None that means something else in another of the languages, as `mai` does.
 */
const spaced = [
  "always|never|from now on|by default|do not|don['’]t|please|must",
  'immer|niemals|nie|ab jetzt|ab sofort|bitte',
  'siempre|nunca|jamás|a partir de ahora|por favor',
  "sempre|d['’]ora in poi|per favore",
  'altijd|nooit|voortaan|alsjeblieft',
  'her zaman|asla|bundan sonra|lütfen',
].join('|')
const unspaced = '总是|始终|永远|从不|绝不|不要|以后都|务必|请勿|ہمیشہ|کبھی نہیں|براہ کرم'

const words = new RegExp(`(?<![\\p{L}\\p{M}])(?:${spaced})(?![\\p{L}\\p{M}])|${unspaced}`, 'iu')

/** Whether a statement says how things are to be done. */
export const isInstruction = (text: string): boolean => words.test(text)
