/** A generator of the same numbers from 0 to 1 each time (Numerical Recipes' linear congruential generator). */
export function anyNumbers(): () => number {
  let state = 12_345
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
