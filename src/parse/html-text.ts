/** What a block of HTML says: no comments, of its tags what they show or lead to. */
export const withoutTags = (html: string): string =>
  withoutComments(html)
    .replace(/<\/?[A-Za-z][^<>]*>/g, (tag) => (tag.includes('=') ? ` ${shownBy(tag)} ` : ' '))
    .replace(/\s+/g, ' ')
    .trim()

/** What is begun and never ended is no comment: it may hold the rest of a note. Behind the last end none is looked for. */
function withoutComments(html: string): string {
  const end = html.lastIndexOf('-->') + 1
  return end === 0 ? html : html.slice(0, end + 2).replace(/<!--(?:-?>|[\s\S]*?-->)/g, ' ') + html.slice(end + 2)
}

const telling = /[\s"'](?:alt|title|href|src|cite)=(?:"([^"]*)"|'([^']*)')/gi

/** `<img src="a.png" alt="The shore">` → `a.png The shore` */
const shownBy = (tag: string): string => [...tag.matchAll(telling)].map((found) => found[1] ?? found[2]).join(' ')
