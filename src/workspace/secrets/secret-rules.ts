import { rules as recommended } from '@secretlint/secretlint-rule-preset-recommend'

export const ruleSet = 'secretlint 11.7.1'

/** Something that has the form of a credential. */
export interface Likely {
  /** Its offset in the text. */
  readonly at: number
  /** The whole of it: never to be shown. */
  readonly secret: string
  /** The rule's name, `github`. */
  readonly rule: string
  /** In the words of the rule: `GitHub Token(refresh tokens)`. */
  readonly kind: string
}

/** The values of a rule's message; the secret is among them. */
type SaidSecret = Readonly<Record<string, string>>

/** The part of secretlint's rule interface that runs a rule. (Only one rule, unused here, answers later.) */
interface SecretRule {
  readonly messages: Readonly<Record<string, { readonly en: (said: SaidSecret) => string }>>
  readonly meta: { readonly id: string }
  readonly create: (
    context: {
      readonly sharedOptions: object
      readonly createTranslator: () => (message: string, said: SaidSecret) => LintMessage
      readonly report: (found: Reported) => void
      readonly ignore: () => void
    },
    options: object,
  ) => { readonly file: (source: object) => void }
}

interface LintMessage {
  readonly message: string
  readonly said: SaidSecret
}

interface Reported {
  readonly message: LintMessage
  readonly range: readonly [from: number, to: number]
}

/**
 * `gcp` looks at `.json` and `.p12` files alone, and opens them itself. `filter-comments` lets a comment in the
 * text switch the others off: whoever writes a note would decide what its readers are warned of.
 */
const unused = ['gcp', 'filter-comments']

const shortName = ({ meta }: SecretRule): string => meta.id.replace('@secretlint/secretlint-rule-', '')

const rules = (recommended as readonly SecretRule[]).filter((rule) => !unused.includes(shortName(rule)))

export const ruleNames: readonly string[] = rules.map(shortName)

/** This option finds the ids of AWS keys, and with them those of AWS accounts, which open nothing. */
const options = { enableIDScanRule: true }
const harmless = ['AWSAccountID']

/** The likely secrets of a text, in its order; several rules may find one. */
export function likelySecrets(path: string, text: string): Likely[] {
  const found: Likely[] = []
  for (const rule of rules) {
    const report = ({ message: { message, said }, range: [from] }: Reported): void => {
      if (harmless.includes(message)) return
      // The range of some rules begins before the secret, and ends within it.
      const secret = Object.values(said).find((value) => text.includes(value, from)) ?? ''
      const kind = kindOf(rule.messages[message]!.en, said, secret)
      found.push({ at: text.indexOf(secret, from), secret, rule: shortName(rule), kind })
    }
    const createTranslator = () => (message: string, said: SaidSecret) => ({ message, said })
    const started = rule.create({ sharedOptions: {}, createTranslator, report, ignore: () => {} }, options)
    started.file({ content: text, filePath: path, ext: '.md', contentType: 'text' })
  }
  return found.toSorted((a, b) => a.at - b.at)
}

/** `found AWS Access Key ID: AKIA…` → `AWS Access Key ID` */
function kindOf(english: (said: SaidSecret) => string, said: SaidSecret, secret: string): string {
  const without = Object.entries(said).map(([name, value]) => [name, value === secret ? '' : value] as const)
  return english(Object.fromEntries(without))
    .replace(/^found /, '')
    .replace(/:\s*$/, '')
}
