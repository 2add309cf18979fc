/**
 * FNV-1a of UTF-16 code units, as a whole number below 2^28: engines keep such numbers unboxed, with a bit to spare.
 */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 4
}
