/** What a block of HTML says: no comments, no tags. */
export const withoutTags = (html: string): string =>
  html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<\/?[A-Za-z][^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
