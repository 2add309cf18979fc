import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { commandBound, unbound } from '../support/bound-by-permissions.js'
import { indexFolder } from '../support/index-place.js'
import { day, retain } from '../support/notes.js'
import { beginningWith, checkout, memoryCommand, type Repo } from '../support/with-repo.js'
import { call, request, type Reply } from './talk.js'

const bounded = unbound === undefined ? test : test.skip
const orUnbound = unbound === undefined ? '' : ` (skipped: ${unbound})`

const begun = beginningWith((repo) => {
  repo.commit(
    day(1),
    retain(...Array.from({ length: 30 }, (_, at) => `O(c=0.8) @Peter: Likes the tea of garden ${at}`)),
  )
  repo.commit('MEMORY.md', `## Rules\n\n${'- Ask first.\n'.repeat(40)}`)
})

/** A program where nothing can be written below `.git`, so that each answer is one of an index in memory. */
async function whileBound<T>(repo: Repo, work: () => T): Promise<T> {
  repo.remove(indexFolder)
  chmodSync(repo.path('.git'), 0o500)
  try {
    return work()
  } finally {
    chmodSync(repo.path('.git'), 0o700)
  }
}

const word = 'the index cannot be written (permission denied'

describe(`what the library tells of an answer is part of it${orUnbound}`, () => {
  bounded('within its budget, in a resource, and in its JSON', () =>
    begun(async (repo) => {
      const budgets = [170, 200, 300, 500]
      const asked = [
        ...budgets.map((budget, at) => call(at, 'brief', { budget })),
        call(10, 'log', { beliefs: true, since: '2025-10', budget: 200 }),
        call(11, 'status'),
        call(12, 'recall', { question: 'tea', budget: 200 }),
        request(13, 'resources/read', { uri: 'memory://brief' }),
      ]
      repo.write('asked.jsonl', `${asked.join('\n')}\n`)
      const { stdout } = await whileBound(repo, () =>
        repo.run(
          'sh',
          '-c',
          'exec "$@" < asked.jsonl',
          'sh',
          ...commandBound(memoryCommand, 'mcp', '--structured', '--now', '2025-11-20'),
        ),
      )
      const replies = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Reply)
      expect(replies).toHaveLength(asked.length)
      for (const { id, result } of replies) {
        const { content, structuredContent, contents } = result as {
          content?: [{ text: string }]
          structuredContent?: { notices: string[] }
          contents?: [{ text: string }]
        }
        const text = content?.[0].text ?? contents![0].text
        expect([id, text.split('\n').filter((line) => line.includes(word))]).toEqual([id, [expect.any(String)]])
        if (content)
          expect([id, structuredContent!.notices]).toEqual([
            id,
            expect.arrayContaining([expect.stringContaining(word)]),
          ])
        const { params } = JSON.parse(asked[replies.findIndex((each) => each.id === id)]!) as {
          params: { arguments?: { budget?: number } }
        }
        expect([id, encode(text).length <= (params.arguments?.budget ?? Infinity)]).toEqual([id, true])
      }
    }),
  )

  bounded('in OpenClaw too: of its tools, and of the brief behind its prompt', () =>
    begun(async (repo) => {
      const host = repo.path('../host.mjs')
      writeFileSync(
        host,
        `import plugin from ${JSON.stringify(join(checkout, 'dist/openclaw.js'))}
const tools = new Map(), hooks = [], nothing = () => {}
plugin.register({
  config: { plugins: { entries: { 'workspace-memory': { hooks: { allowConversationAccess: true } } } } },
  registerTool: (make, { name }) => tools.set(name, make),
  registerMemoryCorpusSupplement: nothing,
  registerCli: nothing,
  on: (_name, hook) => hooks.push(hook),
})
const context = { workspaceDir: ${JSON.stringify(repo.root)}, agentId: 'main' }
const { content, details } = await tools.get('wsmem_status')(context).execute('call', {})
const { appendSystemContext } = await hooks[0]({}, context)
console.log(JSON.stringify([content[0].text, details.notices.join(), appendSystemContext]))
`,
      )
      const [command, ...args] = commandBound(host)
      const { stdout } = await whileBound(repo, () => repo.run(command!, ...args))
      expect(JSON.parse(stdout)).toEqual(Array.from({ length: 3 }, () => expect.stringContaining(word)))
    }),
  )
})
