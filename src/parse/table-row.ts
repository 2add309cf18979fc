/** Rows of GitHub's tables. A `|` behind a backslash is a character of its cell. */

/** How many columns a row of dashes has; undefined for a line that is none: `| - | :-: |` has 2. */
export function delimitedColumns(line: string): number | undefined {
  if (!/^[-|:]/.test(line) || !/[|:]/.test(line)) return undefined
  const cells = line.trimEnd().split('|')
  if (cells[0] === '') cells.shift()
  if (cells.at(-1)!.trim() === '') cells.pop()
  return cells.length > 0 && cells.every((cell) => /^[ \t]*:?-+:?[ \t]*$/.test(cell)) ? cells.length : undefined
}

/** How many columns a row has as the head of a table. */
export function columnsOf(line: string): number {
  const cells = split(line)
  if (cells[0] === '') cells.shift()
  if (cells.length > 0 && cells.at(-1)!.trim() === '') cells.pop()
  return cells.length
}

export const cellsOf = (line: string): string[] =>
  split(line)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')

function split(line: string): string[] {
  if (!line.includes('\\')) return line.split('|')
  const cells: string[] = []
  let from = 0
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === 92) {
      const next = line.charCodeAt(at + 1)
      if (next === 92 || next === 124) at++
    } else if (code === 124) {
      cells.push(line.slice(from, at))
      from = at + 1
    }
  }
  return [...cells, line.slice(from)]
}
