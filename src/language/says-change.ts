/** Words by which somebody says outright that what was so is over, or is otherwise now. */
const words = new RegExp(
  String.raw`\b(?:no longer|any ?more|any longer|used to|now|instead of|in place of|stopped|quit|g[ai]ven? up|gave up` +
    String.raw`|moved|relocated|migrated|switched|changed|replaced|swapped|traded|transferred|converted|left|sold` +
    String.raw`|went from|gone from|came out of|resigned|retired|stepped down|cancell?ed|discontinued|dropped|removed` +
    String.raw`|abolished|ended|closed|shut down|phased out|sw(?:ore|orn) off|got rid of|kicked the habit|divorced|married` +
    String.raw`|graduated|qualified|promoted|bought)\b`,
  'i',
)

/**
 * Whether a text may end what was noted before it. Asked before the judge is
 * loaded, which most commits do not need; what it says no to ends nothing.
 */
export const saysChange = (text: string): boolean => words.test(text)
