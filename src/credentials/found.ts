import { anyOf } from '../language/statements.js'
import { whenAsked } from '../text/once.js'

/** Lets words be joined in any way: `API key`, `api_key`, `apikey` */
const joined = (called: string): string => called.replaceAll(' ', '[ _-]?')

/**
 * A pattern for a name as people and programs write it (`API key`, `api_key`, `apiKey`, `DB_PASSWORD`), a few words, a
 * sign or a form of be, and a value without a blank. It is for text in small letters: ignoring case takes V8 4 ms for
 * each such pattern.
 */
const named = (called: string, looks = '(?=\\S{0,199}\\d)(?=\\S{0,199}\\p{L})'): RegExp =>
  new RegExp(
    `(?:${joined(called)})s?(?:(?<=\\p{sc=Han})|(?!\\p{L}))[^\\n.;:=：|]{0,40}?(?:\\s(?:${anyOf('gives')})\\s+|(?<=\\p{sc=Han})(?:是|为|為)\\s*|["'\`*_]*\\s*(?:=>|:=|[:=：|])["'\`*_]*\\s*)["'\`“*]*${looks}(?<value>[^\\s"'\`“”|*<>]{6,200})`,
    'gu',
  )
const passwords = whenAsked(() =>
  named(`${anyOf('passwords')}|(?<!\\p{L})(?:${anyOf('shortPasswords')})`, '(?=\\S{0,199}\\d)'),
)
/** A pattern for letters and digits behind a name, on its line: `The API key is there (8Fx…)`. */
const tokensBeside = whenAsked(
  () =>
    new RegExp(
      `(?:${joined(anyOf('tokens'))})s?(?:(?<=\\p{sc=Han})|(?!\\p{L}))[^\\n]{0,80}?(?<![\\w/=&?%-])(?<value>(?=[a-z\\d]{0,99}\\d)[a-z\\d]{20,100})(?![\\w/=&?%-])`,
      'gu',
    ),
)
const tokens = whenAsked(() => named(anyOf('tokens')))
/** A pattern for any of the names: to make it takes a tenth of the time of the other patterns. */
const names = whenAsked(
  () => new RegExp([anyOf('passwords'), anyOf('shortPasswords'), anyOf('tokens')].map(joined).join('|')),
)

/** Marks behind a value in prose, which are no part of it. */
const closing = /[.,;:!?)\]}]+$/u

/** Whether a value stands for a credential (`${TOKEN}`, `***`), makes one (`hash(…)`) or keeps them (`1Password`). */
const isPlaceholder = (value: string): boolean =>
  /^[$%{[(<]|^(.)\1+$|^1password$|^\*{3}|\.{3}|…|^[\w.]+\(/iu.test(value) || /^[xX*._-]+$/.test(value)

/** Whether a value can be a password: no word, short number or day alone, as in `a password of 12 characters`. */
const isMadeUp = (value: string): boolean =>
  /\d/.test(value) && (/\p{L}/u.test(value) || /^(?!(?:19|20)\d{6}$)\d{6,20}$/.test(value))

/** Whether a value mixes capitals, small letters and digits, as no word, hash or number does. */
const isMixed = (value: string): boolean =>
  /[A-Z]/.test(value) && /[a-z]/.test(value) && (value.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g) ?? []).length >= 3

/**
 * Whether a value looks drawn at random: a run of letters and digits that nobody would say. Words with a number behind
 * them, versions, dates, paths and addresses do not.
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

/** Text that looks like a credential, by its issuer's form or by the words in front of it. */
export interface FoundCredential {
  readonly at: number
  /** The whole of it: never to be shown. */
  readonly secret: string
  /** `GitHub Token`, `a password` */
  readonly kind: string
}

/** The passwords and keys in a text that stand behind their name. */
export function credentialsNamed(text: string): FoundCredential[] {
  // Most texts are done with here.
  if (!/\d/.test(text)) return []
  const small = inSmallLetters(text)
  if (!names().test(small)) return []
  const found = (form: RegExp, kind: string, isOne: (value: string) => boolean) =>
    [...small.matchAll(form)].flatMap(({ 0: whole, index, groups }) => {
      const end = index + whole.length
      const at = end - groups!['value']!.length
      const secret = text.slice(at, end).replace(closing, '')
      return secret.length >= 6 && !isPlaceholder(secret) && isOne(secret) ? [{ at, secret, kind }] : []
    })
  return [
    ...found(passwords(), 'a password', isMadeUp),
    ...found(tokens(), 'a key or token', isDrawn),
    ...found(tokensBeside(), 'a key or token', isMixed),
  ]
}

/** A text in small letters, with each character at its old place: `İ` would become two. */
function inSmallLetters(text: string): string {
  const small = text.toLowerCase()
  if (small.length === text.length) return small
  return [...text].map((each) => (each.toLowerCase().length === each.length ? each.toLowerCase() : each)).join('')
}

/** A private key with its body and end: a part of a body alone looks like nothing. */
const privateKey =
  /-----BEGIN ?(?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\s{0,9}[A-Z][\w-]{1,30}: [^\n]{1,200})*(?:[\s>]{0,20}[A-Za-z0-9+/=\\]{20,})*(?:[\s>]{0,20}[A-Za-z0-9+/=\\]{0,76}[\s>]{0,20}-----END ?[A-Z0-9 ]{0,40}-----)?|\bAGE-SECRET-KEY-1[0-9A-Z]{20,}/g

/** How issuers begin credentials, before a tail that nobody would say: `sk-live-…`, `glpat-…`. */
const beginnings = [
  ...['sk', 'pk', 'rk'].flatMap((key) =>
    ['live', 'test', 'prod', 'proj', 'svcacct', 'or', 'lf'].flatMap((of) => [`${key}-${of}-`, `${key}_${of}_`]),
  ),
  'whsec_',
  'glpat-',
  'gldt-',
  'hf_',
  'gsk_',
  'dop_v1_',
  'pypi-',
  'GOCSPX-',
  'ya29.',
  'AIza',
  'xai-',
  'r8_',
  'tskey-',
  'rubygems_',
  'nvapi-',
  'pplx-',
  'figd_',
  'dckr_pat_',
  'sq0csp-',
  'EAACEdEose0cBA',
]

/**
 * A form, and its signs in small letters: a text with that form has one of them. Most texts have none, and are not
 * searched. A form without signs is searched for in every text.
 */
interface CredentialForm {
  readonly kind: string
  readonly signs: readonly string[]
  readonly form: RegExp
}

const ofForm = (kind: string, signs: readonly string[], form: RegExp): CredentialForm => ({ kind, signs, form })

/**
 * The forms of issuers and protocols. They cover all that the rules of `workspace/secrets` know, so that no answer has
 * to load those: a test compares the two.
 */
const forms: readonly CredentialForm[] = [
  ofForm('a private key', ['private key', 'age-secret-key'], privateKey),
  ofForm(
    'AWS Access Key ID',
    ['a3t', 'akia', 'agpa', 'aida', 'aroa', 'aipa', 'anpa', 'anva', 'asia'],
    /\b(?:A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA)[A-Z0-9]{16}\b/g,
  ),
  ofForm(
    'AWS Secret Access Key',
    ['access'],
    /(?<=secret_?access_?key["']?\s{0,9}(?::|=>|=)\s{0,9}["']?)[A-Za-z0-9/+=]{40}(?![A-Za-z0-9/+=])/gi,
  ),
  ofForm('GitHub Token', ['x-oauth-basic'], /(?<=https?:\/\/)[^\s/@]{1,256}(?=:x-oauth-basic@github\.com\/)/g),
  ofForm(
    'GitHub Token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    /(?<!\p{L})(?:gh[pousr]_[A-Za-z0-9_]{36}|github_pat_[A-Za-z0-9_]{82})(?![A-Za-z0-9_])/gu,
  ),
  ofForm('npm access token', ['_authtoken='], /(?<=_authToken=)[^$\s].*/g),
  ofForm('npm access token', ['npm_'], /(?<!\p{L})npm_[A-Za-z0-9_]{36}(?![A-Za-z0-9_])/gu),
  ofForm('Slack Token', ['xox', 'xapp-'], /\b(?:xox[bpaor]|xapp)-(?:[a-zA-Z0-9]{1,40}-)+[a-zA-Z0-9]{1,40}\b/g),
  ofForm(
    'Slack Incoming Webhook',
    ['hooks.slack.com'],
    /https:\/\/hooks\.slack\.com\/services\/T[a-z0-9]{1,40}\/B[a-z0-9]{1,40}\/[a-z0-9]{1,40}/gi,
  ),
  ofForm('OpenAI API Key', ['t3blbkfj'], /\bsk-[\w-]{20,160}T3BlbkFJ[\w-]{20,160}/g),
  ofForm('Anthropic API Key', ['sk-ant-'], /(?<!\p{L})sk-ant-api0\d-[\w-]{90,128}AA(?![\w-])/gu),
  ofForm('Linear API key', ['lin_api_'], /(?<!\p{L})lin_api_\w{32,128}(?!\w)/gu),
  ofForm('SendGrid API Key', ['sg.'], /(?<!\p{L})SG\.\w{1,128}\.\w{1,128}[-_]?\w{1,128}(?!\w)/gu),
  ofForm(
    'Shopify Token',
    ['shppa_', 'shpca_', 'shpat_', 'shpss_'],
    /(?<!\p{L})shp(?:pa|ca|at|ss)_[a-zA-Z0-9]{32,64}(?![a-zA-Z0-9])/gu,
  ),
  ofForm('1Password service account token', ['ops_ey'], /(?<!\p{L})ops_ey[\w+/=-]{100,1300}/gu),
  ofForm('a JSON Web Token', ['.eyj'], /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{8,}/g),
  ofForm(
    'an Authorization header',
    ['authorization'],
    /(?<=\bAuthorization["']?\s{0,4}[:=]\s{0,4}["']?(?:Bearer|Basic|Token|ApiKey)\s{1,4})[\w.~+/=-]{12,}/gi,
  ),
  ofForm('an Authorization header', ['bearer'], /(?<=\bBearer\s)(?=\S*\d)[\w.~+/=-]{20,}/g),
  // A user and a password before the host.
  ofForm(
    'a password in an address',
    ['://'],
    /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{0,256}:)[^\s@/]{1,256}(?=@[\w.[-])/gi,
  ),
  // The names that many services give their keys: `sk-0f3a9c…`, `acme_sk_0f3a9c…`.
  ofForm(
    'a key or token',
    ['sk-', ...['sk', 'key', 'secret', 'token', 'pat'].flatMap((what) => [`_${what}_`, `-${what}-`])],
    /(?<![\w-])(?:sk-|[a-z][a-z0-9]{1,30}[_-](?:sk|key|secret|token|pat)[_-])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{24,}(?![\w-])/g,
  ),
  ofForm(
    'a key or token',
    [],
    new RegExp(`(?<![\\w-])(?:${beginnings.join('|').replaceAll('.', '\\.')})[\\w-]{16,}`, 'g'),
  ),
]
const placeholders = /^(?:pass(?:word|wd)?|pwd|secret|token|user|xxx+|\*+|\.+)$/i

/** The credentials in a text that have the form of an issuer or a protocol. */
export function credentialsOfForm(text: string): FoundCredential[] {
  const small = text.toLowerCase()
  return forms.flatMap(({ kind, signs, form }) =>
    signs.length === 0 || signs.some((sign) => small.includes(sign))
      ? [...text.matchAll(form)].flatMap(({ 0: secret, index: at }) =>
          isPlaceholder(secret) || placeholders.test(secret) ? [] : [{ at, secret, kind }],
        )
      : [],
  )
}
