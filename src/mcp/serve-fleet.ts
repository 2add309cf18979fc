import type { Readable, Writable } from 'node:stream'
import type { Fleet } from '../index.js'
import { fenceQuotes } from './quoted.js'
import { fleetInstructions, fleetTools } from './fleet-tools.js'
import { fleetGives } from './gives.js'
import { answerRequests, argumentsOf, callResult, newServer, oneNamed, turns, type Methods } from './requests.js'
import { argumentsAsMeant } from './schema.js'
import { toolListing } from './tool-listing.js'

/**
 * Serves a fleet's questions as tools, as `serve` does for a workspace; none of them writes.
 *
 * @param as who asks: whoever starts the server says so, and no call can say otherwise
 */
export async function serveFleet(
  fleet: Fleet,
  as: string,
  stdin: Readable,
  stdout: Writable,
  { structured = false }: { readonly structured?: boolean } = {},
): Promise<void> {
  const server = newServer({ tools: {} }, fleetInstructions)
  const { inTurn, allDone } = turns()
  const methods: Methods = {
    'tools/list': () => ({
      tools: fleetTools.map((tool) => toolListing(tool, structured ? fleetGives[tool.name] : undefined)),
    }),
    'tools/call': (params, { signal }) => {
      const tool = oneNamed(fleetTools, 'tool', params['name'])
      const given = argumentsOf(params)
      return inTurn(() =>
        callResult(structured, async () => {
          signal.throwIfAborted()
          const { value, lines } = await tool.run(fleet, argumentsAsMeant(tool.takes, given) as never, as)
          return { value, text: fenceQuotes(lines) }
        }),
      )
    },
  }
  try {
    await answerRequests(server, methods, stdin, stdout)
    await allDone()
  } finally {
    await server.close()
    await fleet.close()
  }
}
