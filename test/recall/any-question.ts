import fc from 'fast-check'

/** Words of the small index, operators of every syntax there is around, and any text at all. */
export const anyQuestion = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'Peter pete tea prefers Marrakech 我们 茶 東京 @José Room101 Nov 27 2025 what is the'.split(' '),
        ...'" \' ( ) * : ^ - + AND OR NOT NEAR NEAR(a,b) text: names:x {text} ; -- /* \0 \\ % _ ~ 😀 ` <!--'.split(' '),
        ' ',
        '\n',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { maxLength: 12 },
  )
  .chain((parts) => fc.constantFrom('', ' ').map((glue) => parts.join(glue)))
