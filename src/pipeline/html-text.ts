/** What a block of HTML says: no comments, of its tags what they show or lead to. */
export const withoutTags = (html: string): string =>
  html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<\/?[A-Za-z][^<>]*>/g, (tag) => (tag.includes('=') ? ` ${shownBy(tag)} ` : ' '))
    .replace(/\s+/g, ' ')
    .trim()

const telling = /[\s"'](?:alt|title|href|src|cite)=(?:"([^"]*)"|'([^']*)')/gi

/** `<img src="a.png" alt="The shore">` → `a.png The shore` */
const shownBy = (tag: string): string => [...tag.matchAll(telling)].map((found) => found[1] ?? found[2]).join(' ')
