/**
 * Prepositions behind a verb, or before a day, that may be left out. Behind other verbs a preposition makes another
 * thing (`calls Mia`, `calls on Mia`), so these are all.
 */
const idle =
  /(?<=(?<!\p{L})(?:runs?|ran|running) )on |(?<=(?<!\p{L})(?:speaks?|spoke|speaking) )in |(?<= )on (?=(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?!\p{L}))/giu

/**
 * A text without such prepositions: `Runs on Debian 12`, `Meets Bo on Mondays` → `Runs Debian 12`, `Meets Bo Mondays`.
 */
export const withoutIdle = (text: string): string => text.replace(idle, '')
