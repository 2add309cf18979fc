import { ServerRefusal } from '../servers/ask-server.js'

/**
 * Numbers as a server gave them, a list a text.
 *
 * @throws Refused where they are not as many as there were texts, or of different lengths
 */
export function asVectors(given: unknown, texts: number): Float32Array[] {
  if (!Array.isArray(given) || given.length !== texts)
    throw new ServerRefusal(`the model gave ${Array.isArray(given) ? given.length : 'no'} vectors for ${texts} texts`)
  const vectors = given.map((list: unknown) => {
    const isVector = Array.isArray(list) && list.length > 0 && list.every((each) => Number.isFinite(each))
    if (!isVector) throw new ServerRefusal('the model gave something that is no vector of numbers')
    return Float32Array.from(list as number[])
  })
  if (vectors.some(({ length }) => length !== vectors[0]!.length))
    throw new ServerRefusal('the model gave vectors of different lengths')
  return vectors
}
