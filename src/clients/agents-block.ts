import { createHash } from 'node:crypto'
import { blockStart, findBlock, newlineOf, withBlock, withoutBlock } from '../text/marked-block.js'
import { lineAt, misunderstood, type Editor } from './editor.js'

const begin = '<!-- >>> workspace-memory'
const end = '<!-- <<< workspace-memory -->'

/** What an agent reads first, in a block of Markdown. Its first line has a hash of the rest, so that what nobody changed is brought up to date. */
export function agentsBlock(body: string): Editor {
  const block = `${begin} ${hashOf(body)} (memory init --without agents removes it) -->\n${body.trimEnd()}\n${end}\n`
  return {
    name: 'the block of workspace-memory',
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

const hashOf = (body: string): string => createHash('sha256').update(body.trimEnd()).digest('hex').slice(0, 8)
