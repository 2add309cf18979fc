/** All that the verb `import` works with, in one module: it is bundled apart, for no other command needs any of it. */
export { clockIn } from './clock.js'
export type { Conversation, LeftOutKind, MarkdownFile, Reader } from './conversation.js'
export { cutShort, jsonFaultIn } from './json-fault.js'
export { keyOf, notesOf, originOf, type ImportedNote } from './day-notes.js'
export { markdownFile } from './markdown-file.js'
export { formatOf, readers } from './readers.js'
