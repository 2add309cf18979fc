/**
 * Prepositions that add nothing, behind these verbs or before a weekday. Behind another verb a preposition changes the
 * meaning (`calls Mia`, `calls on Mia`).
 */
const idle =
  /(?<=(?<!\p{L})(?:runs?|ran|running) )on |(?<=(?<!\p{L})(?:speaks?|spoke|speaking) )in |(?<= )on (?=(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?!\p{L}))/giu

/**
 * A text without such prepositions: `Runs on Debian 12`, `Meets Bo on Mondays` → `Runs Debian 12`, `Meets Bo Mondays`.
 */
export const withoutIdle = (text: string): string => text.replace(idle, '')
