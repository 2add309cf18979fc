import { ServerRefusal } from '../servers/ask-server.js'

/**
 * The vectors that a model gave, one for each text.
 *
 * @throws ServerRefusal where there is not one for each text, one is no list of numbers, or their lengths differ
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
