import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { agentsBlock } from '../../src/clients/agents-block.js'

const { add, find, remove, renew } = agentsBlock('## Memory\n\nAsk it.\n')
const earlier = agentsBlock('## Memory\n\nIt is there.\n')

const file = fc
  .tuple(
    fc.array(fc.constantFrom('# Ours', '', 'text', '<!-- theirs -->', '\t- a', '\r'), { maxLength: 5 }),
    fc.constantFrom('\n', '\r\n'),
  )
  .chain(([lines, newline]) => fc.constantFrom(lines.join(newline), lines.join(newline) + newline))

describe('the block of what an agent reads first', () => {
  test('comes behind what stands there, and taking it out gives the bytes from before', () => {
    fc.assert(
      fc.property(file, (text) => {
        expect(find('AGENTS.md', text)).toBe('missing')
        const added = add('AGENTS.md', text)
        expect(added.startsWith(text)).toBe(true)
        expect(find('AGENTS.md', added)).toBe('ours')
        expect(renew!(added)).toBe(added)
        expect(remove('AGENTS.md', added)).toBe(text)
        // Of another version it is brought up to date in its place.
        expect(renew!(earlier.add('AGENTS.md', text))).toBe(added)
      }),
      { numRuns: 1000 },
    )
    expect(remove('AGENTS.md', add('AGENTS.md', undefined))).toBeNull()
  })

  test('stays where somebody has put it, and what they wrote behind it too', () => {
    const moved = `${add('AGENTS.md', undefined)}\n# Ours\n`
    expect(find('AGENTS.md', moved)).toBe('ours')
    expect(renew!(`${earlier.add('AGENTS.md', undefined)}\n# Ours\n`)).toBe(moved)
    expect(remove('AGENTS.md', moved)).toBe('\n# Ours\n')
    // Right behind it, where the file did not end in a line break.
    const glued = `${add('AGENTS.md', '# Ours')}and more`
    expect(find('AGENTS.md', glued)).toBe('ours')
    expect(renew!(`${earlier.add('AGENTS.md', '# Ours')}and more`)).toBe(glued)
    expect(remove('AGENTS.md', glued)).toBe('# Ours\n\nand more')
  })

  test('that somebody changed is theirs; one that was checked out with other line breaks is not', () => {
    const added = add('AGENTS.md', '# Ours\n')
    expect(find('AGENTS.md', added.replace('Ask it.', 'Never ask it.'))).toBe('changed')
    expect(find('AGENTS.md', added.replaceAll('\n', '\r\n'))).toBe('ours')
    expect(find('AGENTS.md', 'It begins with `<!-- >>> workspace-memory`.\n')).toBe('missing')
    expect(() => find('AGENTS.md', added.replace('<!-- <<<', '<!--'))).toThrow(
      'AGENTS.md:3 is not understood: our block',
    )
  })
})
