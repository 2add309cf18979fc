/**
 * `The root password of web1 is Tr0ub4dor&3`, `Wifi-Passwort: Sommer2026!`: how people write one down, which has no form
 * that an issuer gave it. A word, or a number, alone is none: `the password is required`, `a password of 12 characters`.
 */
const spoken =
  /(?<!\p{L})(?:pass(?:word|code|phrase|wd)|kennwort|passwort|contrase[ñn]a|wachtwoord|parola d['’]ordine|api[ -]?key|access key|auth token)(?!\p{L})[^\n.;:=]{0,40}?(?:\s(?:is|ist|lautet|es|è|was)\s+|\s*[:=]\s*)["'`“]?((?=\S{0,63}\d)(?=\S{0,63}\p{L})[^\s"'`“”]{6,200})/iu

/** What a text seems to give as a password, the whole of it: never to be shown. */
export const passwordInWords = (text: string): string | undefined => spoken.exec(text)?.[1]?.replace(/[.,;:!?)]+$/, '')
