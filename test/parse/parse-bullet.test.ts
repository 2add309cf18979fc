import { expect, test } from '@jest/globals'
import { parseBullet } from '../../src/parse/parse-bullet.js'

test('what is wrong with a bullet is told without half a character, wherever the repeated words are cut', () => {
  for (const before of ['', 'x'])
    for (const bracket of [
      `until=${before}${'🍵'.repeat(40)}`,
      `${before}${'🍵'.repeat(40)}=1`,
      before + '🍵'.repeat(40),
    ]) {
      const read = parseBullet(`W(${bracket}) @Ana: Has tea`)
      expect(read).toMatchObject({ what: 'malformed' })
      expect(JSON.stringify(read)).toContain('🍵…')
      expect(JSON.stringify(read)).not.toContain('\\ud83c')
    }
})
