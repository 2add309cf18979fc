// What Git runs: the shims in .git/hooks, and what merges pages and logs. Somebody waits for a hook at every commit.
'use strict'
const { join } = require('node:path')
const { dist, runCompiled } = require('./compiled.cjs')

const merges = { 'merge-page': 'mergeFiles', 'merge-log': 'mergeLogs' }

async function main() {
  const [what, ...rest] = process.argv.slice(2)
  if (Object.hasOwn(merges, what)) process.exitCode = require(join(dist, 'merge-driver.cjs'))[merges[what]](...rest)
  else await runCompiled('hook', [what, ...rest])
}

main().catch((cause) => {
  process.stderr.write(`memory: ${process.argv[2]} failed: ${cause.message.split('\n')[0]}\n`)
  if (Object.hasOwn(merges, process.argv[2])) process.exitCode = 1 // a conflict to Git, never a silent loss
})
