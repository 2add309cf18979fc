/** A note's text, or why it has none. */
export type Decoded = { readonly text: string } | { readonly unreadable: string }

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lfsPointer = 'version https://git-lfs.github.com/spec/v1\n'

/** @param bytes a number stands for so many bytes that nobody read */
export function decode(bytes: Uint8Array | number | undefined, largest: number): Decoded {
  if (bytes === undefined) return { unreadable: 'not indexed: this clone does not hold its bytes' }
  if (typeof bytes === 'number' || bytes.length > largest)
    return {
      unreadable: `not indexed: ${typeof bytes === 'number' ? bytes : bytes.length} bytes, the limit is ${largest}`,
    }
  try {
    const text = utf8.decode(bytes)
    if (text.startsWith(lfsPointer))
      return { unreadable: 'not indexed: a Git LFS pointer, its text is not in the repository' }
    return { text: text.replaceAll('\0', '\uFFFD') }
  } catch {
    return { unreadable: 'not indexed: not UTF-8 text' } // TextDecoder says no more than that
  }
}
