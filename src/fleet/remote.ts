import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ownFolder } from '../files/own-folder.js'
import { MemoryError } from '../model/error.js'
import { gitEnvironment, run, type Ran } from '../git/run-git.js'
import { withoutUser } from './place.js'

export interface RemoteSource {
  readonly remote: string
  /** `refs/heads/main`, or `HEAD` for the remote's HEAD. */
  readonly ref: string
  /** Empty for the repository's top. */
  readonly folder: string
}

/** Protocols of remotes; `file` too where the fleet allows it. Others may have Git run programs. */
const protocols = ['https', 'ssh']

/** Refuses addresses by which Git would run something: `ext::sh -c …`, and options that look like an address. */
export function checkRemote({ remote, ref, folder }: RemoteSource, allowsFiles: boolean): void {
  const refuse = (what: string): never => {
    throw new MemoryError('bad-argument', what)
  }
  const shown = withoutUser(remote).slice(0, 80)
  if (/[\p{Cc}]/u.test(remote + ref + folder)) refuse(`a remote holds no control characters: ${JSON.stringify(shown)}`)
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(remote)?.[1]?.toLowerCase()
  const isScp = scheme === undefined && /^[\w.-]+@[\w.-]+:(?!:)[^:]/.test(remote)
  const isPath = scheme === undefined && !isScp && remote.startsWith('/')
  const protocol = scheme ?? (isScp ? 'ssh' : isPath ? 'file' : undefined)
  if (protocol === 'file' && !allowsFiles)
    refuse(`${shown} is a path of this machine: a worker reads it where it runs with --allow-files`)
  if (protocol === undefined || !(protocols.includes(protocol) || protocol === 'file'))
    refuse(`a remote is https://…, ssh://…, git@host:path or an absolute path, got ${shown}`)
  // Whoever lists workspaces would see the password. The credential helper of the worker's Git has it instead.
  if (scheme?.toLowerCase() === 'https' && withoutUser(remote) !== remote)
    refuse(`${shown} is named with a user or a password: leave it out, the credential helper of a worker's Git has it`)
  if (ref !== 'HEAD' && !/^refs\/[\w./+@-]+$/.test(ref)) refuse(`a ref is a branch's name, got ${ref.slice(0, 80)}`)
  if (ref.includes('..')) refuse(`no ref holds two dots: ${ref.slice(0, 80)}`)
  if (folder.split('/').some((part) => part === '..' || part === '.git') || folder.startsWith('/'))
    refuse(`the folder of a workspace is a path below the repository's top, got ${folder.slice(0, 80)}`)
}

export interface RemoteReader {
  /** The commit of the ref at the remote; undefined where there is no such ref. */
  headOf(source: RemoteSource): string | undefined
  /** Fetch the ref into a repository of the worker's own, make it HEAD there, and return its commit. */
  fetch(source: RemoteSource, cache: string): string
}

/** Seconds after which a connection with next to no traffic is ended. */
const patience = 60

/**
 * Reads remotes by Git, with the user's credentials and without a prompt. Nothing in a remote or its name is run here.
 *
 * @throws MemoryError git-failed | bad-argument
 */
export function remoteReader(
  environment: Readonly<Record<string, string | undefined>>,
  allowsFiles: boolean,
): RemoteReader {
  const env = {
    ...gitEnvironment(environment, undefined),
    GIT_ALLOW_PROTOCOL: [...protocols, ...(allowsFiles ? ['file'] : [])].join(':'),
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_HTTP_LOW_SPEED_LIMIT: '100',
    GIT_HTTP_LOW_SPEED_TIME: String(patience),
    GIT_SSH_COMMAND:
      environment['GIT_SSH_COMMAND'] ?? `ssh -o BatchMode=yes -o ConnectTimeout=${patience} -o ServerAliveInterval=15`,
  }
  const asked = (folder: string, args: readonly string[], remote: string): Ran => {
    const ran = run(folder, env, args)
    if (ran.status !== 0) {
      const said = ran.stderr.split('\n').find((line) => /^(?:fatal|error):/.test(line)) ?? ran.stderr.split('\n')[0]
      throw new MemoryError(
        'git-failed',
        `${withoutUser(remote)}: ${withoutUser(said ?? '') || `git ${args[0]} failed`}`,
      )
    }
    return ran
  }
  return {
    headOf(source) {
      checkRemote(source, allowsFiles)
      const { remote, ref } = source
      const { stdout } = asked(process.cwd(), ['ls-remote', '--', remote, ref], remote)
      const line = stdout
        .toString('utf8')
        .split('\n')
        .find((each) => each.endsWith(`\t${ref}`))
      return line?.slice(0, line.indexOf('\t'))
    },
    fetch(source, cache) {
      checkRemote(source, allowsFiles)
      const { remote, ref } = source
      const brought = 'refs/memory/brought'
      const into = (folder: string): void => {
        if (!existsSync(join(folder, '.git'))) {
          rmSync(folder, { recursive: true, force: true })
          mkdirSync(folder, { recursive: true, mode: 0o700 })
          asked(folder, ['init', '-q', '--template=', '--initial-branch=memory', '.'], remote)
        }
        const how = ['-q', '--depth=1', '--no-tags', '--no-recurse-submodules', '--no-auto-gc']
        asked(folder, ['fetch', ...how, '--', remote, `+${ref}:${brought}`], remote)
      }
      const stood = existsSync(join(cache, '.git'))
      try {
        into(cache)
      } catch (cause) {
        if (!stood) throw cause
        const anew = `${cache}.anew`
        rmSync(anew, { recursive: true, force: true })
        try {
          into(anew)
          replaceRepository(cache, anew)
        } catch {
          throw cause
        } finally {
          rmSync(anew, { recursive: true, force: true })
        }
      }
      const found = asked(cache, ['rev-parse', '--verify', `${brought}^{commit}`], remote)
        .stdout.toString('utf8')
        .trim()
      asked(cache, ['update-ref', 'refs/heads/memory', found], remote)
      return found
    },
  }
}

/**
 * Replace a repository that Git cannot fetch into by one that it could: a worker killed in the middle of a fetch leaves
 * Git's lock files. The index, which is right for the commit it names, moves along.
 */
function replaceRepository(cache: string, anew: string): void {
  const [old, now] = [join(cache, '.git'), join(anew, '.git')]
  if (existsSync(ownFolder(old, ''))) renameSync(ownFolder(old, ''), ownFolder(now, ''))
  rmSync(old, { recursive: true, force: true })
  renameSync(now, old)
}
