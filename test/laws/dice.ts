/** Choices that one number decides, in the order in which they are asked for. */
export class Dice {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }
  /** From 0 to `below` - 1 (mulberry32). */
  number(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
  one<T>(choices: readonly T[]): T {
    return choices[this.number(choices.length)]!
  }
  some<T>(choices: readonly T[], most: number): T[] {
    return Array.from({ length: this.number(most + 1) }, () => this.one(choices))
  }
}
