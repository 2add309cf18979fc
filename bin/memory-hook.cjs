// What Git runs: the shims in .git/hooks, and the merge driver of bank/. Somebody waits for a hook at every commit, so
// it is one file, and what V8 made of it the first time is kept beside it: compiling it again costs about 20 ms.
'use strict'
const { createHash } = require('node:crypto')
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { Script } = require('node:vm')

async function main() {
  const dist = join(__dirname, '../dist/hook')
  if (process.argv[2] === 'merge-page') {
    process.exitCode = require(join(dist, 'merge-driver.cjs')).mergeFiles(...process.argv.slice(3))
    return
  }
  const file = join(dist, 'main.cjs')
  const source = readFileSync(file, 'latin1') // the build writes ASCII only
  const cache = join(dist, `${source.slice(3, source.indexOf('\n'))}-${process.version}-${process.arch}.cache`)
  const cachedData = read(cache)
  const script = new Script(source, { filename: file, cachedData })
  const bundle = { exports: {} }
  const load = (name) => require(name.startsWith('.') ? join(dist, name) : name)
  load.resolve = require.resolve
  script.runInThisContext()(bundle.exports, load, bundle, file, dist)
  await bundle.exports.main(process.argv.slice(2))
  if (!cachedData || script.cachedDataRejected) keep(cache, script.createCachedData())
}

/** Compiled code behind its SHA-256: V8 itself would run what a bad disk made of it. */
function read(path) {
  try {
    const bytes = readFileSync(path)
    const data = bytes.subarray(32)
    return checksum(data).equals(bytes.subarray(0, 32)) ? data : undefined
  } catch {
    return undefined // not made yet
  }
}

function keep(path, data) {
  const temporary = `${path}-${process.pid}`
  try {
    writeFileSync(temporary, Buffer.concat([checksum(data), data]), { flag: 'wx' })
    renameSync(temporary, path)
  } catch {
    rmSync(temporary, { force: true }) // the package is installed where its user cannot write
  }
}

const checksum = (data) => createHash('sha256').update(data).digest()

main().catch((cause) => {
  process.stderr.write(`memory: ${process.argv[2]} failed: ${cause.message.split('\n')[0]}\n`)
  if (process.argv[2] === 'merge-page') process.exitCode = 1 // a conflict to Git, never a silent loss
})
