import { anyOf } from '../../language/statements.js'
import { whenAsked } from '../../text/once.js'

/** `API key`, `api_key`, `apikey` */
const joined = (names: string): string => names.replaceAll(' ', '[ _-]?')

/**
 * A name, as words and as programs have it (`API key`, `api_key`, `apiKey`, `DB_PASSWORD`), some words of whose it is, a
 * sign or a form of be, and a value without a blank.
 */
const named = (names: string): RegExp =>
  new RegExp(
    `(?<name>${joined(names)})s?(?:(?<=\\p{sc=Han})|(?!\\p{L}))[^\\n.;:=：|]{0,40}?(?:\\s(?:${anyOf('gives')})\\s+|(?<=\\p{sc=Han})(?:是|为|為)\\s*|["'\`*]*\\s*(?:=>|:=|[:=：|])\\s*)["'\`“*]*(?=\\S{0,199}\\d)(?=\\S{0,199}\\p{L})(?<value>[^\\s"'\`“”|*<>]{6,200})`,
    'giu',
  )
const passwords = whenAsked(() => named(`${anyOf('passwords')}|(?<!\\p{L})(?:${anyOf('shortPasswords')})`))
const tokens = whenAsked(() => named(anyOf('tokens')))

/** What ends a value in prose is no part of it. */
const closing = /[.,;:!?)\]}]+$/u

/** `${TOKEN}`, `<token>`, `xxxxxxxx`, `********`: where one is to be put; `hash(…)` makes one. `1Password` keeps them. */
const isPlaceholder = (value: string): boolean =>
  /^[$%{[(<]|^(.)\1+$|^1password$|^\*{3}|\.{3}|…|^[\w.]+\(/iu.test(value) || /^[xX*._-]+$/.test(value)

/** A word, or a number, alone is no password: `the password is required`, `a password of 12 characters`. */
const isMadeUp = (value: string): boolean => /\d/.test(value) && /\p{L}/u.test(value)

/**
 * Whether a value is drawn at random by its looks: a run of letters and digits that nobody would say. Words with a number
 * behind them, versions, dates, paths and addresses are none.
 *
 *     1234567890abcdefghijklmn, 8f3a9c2e1b7d   →  true
 *     release-2025, claude-opus-4-6, 20251127T101500Z   →  false
 */
function isDrawn(value: string): boolean {
  if (/^\d{4}-?\d{2}-?\d{2}T|^\w+:\/\/|^\.{0,2}\//.test(value)) return false
  return (value.match(/[A-Za-z0-9]{10,}/g) ?? []).some((run) => {
    const turns = (run.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g) ?? []).length
    return turns >= 3 || (turns >= 1 && run.length >= 20)
  })
}

/** What a text gives as passwords and keys by the name in front of them, the whole of each: never to be shown. */
export function secretsNamed(text: string): { readonly secret: string; readonly kind: string }[] {
  const found = (form: RegExp, kind: string, isOne: (value: string) => boolean) =>
    [...text.matchAll(form)].flatMap(({ groups }) => {
      const secret = groups!['value']!.replace(closing, '')
      return secret.length >= 6 && !isPlaceholder(secret) && isOne(secret) ? [{ secret, kind }] : []
    })
  return [...found(passwords(), 'a password', isMadeUp), ...found(tokens(), 'a key or token', isDrawn)]
}

const forms: readonly (readonly [kind: string, form: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|\bAGE-SECRET-KEY-1[0-9A-Z]{20,}/g],
  ['a JSON Web Token', /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{8,}/g],
  [
    'an Authorization header',
    /(?<=\bAuthorization["']?\s{0,4}[:=]\s{0,4}["']?(?:Bearer|Basic|Token|ApiKey)\s{1,4})[\w.~+/=-]{12,}/gi,
  ],
  ['an Authorization header', /(?<=\bBearer\s)(?=\S*\d)[\w.~+/=-]{20,}/g],
  // A user and a password before the host.
  ['a password in an address', /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{0,80}:)[^\s@/:]{3,200}(?=@[\w.[-])/gi],
  // `sk-live-…`, `sk_test_…`, `glpat-…`: as their issuers begin them, and a tail that nobody would say.
  [
    'a key or token',
    /(?<![\w-])(?:[spr]k[-_](?:live|test|prod|proj|svcacct|or|lf)[-_]|whsec_|glpat-|gldt-|hf_|gsk_|dop_v1_|pypi-|GOCSPX-|ya29\.|AIza|xai-|r8_|tskey-|rubygems_|nvapi-|pplx-|figd_|dckr_pat_|sq0csp-|EAACEdEose0cBA)[\w-]{16,}/g,
  ],
]
const placeholders = /^(?:pass(?:word|wd)?|pwd|secret|token|user|xxx+|\*+|\.+)$/i

/** What has the form that its issuer or a protocol gives it. */
export const secretsOfForm = (text: string): { readonly secret: string; readonly kind: string }[] =>
  forms.flatMap(([kind, form]) =>
    [...text.matchAll(form)].flatMap(([secret]) =>
      isPlaceholder(secret) || placeholders.test(secret) ? [] : [{ secret, kind }],
    ),
  )
