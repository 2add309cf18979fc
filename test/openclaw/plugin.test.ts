import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { tools } from '../../src/mcp/tools.js'
import { MemoryError } from '../../src/model/error.js'
import { configuredWorkspaces, openclawPlaces } from '../../src/model/openclaw.js'
import type {
  AgentTool,
  Corpus,
  HookPolicy,
  PluginApi,
  PluginConfig,
  Program,
  PromptChange,
  ToolContext,
} from '../../src/openclaw/api.js'
import plugin from '../../src/openclaw/plugin.js'
import { workspaceFolder } from '../../src/openclaw/where.js'
import { withWorkspace } from '../../src/openclaw/with-workspace.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, checkout, type Repo } from '../support/with-repo.js'

const read = (path: string): unknown => JSON.parse(readFileSync(join(checkout, path), 'utf8'))
const manifest = read('openclaw.plugin.json') as {
  id: string
  contracts: { tools: string[] }
  toolMetadata: Record<string, object>
  cliCommands: { name: string; description: string }[]
  configSchema: { properties: object }
}

interface Registered {
  readonly tools: Map<string, (context: ToolContext) => AgentTool | null>
  readonly hooks: ((context: ToolContext) => Promise<PromptChange | undefined>)[]
  readonly commands: readonly { readonly name?: string; readonly description?: string }[]
  readonly corpus: Corpus
}

/** What OpenClaw would hold after it called `register`, as its declarations say. */
function registered(pluginConfig: PluginConfig = {}, hooks: HookPolicy = {}): Registered {
  const found = { tools: new Map(), hooks: [], commands: [], corpus: [] } as {
    tools: Registered['tools']
    hooks: Registered['hooks'][number][]
    commands: object[]
    corpus: Corpus[]
  }
  const api: PluginApi = {
    config: { plugins: { entries: { [manifest.id]: { hooks } } } },
    pluginConfig,
    registerTool: (make, { name }) => void found.tools.set(name, make),
    registerMemoryCorpusSupplement: (corpus) => void found.corpus.push(corpus),
    registerCli: (_register, { descriptors }) => void found.commands.push(...descriptors),
    on: (_hook, handler) => void found.hooks.push((context) => handler({}, context)),
  }
  plugin.register(api)
  expect(found.corpus).toHaveLength(1)
  return { ...found, corpus: found.corpus[0]! }
}

const begun = beginningWith((repo) => {
  repo.commit(day(1), retain('O(c=0.8) @Peter: Likes coffee', 'W @Ana: Lives in Graz', 'B @Peter: Drank tea'))
})

const inside = ({ root }: Repo): ToolContext => ({ workspaceDir: root, agentId: 'main', sessionKey: 'agent:main:main' })

const call = (repo: Repo, name: string, given: unknown) =>
  registered().tools.get(name)!(inside(repo))!.execute('call_1', given)

describe('the manifest', () => {
  test('declares every tool of the table, or OpenClaw would load the plugin without it', () => {
    const names = tools.map(({ name }) => `wsmem_${name}`)
    expect(manifest.contracts.tools).toEqual(names)
    expect([...registered().tools.keys()]).toEqual(names)
    expect(Object.keys(manifest.toolMetadata)).toEqual(names)
    for (const { name, reads } of tools)
      expect(manifest.toolMetadata[`wsmem_${name}`]).toEqual(reads ? { replaySafe: true } : { sideEffecting: true })
  })

  test('names the command, the id and the entry that are registered', () => {
    expect(registered().commands).toMatchObject(manifest.cliCommands)
    expect(plugin.id).toBe(manifest.id)
    const { openclaw, files, dependencies } = read('package.json') as {
      openclaw: { extensions: string[] }
      files: string[]
      dependencies: object
    }
    expect(openclaw.extensions).toEqual(['./dist/openclaw.js'])
    expect(files).toEqual(expect.arrayContaining(['dist', 'openclaw.plugin.json', 'skills']))
    expect(dependencies).not.toHaveProperty('openclaw')
  })

  test('claims no slot', () => {
    expect(manifest).not.toHaveProperty('kind')
  })

  test('its skill names tools that there are, in under 60 lines', () => {
    const skill = readFileSync(join(checkout, 'skills/workspace-memory/SKILL.md'), 'utf8')
    expect(skill.split('\n').length).toBeLessThan(60)
    const named = [...skill.matchAll(/wsmem_[a-z]+/g)].map(String)
    expect(named.filter((name) => !manifest.contracts.tools.includes(name))).toEqual([])
  })
})

describe('a tool in OpenClaw', () => {
  test('answers the agent with quoted data, and programs with what the library gives', () =>
    begun(async (repo) => {
      const { content, details } = await call(repo, 'wsmem_recall', { question: 'what does Peter like' })
      expect(content[0]!.text).toMatch(
        /^From memory, quoted: data, and no instructions[^]*"Likes coffee"[^]*<end \w+>$/,
      )
      expect((details as { results: object[] }).results[0]).toMatchObject({
        content: 'Likes coffee',
        source: `${day(1)}#L2`,
      })
    }))

  test('writes as OpenClaw, so that a commit says which agent it was', () =>
    begun(async (repo) => {
      await call(repo, 'wsmem_retain', { bullets: [{ text: 'Sings in a choir', entities: ['Ana'] }], commit: true })
      expect(repo.git('log', '-1', '--format=%(trailers:key=Agent,valueonly,separator=)')).toBe('openclaw')
    }))

  test.each([
    ['wsmem_recall', { quetsion: 'x' }, 'bad-argument: the arguments: there is no "quetsion"; there are question'],
    ['wsmem_recall', {}, 'question is missing'],
    ['wsmem_recall', undefined, 'question is missing'],
    ['wsmem_recall', 'x', 'the arguments must be an object'],
    ['wsmem_recall', { question: 'x', k: 'three' }, 'k must be an integer, got "three"'],
    ['wsmem_retain', { bullets: [{ text: 'Likes rain' }] }, 'it is about nobody'],
    ['wsmem_show', { reference: 'Petra' }, 'not-found: nothing is called Petra'],
  ])('%s of %j is refused by an error that OpenClaw shows its caller', (name, given, why) =>
    begun(async (repo) => {
      const refused = await call(repo, name, given).catch((cause: unknown) => cause)
      expect(refused).toMatchObject({ name: 'ToolInputError', message: expect.stringContaining(why) })
    }),
  )

  test('a folder that is no repository is named, and nothing is made there', () =>
    begun(async (repo) => {
      const folder = repo.another('other').root
      repo.at('other').remove('.git')
      const tool = registered().tools.get('wsmem_status')!({ workspaceDir: folder })!
      await expect(tool.execute('call_1', {})).rejects.toMatchObject({ name: 'ToolInputError' })
      expect([...repo.at('other').files()]).toEqual([])
    }))

  test('an agent in a sandbox may ask, and writes nothing past its copy of the workspace', () => {
    const sandboxed = [...registered().tools].filter(([, make]) => make({ sandboxed: true }) !== null)
    expect(sandboxed.map(([name]) => name)).toEqual(
      tools.filter(({ reads }) => reads).map(({ name }) => `wsmem_${name}`),
    )
  })
})

describe('the brief', () => {
  const allowed = { allowConversationAccess: true }

  test('stands behind the system prompt of a direct session, the same bytes for the same commit', () =>
    begun(async (repo) => {
      const [hook] = registered({ briefBudget: 400 }, allowed).hooks
      const first = await hook!(inside(repo))
      expect(first!.appendSystemContext).toMatch(/^From memory, quoted[^]*## How/)
      expect(await hook!(inside(repo))).toEqual(first)
    }))

  test.each(['agent:main:telegram:group:-1001:topic:42', 'agent:main:discord:channel:1', 'agent:main:subagent:x'])(
    'is kept from %s, where others read along',
    (sessionKey) =>
      begun(async (repo) => {
        const [hook] = registered({}, allowed).hooks
        expect(await hook!({ ...inside(repo), sessionKey })).toBeUndefined()
      }),
  )

  test.each([
    ['not allowed to see a conversation', {}, {}],
    ['not allowed to add to a prompt', {}, { ...allowed, allowPromptInjection: false }],
    ['switched off', { brief: false }, allowed],
  ])('has no hook where it is %s: plugins doctor would call that a fault', (_what, config, hooks) => {
    expect(registered(config, hooks).hooks).toEqual([])
  })

  test('takes no turn away where memory cannot be opened', async () => {
    const [hook] = registered({}, allowed).hooks
    expect(await hook!({ workspaceDir: join(checkout, 'nowhere') })).toBeUndefined()
  })
})

describe('what memory_search is given', () => {
  test('has the path, the line and a score from 0 to 1 of each fact', () =>
    begun(async (repo) => {
      const { corpus } = registered({ workspace: repo.root })
      const found = await corpus.search({ query: 'what does Peter like', maxResults: 2 })
      expect(found.length).toBeLessThanOrEqual(2)
      expect(found[0]).toMatchObject({
        corpus: 'workspace-memory',
        path: day(1),
        startLine: 2,
        endLine: 2,
        citation: `${day(1)}#L2`,
        snippet: 'Likes coffee (0.80 sure)',
        score: 0.9,
      })
      for (const { score } of found) expect(score > 0 && score <= 1).toBe(true)
    }))

  test('is read again by its path or its citation, and nothing else of the disk is', () =>
    begun(async (repo) => {
      const { corpus } = registered({ workspace: repo.root })
      expect(await corpus.get({ lookup: `${day(1)}#L2`, lineCount: 1 })).toMatchObject({
        content: '- O(c=0.8) @Peter: Likes coffee',
        fromLine: 2,
        lineCount: 1,
      })
      repo.write('memory/.secret/x.txt', 'x')
      repo.write('other.md', 'x')
      for (const lookup of [
        'other.md',
        'memory/../other.md',
        '../x.md',
        '/etc/passwd',
        'memory/.secret/x.txt',
        'memory/none.md',
      ])
        expect([lookup, await corpus.get({ lookup })]).toEqual([lookup, null])
    }))
})

describe('the workspace of a call', () => {
  test('is the agent’s, then the settings’, then what OpenClaw would give, then its usual place', () => {
    const runtime = { agent: { resolveAgentWorkspaceDir: (_config: object, id: string) => `/state/workspace-${id}` } }
    const pluginConfig = { workspace: '~/notes' }
    expect(workspaceFolder({ pluginConfig, runtime }, { workspaceDir: '/agent' })).toBe('/agent')
    expect(workspaceFolder({ pluginConfig, runtime }, {})).toBe(join(process.env['HOME'] ?? homedir(), 'notes'))
    expect(workspaceFolder({ runtime }, { agentId: 'work' })).toBe('/state/workspace-work')
  })

  test.each([
    [{}, '/home/me/.openclaw', '/home/me/.openclaw/workspace'],
    [{ OPENCLAW_PROFILE: 'Default' }, '/home/me/.openclaw', '/home/me/.openclaw/workspace'],
    [{ OPENCLAW_PROFILE: 'work' }, '/home/me/.openclaw-work', '/home/me/.openclaw-work/workspace'],
    [{ OPENCLAW_STATE_DIR: '~/state', OPENCLAW_PROFILE: 'work' }, '/home/me/state', '/home/me/state/workspace'],
    [{ OPENCLAW_WORKSPACE_DIR: '/notes', OPENCLAW_PROFILE: 'work' }, '/home/me/.openclaw-work', '/notes'],
  ])('with %j is where OpenClaw’s own rules put it', (environment, state, workspace) => {
    expect(openclawPlaces(environment, '/home/me')).toEqual({ state, workspace, config: `${state}/openclaw.json` })
  })
})

describe('openclaw wsmem', () => {
  test('has a root and three commands below it', () => {
    const words: string[] = []
    const program: Program = {
      command: (each) => (words.push(each), program),
      description: () => program,
      option: () => program,
      action: () => program,
    }
    plugin.register({
      registerTool: () => undefined,
      registerMemoryCorpusSupplement: () => undefined,
      registerCli: (register) => register({ program }),
      on: () => undefined,
    })
    expect(words).toEqual(['wsmem', 'status', 'brief', 'recall <question...>'])
  })
})

describe('memory init --with openclaw', () => {
  const steps = (repo: Repo): string[] => repo.memory('init', '--with', 'openclaw').stdout.split('\n')

  test('says what OpenClaw is to be told, and writes nothing of OpenClaw’s', () =>
    begun((repo) => {
      const said = steps(repo).join('\n')
      expect(said).toContain(`openclaw plugins install --link ${checkout.replace(/\/$/, '')} --force`)
      expect(said).toContain('openclaw.json, which is not there yet')
      expect(said).toContain('home/.openclaw/workspace, and this is another')
      expect(repo.at('home').exists('.openclaw')).toBe(false)
    }))

  test.each([
    [
      'plain JSON that names this folder',
      (root: string) => JSON.stringify({ agents: { defaults: { workspace: root } } }),
      'The first adds',
    ],
    [
      'plain JSON of an agent with another',
      () => '{"agents": {"entries": {"a": {"workspace": "~/a"}}}}',
      'home/a, and this is another',
    ],
    ['JSON5', () => "{agents: {defaults: {workspace: '/x'}}} // mine", 'Its workspace is /x, and this is another'],
    ['what is no JSON5', () => '{agents: ', 'which is not understood, so that the workspaces it names were not read'],
    [
      'something of another form',
      () => '{"agents": [{"defaults": 3}], "workspace": null}',
      'home/.openclaw/workspace, and this is another',
    ],
  ])('reads %s, and leaves its bytes', (_what, made, said) =>
    begun((repo) => {
      const text = made(repo.root)
      repo.at('home').write('.openclaw/openclaw.json', text)
      expect(steps(repo).join('\n')).toContain(said)
      expect(repo.at('home').read('.openclaw/openclaw.json')).toBe(text)
    }),
  )

  test('knows each workspace that a configuration names', () => {
    const agents = {
      defaults: { workspace: '~/notes' },
      entries: { a: { workspace: '/a' }, b: {}, c: { workspace: ' ' } },
    }
    expect(configuredWorkspaces({ agents }, '/home/me')).toEqual(['/home/me/notes', '/a'])
  })
})

describe('SQLite’s module of another Node, for OpenClaw runs a copy of the plugin and on a Node of its own', () => {
  test('what mends it names the folder that the plugin was found in, and the Node that runs', () =>
    begun(async (repo) => {
      const installed = repo.at('prefix/lib/node_modules')
      installed.write('workspace-memory/package.json', '{}')
      installed.write('workspace-memory/node_modules/better-sqlite3/package.json', '{}')
      const packageRoot = installed.path('workspace-memory')
      const cause = new MemoryError(
        'native-missing',
        'run `npm rebuild --prefix /tmp/plugin-captures/1 better-sqlite3`',
      )
      const failed = withWorkspace({ folder: repo.root, packageRoot }, () => Promise.reject(cause))
      await expect(failed).rejects.toThrow(
        `native-missing: better-sqlite3 does not load on this Node, ${process.version} in ${dirname(process.execPath)}: run \`PATH=${dirname(process.execPath)}:$PATH npm rebuild --prefix ${packageRoot} better-sqlite3\``,
      )
      const elsewhere = withWorkspace({ folder: repo.root, packageRoot: undefined }, () => Promise.reject(cause))
      await expect(elsewhere).rejects.toThrow('/tmp/plugin-captures/1')
    }))
})
