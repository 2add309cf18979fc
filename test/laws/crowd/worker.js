// node worker.js ROLE NUMBER UNTIL MEMORY REPORT [IDS…], in a workspace: acts until the clock says UNTIL and it has done
// something, and notes in REPORT, one JSON array a line, what it was told that it did: ["appended", path, line], ["retired", id], …
import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'

const [role, number, until, memory, report, ...ids] = process.argv.slice(2)
const told = new Set()
const done = (...what) => {
  appendFileSync(report, `${JSON.stringify(what)}\n`)
  told.add(what[0])
}
const run = (command, ...args) => spawnSync(command, args, { encoding: 'utf8' })
const ours = (...args) => run(process.execPath, memory, ...args)
const pause = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/** Among so many a command may be overtaken until its patience ends: that is said, and nothing is done. */
const overtaken = /HEAD moved meanwhile|try again(?:$|"}})/
const refused = (stderr) => done(...(overtaken.test(stderr.trim()) ? ['overtaken', role] : ['failed', role, stderr]))

let count = 0
const roles = {
  /** An agent that keeps a log of its own and commits it. */
  commits() {
    const path = `memory/2026-02-0${number}-agent.md`
    const line = `- ${count % 3 ? 'W' : `O(c=0.${1 + (count % 9)})`} @Agent${number}: Did the thing number ${count} of ${number}`
    appendFileSync(path, count === 0 ? `## Retain\n${line}\n` : `${line}\n`)
    if (run('git', 'add', path).status === 0 && run('git', 'commit', '-q', '-m', `log ${number}`).status === 0)
      done('committed', path, line)
  },
  /** A person who writes on a page and in a log that others change. */
  appends() {
    for (const path of ['bank/world.md', 'memory/2026-01-01.md']) {
      const line = `Remark ${count} of ${number} in ${path}.`
      appendFileSync(path, `\n${line}\n`)
      done('appended', path, line)
    }
    pause(40)
  },
  retires() {
    const [id] = ids
    if (id === undefined) return pause(100)
    const { status, stderr } = ours('retire', id)
    if (status === 0) done('retired', ids.shift())
    else refused(stderr)
  },
  forgets() {
    const [id] = ids
    if (id === undefined) return pause(100)
    const { status, stderr } = ours('forget', id)
    if (status === 0) done('forgotten', ids.shift())
    else refused(stderr)
  },
  lands() {
    const { status, stdout, stderr } = ours('reflect', '--commit', '--json')
    if (status === 0) done('landed', JSON.parse(stdout).commit)
    else refused(stderr)
    pause(50)
  },
  asks() {
    const { status, stderr } = ours('recall', 'thing number', '--k', '3', '--json')
    if (status === 0) done('asked')
    else refused(stderr)
  },
}
const hasDone = () => [...told].some((what) => what !== 'overtaken')
while (Date.now() < Number(until) || !hasDone()) {
  roles[role]()
  count++
}
