/**
 * For `node --require`: in that process every reading of the clock gives the moment that stands in the file which MOVED_CLOCK
 * names, such as `2026-03-28T23:59:56+01:00`. Whoever writes the file moves the clock of a process that runs.
 */
const { readFileSync } = require('node:fs')

const moment = () => RealDate.parse(readFileSync(process.env.MOVED_CLOCK, 'utf8'))
const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [moment()] : given, made),
  apply: () => new RealDate(moment()).toString(),
  get: (target, name) => (name === 'now' ? moment : Reflect.get(target, name)),
})
