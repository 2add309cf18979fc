/** A note's text, or why it has none. */
export type Decoded = { readonly text: string } | { readonly unreadable: string }

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })
const lfsPointer = 'version https://git-lfs.github.com/spec/v1\n'

/** Where more of a file than this is no UTF-8, it is another encoding or no text at all, and nobody would know its words again. */
const mostBroken = 0.3

/**
 * What is no UTF-8 costs its characters, not the note: U+FFFD stands for them,
 * and `parseNote` lists the line. So does it for NUL, which would end a string
 * in SQLite.
 *
 * @param bytes a number stands for so many bytes that nobody read
 */
export function decode(bytes: Uint8Array | number | undefined, largest: number): Decoded {
  if (bytes === undefined) return { unreadable: 'not indexed: this clone does not hold its bytes' }
  if (typeof bytes === 'number' || bytes.length > largest)
    return {
      unreadable: `not indexed: ${typeof bytes === 'number' ? bytes : bytes.length} bytes, the limit is ${largest}`,
    }
  const text = utf8(bytes)
  if (text === undefined) return { unreadable: 'not indexed: not UTF-8 text' }
  if (text.startsWith(lfsPointer))
    return { unreadable: 'not indexed: a Git LFS pointer, its text is not in the repository' }
  return { text: text.replaceAll('\0', '\uFFFD') }
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    const text = lenient.decode(bytes)
    const broken = text.length - text.replace(/[\uFFFD\0]/g, '').length
    return broken > mostBroken * text.length ? undefined : text
  }
}
