// Runs a bundle with what V8 made of it the first time, which is kept beside it: compiling it again costs 20 ms and more.
'use strict'
const { createHash } = require('node:crypto')
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { Script } = require('node:vm')

const dist = join(__dirname, '../dist/compiled')

/** @returns what `main` of the bundle returns */
async function runCompiled(name, argv) {
  const file = join(dist, `${name}.cjs`)
  const source = readFileSync(file, 'latin1') // the build writes ASCII only
  const cache = join(dist, `${source.slice(3, source.indexOf('\n'))}-${process.version}-${process.arch}.cache`)
  const cachedData = read(cache)
  const script = new Script(source, { filename: file, cachedData })
  const bundle = { exports: {} }
  const load = (wanted) => require(wanted.startsWith('.') ? join(dist, wanted) : wanted)
  load.resolve = require.resolve
  script.runInThisContext()(bundle.exports, load, bundle, file, dist)
  const result = await bundle.exports.main(argv)
  if (!cachedData || script.cachedDataRejected) keep(cache, script.createCachedData())
  return result
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

module.exports = { dist, runCompiled }
