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
  { named: /bitbucket/, file: (at, commit) => `${at}/src/${commit}`, behind: '#lines-{line}' },
  {
    named: /gitea|forgejo|codeberg/,
    file: (at, commit) => `${at}/src/commit/${commit}`,
    behind: '?display=source#L{line}',
  },
  { named: /github/, file: (at, commit) => `${at}/blob/${commit}`, behind: '?plain=1#L{line}' },
]

/**
 * The parts of a link to a line on the Git host of a remote; undefined where the host's kind cannot be told. User,
 * password, and the port that Git itself uses are left out.
 *
 *     https://user:password@github.com/me/notes.git   ssh://git@gitlab.com:22/me/notes   git@codeberg.org:me/notes.git
 */
export function hostOf(remote: string, commit: string): ReportHost | undefined {
  const place = placeOnHost(remote.trim())
  if (place === undefined) return undefined
  const { host, path } = place
  const form = forms.find(({ named }) => named.test(host))
  if (form === undefined) return undefined
  return { name: host, before: form.file(`https://${host}/${path}`, commit), behind: form.behind }
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

function placeOnHost(remote: string): { readonly host: string; readonly path: string } | undefined {
  const [, scheme, rest] = /^(https?|ssh|git):\/\/(.+)$/i.exec(remote) ?? []
  const [, host, path] = (scheme === undefined ? scpForm : urlForm).exec(rest ?? remote) ?? []
  if (host === undefined || path === undefined) return undefined
  const parts = path.replace(/\.git$/, '').split('/')
  const isPlain = parts.length >= 2 && parts.every((part) => /^[\w.~-]+$/.test(part) && !/^\.+$/.test(part))
  return isPlain ? { host: host.toLowerCase(), path: parts.join('/') } : undefined
}

/** The text before `@` is user and password, of any characters but the one that ends it. */
const urlForm = /^(?:[^/]*@)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d+)?\/(.+?)\/*$/i
const scpForm = /^(?:[^/@:]+@)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]+):(?!\/\/)\/?(.+?)\/*$/i
