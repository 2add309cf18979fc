/** What work may at most grow by where its input grows 32 times: far above linear work, far below quadratic (1024). */
export const linear = 256

/** Below this a measurement, in milliseconds, is noise. */
const shortest = 0.5

/**
 * How many times longer `work` takes with an input made for `4 * size` than
 * with one made for an eighth of `size`: about 32 where it is linear, about
 * 1024 where it is quadratic. The two lie so far apart that a cold start, a
 * collection of garbage or a busy machine cannot make one look like the other;
 * it is processor time, and the best of several runs where one looks bad.
 */
export function growth<T>(make: (size: number) => T, work: (input: T) => unknown, size: number): number {
  const [small, large] = [make(Math.ceil(size / 8)), make(4 * size)]
  let [fast, slow] = [Infinity, Infinity]
  for (let round = 0; round < 5 && !(slow / fast < linear); round++) {
    fast = Math.max(Math.min(fast, milliseconds(work, small)), shortest)
    slow = Math.min(slow, milliseconds(work, large))
  }
  return slow / fast
}

/**
 * How many times longer `work` takes with one input than with another, the best
 * of several runs each: a run into which a collection of the whole heap fell,
 * by threads whose time counts too, is ten times as long as the next one.
 */
export function timesAsLong<T>(work: (input: T) => unknown, input: T, other: T): number {
  let [slow, fast] = [Infinity, Infinity]
  for (let round = 0; round < 12; round++) {
    fast = Math.max(Math.min(fast, milliseconds(work, other)), shortest)
    slow = Math.min(slow, milliseconds(work, input))
    if (slow < 10 * fast) break
  }
  return slow / fast
}

function milliseconds<T>(work: (input: T) => unknown, input: T): number {
  const before = process.cpuUsage()
  work(input)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
