/** How Git's attributes change a note's bytes on their way into the repository (gitattributes(5)). */
export interface OnTheWay {
  /** `$Id: 616c2db…$` in the working tree is `$Id$` in the repository. */
  readonly ident: boolean
  /** The encoding of the working tree's text, as attributes name it: `UTF-16LE-BOM`. */
  readonly encoding: string | undefined
  /** The name of a filter whose program a person's configuration gives. It is never run here. */
  readonly filter: string | undefined
}

/** A note's bytes as Git would commit them; undefined where only Git could tell them. */
export function asCommitted(bytes: Buffer, { ident, encoding, filter }: OnTheWay): Buffer | undefined {
  if (filter !== undefined) return undefined
  const text = encoding === undefined ? bytes : decoded(bytes, encoding)
  if (!text || !ident) return text
  return Buffer.from(text.toString('latin1').replaceAll(/\$Id:[^$\n]*\$/g, '$Id$$'), 'latin1')
}

function decoded(bytes: Buffer, encoding: string): Buffer | undefined {
  const marked =
    bytes[0] === 0xfe && bytes[1] === 0xff
      ? 'utf-16be'
      : bytes[0] === 0xff && bytes[1] === 0xfe
        ? 'utf-16le'
        : undefined
  const label = encoding.replace(/-BOM$/i, '')
  try {
    return Buffer.from(
      new TextDecoder(/^utf-?16/i.test(label) && marked ? marked : label, { fatal: true }).decode(bytes),
      'utf8',
    )
  } catch {
    return undefined // Node does not know the encoding, or the bytes are not in it
  }
}
