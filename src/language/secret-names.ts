import type { Code } from './languages.js'

/** How a language calls what opens something, as patterns; a blank stands for a space, `-`, `_` or nothing. */
interface SecretNames {
  /** What people make up and write down: a short one is one. */
  readonly passwords: string
  /** What a program gives out, known by its shape. */
  readonly tokens: string
  /** What stands between its name and it, beside signs: `is`. */
  readonly is: string
}

export const secretNames: Readonly<Partial<Record<Code, SecretNames>>> = {
  en: {
    passwords: 'pass(?:word|code|phrase|wd)|(?<!\\p{L})pwd?',
    tokens:
      '(?:api|access|secret|private|auth(?:entication)?|encryption|signing|license|account) key|token|secret|credential|bearer',
    is: 'is|was',
  },
  de: {
    passwords: 'kennwort|passwort|zugangscode',
    tokens: '(?:api|zugangs|zugriffs|geheim(?:er)?|privater?) schlüssel|geheimnis',
    is: 'ist|lautet',
  },
  it: { passwords: "parola d[’']ordine", tokens: "chiave (?:api|segreta|privata|d[’']accesso)|segreto", is: 'è|era' },
  es: { passwords: 'contrase[ñn]a', tokens: 'clave (?:api|secreta|privada|de acceso)|secreto', is: 'es|era' },
  nl: { passwords: 'wachtwoord', tokens: '(?:api|geheime|privé|toegangs) sleutel', is: 'is' },
  tr: { passwords: 'şifre(?:si)?|parola(?:sı)?', tokens: '(?:api|gizli|erişim) anahtarı?', is: 'olarak' },
  ur: { passwords: 'پاس ورڈ', tokens: 'خفیہ کلید', is: 'ہے' },
  zh: { passwords: '密码|密碼|口令', tokens: '(?:api )?(?:密钥|金鑰)|令牌', is: '是|为|為' },
}
