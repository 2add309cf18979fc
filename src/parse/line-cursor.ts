/**
 * A place in a line, in characters and in columns: a tab reaches the next
 * multiple of four, and a container may take only a part of it.
 *
 *     '-\tnested' behind the dash: at 1, column 1, white space up to column 4
 */
export class LineCursor {
  at = 0
  column = 0
  /** Columns left of the tab at `at` once a container took a part of it; 0 while the tab is whole. */
  private tabLeft = 0
  /** The next character that is no blank and no tab, by index and by column. */
  next = 0
  nextColumn = 0

  readonly line: string

  constructor(line: string) {
    this.line = line
    this.look()
  }

  /** Columns of white space from here on. */
  get indent(): number {
    return this.nextColumn - this.column
  }

  get blank(): boolean {
    return this.next >= this.line.length
  }

  /** Whether so much white space stands here that no marker may follow it. */
  get indented(): boolean {
    return this.indent >= 4
  }

  /** The first character behind the white space; NaN on a blank line. */
  get code(): number {
    return this.line.charCodeAt(this.next)
  }

  get rest(): string {
    return this.line.slice(this.next)
  }

  skipSpace(): void {
    this.at = this.next
    this.column = this.nextColumn
    this.tabLeft = 0
  }

  /** Moves past a marker of so many characters, none of them a tab. */
  skipCharacters(count: number): void {
    this.skipSpace()
    this.at += count
    this.column += count
    this.look()
  }

  /** Moves past so many columns of white space, or past all that there is. */
  skipColumns(count: number): void {
    let left = Math.min(count, this.indent)
    while (left > 0) {
      const width = this.line[this.at] === '\t' ? this.tabLeft || 4 - (this.column % 4) : 1
      const taken = Math.min(left, width)
      this.column += taken
      left -= taken
      this.tabLeft = width - taken
      if (this.tabLeft === 0) this.at++
    }
  }

  private look(): void {
    let { at, column } = this
    for (; at < this.line.length; at++) {
      const code = this.line.charCodeAt(at)
      if (code === 32) column++
      else if (code === 9) column += 4 - (column % 4)
      else break
    }
    this.next = at
    this.nextColumn = column
  }
}
