// What Git runs: the shims in .git/hooks, and the merge driver of bank/. Somebody waits for a hook at every commit.
'use strict'
const { join } = require('node:path')
const { dist, runCompiled } = require('./compiled.cjs')

async function main() {
  const [what, ...rest] = process.argv.slice(2)
  if (what === 'merge-page') process.exitCode = require(join(dist, 'merge-driver.cjs')).mergeFiles(...rest)
  else await runCompiled('hook', [what, ...rest])
}

main().catch((cause) => {
  process.stderr.write(`memory: ${process.argv[2]} failed: ${cause.message.split('\n')[0]}\n`)
  if (process.argv[2] === 'merge-page') process.exitCode = 1 // a conflict to Git, never a silent loss
})
