// Runs a bundle with what V8 made of it the first time, which is kept beside it: compiling it again costs 20 ms and more.
'use strict'
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { Script } = require('node:vm')
const { crc32 } = require('node:zlib') // node:crypto takes 3 ms more to load

const dist = join(__dirname, '../dist/compiled')

/**
 * What runs so often, or while somebody waits, that it has code of its own: V8 reads all that it is given, 5 ms more where
 * another command had left its own.
 */
const often = /^(?:recall|brief|retain|show|status|mcp|post-[a-z]+|prepare-commit-msg)$/

/** @returns what `main` of the bundle returns */
async function runCompiled(name, argv) {
  const what = often.test(argv[0]) ? argv[0] : 'any'
  const started = new Map()
  // What a bundle loads from beside it was left out of it because most runs need nothing of it.
  const load = (wanted) => (wanted.startsWith('./') ? start(wanted.slice(2, -'.cjs'.length), 'any') : require(wanted))
  load.resolve = require.resolve
  const start = (bundle, kind) => {
    if (!started.has(bundle)) started.set(bundle, compiled(bundle, kind, load))
    return started.get(bundle).exports
  }
  const result = await start(name, what).main(argv)
  for (const { keepIfNew } of started.values()) keepIfNew()
  return result
}

/** A bundle, run; what V8 makes of it is kept once it has done its work. */
function compiled(name, kind, load) {
  const file = join(dist, `${name}.cjs`)
  const source = readFileSync(file, 'latin1') // the build writes ASCII only
  const hash = source.slice(3, source.indexOf('\n'))
  const cache = join(dist, `${hash}-${kind}-${process.version}-${process.arch}.cache`)
  const cachedData = read(cache)
  const script = new Script(source, { filename: file, cachedData })
  const bundle = { exports: {} }
  script.runInThisContext()(bundle.exports, load, bundle, file, dist)
  return {
    exports: bundle.exports,
    keepIfNew() {
      if (!cachedData || script.cachedDataRejected) keep(cache, script.createCachedData())
    },
  }
}

/** Compiled code behind its CRC-32: V8 itself would run what a bad disk made of it. */
function read(path) {
  try {
    const bytes = readFileSync(path)
    const data = bytes.subarray(4)
    return crc32(data) === bytes.readUInt32LE(0) ? data : undefined
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

function checksum(data) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(crc32(data), 0)
  return bytes
}

/** The bundle of a command. Agents wait for these two at every turn: what they need is half of all, and takes 6 ms less to load. */
const bundleOf = (command) => (command === 'recall' || command === 'brief' ? 'ask' : 'cli')

module.exports = { bundleOf, dist, runCompiled }
