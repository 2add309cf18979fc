import type { ReportHost } from '../model/report.js'

/** The form of a Git host's links to a file of a commit, and to a line of it. */
interface HostForm {
  /** A word that is in the names of such hosts. */
  readonly named: RegExp
  readonly file: (repository: string, commit: string) => string
  readonly behind: string
}

/** A host with none of these words may be of any kind, and gets no link rather than a wrong one. */
const forms: readonly HostForm[] = [
  { named: /gitlab/, file: (at, commit) => `${at}/-/blob/${commit}`, behind: '?plain=1#L{line}' },
  // On a server of one's own it has links of another form.
  { named: /^bitbucket\.org$/, file: (at, commit) => `${at}/src/${commit}`, behind: '#lines-{line}' },
  {
    named: /gitea|forgejo|codeberg/,
    file: (at, commit) => `${at}/src/commit/${commit}`,
    behind: '?display=source#L{line}',
  },
  { named: /github/, file: (at, commit) => `${at}/blob/${commit}`, behind: '?plain=1#L{line}' },
]

/**
 * The parts of a link to a line on the Git host of a remote; undefined where the host's kind cannot be told. User,
 * password, and a port that only Git uses are left out.
 *
 *     https://user:password@github.com/me/notes.git   ssh://git@gitlab.com:22/me/notes   git@codeberg.org:me/notes.git
 */
export function hostOf(remote: string, commit: string): ReportHost | undefined {
  const place = placeOnHost(remote.trim())
  if (place === undefined) return undefined
  const { host, at, path } = place
  const form = forms.find(({ named }) => named.test(host))
  if (form === undefined) return undefined
  return { name: host, before: form.file(`${at}/${path}`, commit), behind: form.behind }
}

/**
 * The host of an address that a person gives: `https://git.example.org/me/notes/blob/4be1a07`. Lines are named as
 * GitHub and GitLab do.
 */
export function hostNamed(links: string): ReportHost {
  const address = new URL(links)
  // A report's reader must not learn its writer's user name and password.
  ;[address.username, address.password] = ['', '']
  return { name: address.hostname, before: address.href.replace(/\/+$/, ''), behind: '?plain=1#L{line}' }
}

interface Place {
  readonly host: string
  /** `https://github.com` */
  readonly at: string
  readonly path: string
}

function placeOnHost(remote: string): Place | undefined {
  const [, named, rest] = /^(https?|ssh|git):\/\/(.+)$/i.exec(remote) ?? []
  const scheme = named?.toLowerCase()
  const [, told, port, path] = (scheme === undefined ? scpForm : urlForm).exec(rest ?? remote) ?? []
  if (told === undefined || path === undefined) return undefined
  const isWeb = scheme === 'http' || scheme === 'https'
  const lower = told.toLowerCase()
  if (!isWeb && !publicName.test(lower)) return undefined
  const parts = path.replace(/\.git$/, '').split('/')
  const isPlain = parts.length >= 2 && parts.every((part) => /^[\w.~-]+$/.test(part) && !/^\.+$/.test(part))
  const host = isWeb ? lower : lower.replace(/^(?:alt)?ssh\./, '')
  const address = isWeb ? `${scheme}://${host}${port ?? ''}` : `https://${host}`
  return isPlain && URL.canParse(address) ? { host, at: new URL(address).origin, path: parts.join('/') } : undefined
}

/** A name that ends as those of the domain name system do. Any other may be an alias in somebody's settings of ssh. */
const publicName = /\.(?:[a-z0-9]+|xn--[a-z0-9-]+)$/

/** The text before `@` is user and password, of any characters but the one that ends it. */
const urlForm = /^(?:[^/]*@)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(:\d+)?\/(.+?)\/*$/i
const scpForm = /^(?:[^/@:]+@)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]+)():(?!\/\/)\/?(.+?)\/*$/i
