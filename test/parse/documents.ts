import fc from 'fast-check'

/** Lines as logs have them. */
const ordinary = [
  '',
  '',
  '',
  '- W @Peter: In Marrakech.',
  '- O(c=0.9) @Peter: Prefers tea',
  '- B @warelay: I fixed the crash',
  'Bought milk and eggs.',
  'words here',
  '- plain',
  '* starred',
  '+ plus',
  '   three',
  '  two',
  '    four',
  '     five',
  '- [ ] task',
  'a\\',
  'two spaces  ',
  '你好',
  '#nospace',
  '####### seven',
  '1234567890. no',
  'x <!-- y --> z',
  '- a <!-- importance: 9 -->',
  '- a | b',
  '&lt;',
  'a_b_ *c*',
]

/** Lines that begin, end or resemble what is more than a bullet or a paragraph. */
const nasty = [
  ['-', '- ', '*', '1. one', '2) two', '10. ten', '1.', '1)', '0. z', 'A) b', '  - nested', '    - deeper'],
  ['\ttabbed', '\t- tab item', ' \tmixed', '-\ttab', '- \ttab', '- - two', '- 1. mix', '# Heading', '## Retain'],
  ['### Sub ###', '#', '# #', ' # indented', '#\ttab', '## a \\#', '# a # b #', '- # h', '===', '---', '--', '- - -'],
  ['***', '* * *', '___', '=', '=== x', '--- x', '-----', '- ===', '- ---', '```', '```js', '````', '~~~', '~~~ sh'],
  ['```a`b', '``` ', ' ```', '    ```', '\t```', '- ```', '> ```', '1. ```', '``', '<!-- note -->', '<!-- open'],
  ['close -->', '-->', '<!--', '<!-->', '<!--->', '<!-- a --> b', '- <!-- open', '> <!-- open', '<div>', '</div>'],
  ['<div', '<span>', '<b>bold</b>', '<3 you', '<- see below', '<1500 chars', '<a b', ' <div>', '- <div>', '<script>'],
  ['</script>', '<pre>', '</pre>', '<?php', '?>', '<![CDATA[', ']]>', '<!DOCTYPE x>', '<textarea>', '<details>'],
  ['<summary>x</summary>', '</details>', '<http://x.org>', '> <div>', '<x-y>', '> quote', '>', '> - item'],
  ['> # head', '>> two', ' > ind', '    > four', '- > q', '>no space', '- >', 'a | b', '--- | ---', '|---|'],
  ['| a | b |', '|:-:|', '-|-', '|', 'c | d', ':--', '| W @Peter: | x |', '- | a |', '[a]: b', '[note]: <x> "title"'],
  ['[a]:', '[^1]: foot', '[x](y)', '"title"', '- [a]: b', '[]: x', '[a[b]: c', '-  two spaces', '-   three'],
  ['-    four', '-     five', '- a\\', '- [\\]'],
].flat()

const prefix = fc.constantFrom('', '', '', '', '  ', '- ', '> ', '    ', '\t', '1. ')
const line = (from: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...from)

/** A piece of a log that is mostly plain, with a trap here and there. */
export const mostlyFlat: fc.Arbitrary<string[]> = fc.array(
  fc.oneof({ weight: 30, arbitrary: line(ordinary) }, { weight: 1, arbitrary: line(nasty) }),
  { minLength: 1, maxLength: 12 },
)

/** Any mixture of Markdown's constructs. */
export const anyMarkdown: fc.Arbitrary<string[]> = fc.array(
  fc.oneof(
    line(ordinary),
    line(nasty),
    fc.tuple(prefix, line(nasty)).map(([before, rest]) => before + rest),
  ),
  { minLength: 1, maxLength: 12 },
)
