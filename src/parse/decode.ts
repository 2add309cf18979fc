export type Decoded = { readonly text: string } | { readonly unreadable: string }

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** First bytes of what a Git filter commits in place of a text. Some is valid UTF-8, so decoding would accept it. */
const instead: readonly (readonly [begins: string, what: string])[] = [
  ['version https://git-lfs.github.com/spec/v1\n', 'a Git LFS pointer'],
  ['\0GITCRYPT\0', 'encrypted by git-crypt'],
  ['U2FsdGVkX1', 'encrypted by OpenSSL'], // base64 of `Salted__`
  ['age-encryption.org/v1\n', 'encrypted by age'],
  ['-----BEGIN AGE ENCRYPTED FILE-----', 'encrypted by age'],
  ['-----BEGIN PGP MESSAGE-----', 'encrypted by PGP'],
]

/** The largest share of broken UTF-8 in a text. A file with more is in another encoding, or binary. */
const mostBroken = 0.3

/** For a file that a partial clone has not fetched: of all unreadable files, only this may be readable elsewhere. */
export const notHeldMessage = 'not indexed: this clone does not hold its bytes'

/**
 * The text of a note's bytes. Bytes that are no UTF-8 become U+FFFD, which `parseNote` reports. So does NUL, which
 * would end a string in SQLite.
 *
 * @param bytes a number is the size of a file that was too large to read; undefined: this clone does not hold the file
 */
export function decode(bytes: Uint8Array | number | undefined, largest: number): Decoded {
  if (bytes === undefined) return { unreadable: notHeldMessage }
  if (typeof bytes === 'number' || bytes.length > largest)
    return {
      unreadable: `not indexed: ${typeof bytes === 'number' ? bytes : bytes.length} bytes, the limit is ${largest}`,
    }
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString('latin1')
  const kept = instead.find(([begins]) => start.startsWith(begins))
  if (kept) return { unreadable: `not indexed: ${kept[1]}, its text is not in the repository` }
  const text = utf8(bytes)
  if (text === undefined) return { unreadable: 'not indexed: not UTF-8 text' }
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
