/**
 * An estimate of how many tokens a language model's tokenizer makes of a text, without its vocabulary. A token is a
 * common run of characters, so each pair of neighbours costs what `npm run fit:tokens` found for their classes: the
 * less likely they stand in one token, the more. A text costs the sum, and the costs of its lines add up to that of the
 * whole.
 *
 *     'Peter moved to Wels.'     →   5.50   (6 in o200k_base)
 *     'memory/2025-11-27.md#L4'  →  13.05   (12)
 *     '我们决定'                  →   3.70   (2)
 */
export function tokenCost(text: string): number {
  let cost = 0
  eachPair(text, (pair, isCapital) => (cost += costs[pair]! + (isCapital ? capital : 0)))
  return cost
}

/** The leading items that fit the budget together: all before the first that does not fit. */
export function leadingWithin<T>(ranked: readonly T[], cost: (one: T) => number, budget: number): T[] {
  let left = budget
  const end = ranked.findIndex((one) => (left -= cost(one)) < 0)
  return ranked.slice(0, end < 0 ? ranked.length : end)
}

/**
 * The items that fit the budget, in order. One too long for the rest is left out, and the next is tried. None is cut.
 */
export function withinBudget<T>(ranked: readonly T[], cost: (one: T) => number, budget: number): T[] {
  let left = budget
  return ranked.filter((one) => {
    const price = cost(one)
    if (price > left) return false
    left -= price
    return true
  })
}

/**
 * @param each is told the table's place for a character and the one before it, and whether capitals begin; a text
 * begins as a line does
 */
export function eachPair(text: string, each: (pair: number, isCapital: boolean) => void): void {
  let before = lineFeed
  let wasUpper = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.codePointAt(at)!
    if (unit > 0xffff) at++
    const isUpper = unit >= 65 && unit <= 90
    const own = classOf(isUpper ? unit + 32 : unit)
    each(before * classes + own, isUpper && !wasUpper)
    before = own
    wasUpper = isUpper
  }
}

const firstOther = 26
const digit = 34
const blank = 35
const lineFeed = 36
const joining = 37
const mark = 38
const rare = 40
/** How many classes there are: the 26 letters, and those numbered above and in `ranges`. */
export const classes = 41

/** The first code point of each range and its class, up to the next. */
const ranges: readonly (readonly [from: number, own: number])[] = [
  [0x80, 39], // signs of Latin 1
  [0xc0, firstOther], // Latin with marks
  [0x250, 29],
  [0x370, 27], // Greek, Cyrillic
  [0x530, 29], // Armenian
  [0x590, 28], // Hebrew, Arabic
  [0x700, 29], // all other alphabets
  [0x1e00, firstOther],
  [0x1f00, 27],
  [0x2000, 39], // dashes, quotation marks
  [0x2060, rare],
  [0x3000, 33], // punctuation of East Asia
  [0x3040, 30], // kana
  [0x3100, rare],
  [0x3400, 31], // Han
  [0xa000, rare],
  [0xac00, 32], // hangul
  [0xd7b0, rare],
  [0xff00, 33], // signs of full width
  [0xff66, rare],
]

function classOf(unit: number): number {
  if (unit >= 97 && unit <= 122) return unit - 97
  if (unit < 0x80) return asciiClass(unit)
  let own = rare
  for (const [from, each] of ranges) {
    if (unit < from) break
    own = each
  }
  return own
}

function asciiClass(unit: number): number {
  if (unit >= 48 && unit <= 57) return digit
  if (unit === 32 || unit === 9) return blank
  if (unit === 10 || unit === 13) return lineFeed
  return '-_./:#'.includes(String.fromCharCode(unit)) ? joining : mark
}

const capital = 0.15
/**
 * What each pair costs: a row for the class of the first character, in it a base-62 digit for each class of the second,
 * in twentieths of a token.
 */
const table = `
  F102R00403501000002424BG866LLLLL50bFnUKEz
  0AF57I0O00000B00H7D00CGFJ3BLLLLzDzfKz0E0z
  100M36Q05040ON0MH00000EZ9BDLLLI0Bqe3EIM0z
  00170T402070664F000003KF0FDLL0L400b8J9EMz
  1H1510946BC4002400025C00465LLLL00ZpBiHBOz
  5AED00GL0Xo50A0I20D70FDIDJ6LLLLJNMcEzHM0z
  61mP02810K59097080CP6140Q19LLLLD51O3nK9Ez
  72N052A82M9042143JB00L3F590LLLLL0vV8mMGMz
  601755195WA950015856Q5E0U63LLLL0L0gOoTAQz
  0MC600PF00LCR03900500QLCH0KLLLLLLLW7zGE2z
  506038F00I1C60B8600B00hKR3ZLLLLL56iCMDFzz
  40B844X910051L509H0B90BI0VELL0L030n9zHGGz
  90EL21F00eL808000s0gBL004BBLLCL6L0qGzAHfz
  4S06A120D942R683P41279N0WOGLL0L0icaHvIMYz
  B318EB8C53E370000579495F0J6LLLL0L0qEmZb0z
  3AG0AaY97LQ37S4072L010A9EOMLLLLHvgr8iPQZz
  0MRDO6XQCUR0bKBaLH9P0JWJ0G9LLLLLLLdEzLSBz
  7V4C64605S5E290D0573D0JTICBLL0LL00qDbLH0z
  A9BV6F0040A2I75408050350027HLLL00EZFmIGJz
  523134510ZD30230004E08AR52BLLLLM0LT9hGC2z
  0J0652IM0KJ004G7R00022QH5D7LLLLLLUXKzSAUz
  1AaG0RB01CSE6K40BK3GTEOSPF7LLLL0LLYTzB9zz
  2DA00BB05C002070gJ930A0FBL0LLLLLDLHOiLO0z
  300K0H78041T0ZP0X0B0C1D00P0LLLL0F0V4zKWCz
  AM00BRWJCJC50000I800DA5BG00LL5LJ4va7yB96z
  9Z0H40B05eg251106DI04hAO7bOLLLLLLLLQriK0z
  HDC9510AN06C1004M8F2A47iL68LLNLLLLEGzSB4z
  LLLLLLLLLLLLLLLLLHLLLLLLLLL4LLLLLLL3OZ10z
  LLLLLLLLLLLLLLLLLLLLLLLLLLLLGLLLLLL3V000z
  LLLlLLLLLLHDA0LLL20CLLLL5LLLLALLLLL0Y002z
  LLLLLLLLLLLLLLLLLLLLLLLLLLLLLLE6LRL4iN0Lz
  2z04BLRxHLLLH4J07D05R002L6LLLLWLLgFMf0Z3z
  LLKLLLLLLLLLLLLLLLLLLLLLLLLLLLLLELL7i0OLz
  o0Rs2dJ0010O0006L00U14clUJLLLLE0LCB06eARz
  FG8679BAQ0937D02644DX6B6A2ELLLD78z41R445W
  101100001A0200003000000C080A001GI0f2jA7AU
  390EA0JI1NU4058FH0407HDj0bHz0V0BNDGE0B60z
  0008O00000000001y80707000BZLL0Lt0hb7F2B0z
  OSJPMLZJB8d93HIHHNC990OPQVLf0L00LVaDSI5h7
  E19P07a92JcdRCO806CA0V0K6LOJ00L0D4II1M0Rz
  LLLDLLLLLLLLLLLLLLLLLLLLLLLLLLLLFD71qD0Lz
`
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const costs = Array.from(table.replace(/\s/g, ''), (each) => digits.indexOf(each) / 20)
