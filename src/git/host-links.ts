import type { ReportHost } from '../model/report.js'

/** How a Git host shows a file of a commit, and a line of it. */
interface HostForm {
  /** A name that a host of this kind has in its own. */
  readonly named: RegExp
  readonly file: (repository: string, commit: string) => string
  readonly behind: string
}

/** A host that is named for none of these may be any of them: no link is better than one that leads nowhere. */
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
 * What leads to a line on the Git host that a remote is on; undefined where that cannot be told. Who may enter there, and the
 * port that Git itself uses, are left out.
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

/** What a person names: `https://git.example.org/me/notes/blob/4be1a07`; shown as GitHub and GitLab show a line. */
export function hostNamed(links: string): ReportHost {
  const address = new URL(links)
  // Whoever reads a report is not to learn how its writer enters.
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

/** What stands before `@` is who enters; it may hold anything but what ends it. */
const urlForm = /^(?:[^/]*@)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d+)?\/(.+?)\/*$/i
const scpForm = /^(?:[^/@:]+@)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]+):(?!\/\/)\/?(.+?)\/*$/i
