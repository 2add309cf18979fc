import { expect, test } from '@jest/globals'
import { linkTo, type Member } from '../../src/fleet/members.js'

const member = (folder: string): Member => ({
  ws: 1,
  remote: 'https://github.com/me/notes',
  ref: 'HEAD',
  folder,
  head: '4be1a07'.padEnd(40, '0'),
  lineage: '',
  made: '',
  lines: 1,
  tokens: 1,
})

test('a link leads into the folder of a workspace, whatever that is called', () => {
  expect(linkTo(member('my notes/#1'), 'memory/2025-11-27.md#L4')).toBe(
    `https://github.com/me/notes/blob/${member('').head}/my%20notes/%231/memory/2025-11-27.md?plain=1#L4`,
  )
})
