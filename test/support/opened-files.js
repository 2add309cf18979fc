/**
 * For `node --import`: each file that the process opens by its path is written down in the file that OPENED_FILES names, a
 * line each.
 */
import fs from 'node:fs'

const { appendFileSync, openSync } = fs
let isNoting = false
fs.openSync = (path, ...rest) => {
  if (!isNoting && typeof path === 'string') {
    isNoting = true
    appendFileSync(process.env.OPENED_FILES, `${path}\n`)
    isNoting = false
  }
  return openSync(path, ...rest)
}
