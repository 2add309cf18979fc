// The two of `assert` that yargs asks; the whole of it takes 2 ms to load.
function refuse(given) {
  throw new TypeError(typeof given === 'string' ? given : 'yargs was called otherwise than it may be')
}

export const strictEqual = (actual, expected, message) => Object.is(actual, expected) || refuse(message)
export const notStrictEqual = (actual, expected, message) => Object.is(actual, expected) && refuse(message)
