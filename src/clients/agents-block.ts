import { createHash } from 'node:crypto'
import { blockStart, findBlock, newlineOf, withBlock, withoutBlock } from '../text/marked-block.js'
import { lineAt, misunderstood, type Editor } from './editor.js'

interface Marks {
  readonly name: string
  readonly begin: string
  readonly end: string
  readonly undo: string
}

const instructions: Marks = {
  name: 'the block of workspace-memory',
  begin: '<!-- >>> workspace-memory',
  end: '<!-- <<< workspace-memory -->',
  undo: 'memory init --without agents removes it',
}

/** A block of Markdown with what an agent reads first. */
export const agentsBlock = (body: string): Editor => markdownBlock(instructions, body)

/**
 * The line by which Claude Code reads AGENTS.md. By itself it reads AGENTS.md only where there is no CLAUDE.md, and not
 * in every version (2.1.332 does, 2.1.197 does not).
 */
export const importBlock: Editor = markdownBlock(
  {
    name: 'the line @AGENTS.md',
    begin: '<!-- >>> AGENTS.md, by workspace-memory',
    end: '<!-- <<< AGENTS.md, by workspace-memory -->',
    undo: 'memory init --without claude removes it',
  },
  '@AGENTS.md',
)

/** A block between two comments. A hash in its first line tells whether somebody changed the rest. */
function markdownBlock({ name, begin, end, undo }: Marks, body: string): Editor {
  const block = `${begin} ${hashOf(body)} (${undo}) -->\n${body.trimEnd()}\n${end}\n`
  return {
    name,
    shows: block.trimEnd(),
    find(path, text) {
      const found = findBlock(text, begin, end)
      const at = blockStart(text, begin)
      if (!found && at !== undefined)
        throw misunderstood(path, lineAt(text, at), `our block begins there, and its last line, ${end}, is missing`)
      if (!found) return 'missing'
      const lines = found.part.replaceAll('\r\n', '\n').trimEnd().split('\n')
      const [, hash] = / ([0-9a-f]{8}) \(/.exec(lines[0]!) ?? []
      return hash === hashOf(lines.slice(1, -1).join('\n')) ? 'ours' : 'changed'
    },
    add: (_path, text) => withBlock(text, block),
    renew(text) {
      const { before, part, after } = findBlock(text, begin, end)!
      const newline = newlineOf(part)
      const now = block.replaceAll('\n', newline)
      return before + (part.endsWith('\n') ? now : now.slice(0, -newline.length)) + after
    },
    remove(_path, text) {
      const found = findBlock(text, begin, end)
      return found ? withoutBlock(found) : text
    },
  }
}

function hashOf(body: string): string {
  return createHash('sha256').update(body.trimEnd()).digest('hex').slice(0, 8)
}
