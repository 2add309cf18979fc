/** An HTML block's text without comments. A tag leaves only the words that it shows and the place that it links to. */
export const withoutTags = (html: string): string =>
  withoutComments(html)
    .replace(/<\/?[A-Za-z][^<>]*>/g, (tag) => (tag.includes('=') ? ` ${shownBy(tag)} ` : ' '))
    .replace(/\s+/g, ' ')
    .trim()

/** HTML without its comments. A comment without an end stays, since it may hold the rest of a note. */
function withoutComments(html: string): string {
  const end = html.lastIndexOf('-->') + 1
  return end === 0 ? html : html.slice(0, end + 2).replace(/<!--(?:-?>|[\s\S]*?-->)/g, ' ') + html.slice(end + 2)
}

const telling = /[\s"'](?:alt|title|href|src|cite)=(?:"([^"]*)"|'([^']*)')/gi

/** `<img src="a.png" alt="The shore">` → `a.png The shore` */
const shownBy = (tag: string): string => [...tag.matchAll(telling)].map((found) => found[1] ?? found[2]).join(' ')
