// Runs commands one after another in this process, each in the folder and with the environment that it is asked with:
// to start Node takes six times what most of them do. Requests come as lines on one pipe, answers go on another.
'use strict'
const { readSync, writeSync } = require('node:fs')
const { Readable } = require('node:stream')
const { bundleOf, runCompiled } = require('../../bin/compiled.cjs')

const [requests, answers] = [3, 4]

/** What was printed since it was last taken. */
const printed = { stdout: '', stderr: '' }
for (const name of ['stdout', 'stderr']) {
  process[name].write = (text, encoding, done = encoding) => {
    printed[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
    if (typeof done === 'function') done()
    return true
  }
}
// Nothing is typed.
Object.defineProperty(process, 'stdin', { get: () => Readable.from([]) })

/** @returns the next line, or undefined where nobody asks any more */
function nextRequest() {
  const pieces = []
  const piece = Buffer.alloc(1 << 16)
  for (;;) {
    const length = readSync(requests, piece)
    if (length === 0) return undefined
    pieces.push(Buffer.from(piece.subarray(0, length)))
    if (piece[length - 1] === 10) return JSON.parse(Buffer.concat(pieces).toString())
  }
}

function answer(what) {
  const bytes = Buffer.from(`${JSON.stringify(what)}\n`)
  for (let written = 0; written < bytes.length;) written += writeSync(answers, bytes, written)
}

async function main() {
  for (let request = nextRequest(); request !== undefined; request = nextRequest()) {
    const { cwd, environment, args } = request
    process.chdir(cwd)
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(environment, name)) delete process.env[name]
    Object.assign(process.env, environment)
    const status = await runCompiled(bundleOf(args[0]), args)
    process.stdout.removeAllListeners('error')
    answer({ status, ...printed })
    printed.stdout = printed.stderr = ''
  }
}

main()
