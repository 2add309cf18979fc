import { readStamp } from '../../model/page.js'

const pageLineForm = /^(?:\.\/)?(bank\/.+\.md)(?:#L|:)(\d+)(?:-L?\d+)?$/is

/** The id that a line of a page is about, as the file stands; a generated line itself states no fact. */
export function idOnPage(reference: string, read: (path: string) => string | null | undefined): string | undefined {
  const [, path, line] = pageLineForm.exec(reference.trim()) ?? []
  const text = path === undefined ? undefined : read(path)?.split('\n')[Number(line) - 1]
  if (text === undefined) return undefined
  const id = readStamp(text)?.stamp.id ?? /\^([0-9a-z]{10})\b/.exec(text)?.[1]
  return id && `^${id}`
}
