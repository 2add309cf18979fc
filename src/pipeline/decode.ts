/** A note's text, or why it has none. */
export type Decoded = { readonly text: string } | { readonly unreadable: string }

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** What a filter of Git's leaves in the repository in place of a text, by how it begins; some of it is text itself. */
const instead: readonly (readonly [begins: string, what: string])[] = [
  ['version https://git-lfs.github.com/spec/v1\n', 'a Git LFS pointer'],
  ['\0GITCRYPT\0', 'encrypted by git-crypt'],
  ['U2FsdGVkX1', 'encrypted by OpenSSL'], // base64 of `Salted__`
  ['age-encryption.org/v1\n', 'encrypted by age'],
  ['-----BEGIN AGE ENCRYPTED FILE-----', 'encrypted by age'],
  ['-----BEGIN PGP MESSAGE-----', 'encrypted by PGP'],
]

/** @param bytes a number stands for so many bytes that nobody read */
export function decode(bytes: Uint8Array | number | undefined, largest: number): Decoded {
  if (bytes === undefined) return { unreadable: 'not indexed: this clone does not hold its bytes' }
  if (typeof bytes === 'number' || bytes.length > largest)
    return {
      unreadable: `not indexed: ${typeof bytes === 'number' ? bytes : bytes.length} bytes, the limit is ${largest}`,
    }
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString('latin1')
  const kept = instead.find(([begins]) => start.startsWith(begins))
  if (kept) return { unreadable: `not indexed: ${kept[1]}, its text is not in the repository` }
  try {
    const text = utf8.decode(bytes)
    return { text: text.replaceAll('\0', '\uFFFD') }
  } catch {
    return { unreadable: 'not indexed: not UTF-8 text' } // TextDecoder says no more than that
  }
}
