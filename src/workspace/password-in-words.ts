/**
 * `The root password of web1 is Tr0ub4dor&3`, `Wifi-Passwort: Sommer2026!`: how people write one down, which has no form
 * that an issuer gave it. A word, or a number, alone is none: `the password is required`, `a password of 12 characters`.
 */
const spoken =
  /(?<!\p{L})(?:pass(?:word|code|phrase|wd)|pw|kennwort|passwort|contrase[ñn]a|wachtwoord|parola d['’]ordine|api[ -]?key|access key|auth token)(?!\p{L})[^\n.;:=]{0,40}?(?:\s(?:is|ist|lautet|es|è|was)\s+|\s*[:=]\s*)["'`“]?((?=\S{0,63}\d)(?=\S{0,63}\p{L})[^\s"'`“”]{6,200})/giu

/** What a text seems to give as passwords, the whole of each: never to be shown. */
export const passwordsInWords = (text: string): string[] =>
  [...text.matchAll(spoken)].map(([, password]) => password!.replace(/[.,;:!?)]+$/, ''))
