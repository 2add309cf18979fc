/** What a log may hold that means something to a browser, a template or an eye. */
export const hostile = [
  '<script>globalThis.hacked = 1</script>',
  '</script><script>globalThis.hacked = 2</script>',
  '</style><style>body { display: none }</style>',
  '<img src=x onerror="globalThis.hacked = 3">',
  '<svg/onload=globalThis.hacked=4>',
  '"><iframe src="https://evil.example"></iframe>',
  "' onfocus='globalThis.hacked=5' autofocus='",
  ']]> <!-- a comment --> <![CDATA[',
  '[click](javascript:globalThis.hacked=6) <a href="javascript:globalThis.hacked=6">here</a>',
  '{{ constructor.constructor("globalThis.hacked = 7")() }} {% raw %} ${globalThis.hacked = 8}',
  '&lt;b&gt; &#x3c;script&#x3e; &amp;amp;',
  'A\u202egnp.exe\u202c and \u2066turned\u2069 and z\u200bw\u200bs',
  `A${'very'.repeat(160)}longword`,
  'Emoji 🏴󠁧󠁢󠁳󠁣󠁴󠁿 👩‍👩‍👧, 開会, مرحبا, नमस्ते',
] as const
