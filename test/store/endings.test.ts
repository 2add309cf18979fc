import { describe, expect, test } from '@jest/globals'
import type { EntityKey } from '../../src/model/entity.js'
import type { Day } from '../../src/model/time.js'
import { endingRows } from '../../src/store/endings.js'
import { statementCache } from '../../src/store/statements.js'
import { day, retain } from '../support/notes.js'
import { withBareIndex, type BareDatabase } from '../support/raw-index.js'
import { withRepo } from '../support/with-repo.js'

const many = 600
const others = Array.from({ length: many }, (_, at) => `W @Mara: Keeps book ${at}`)

/** Facts from a day on that mention a name, and how many rows of facts were looked at for them. */
function asked(db: BareDatabase, name: string, from: string): { found: unknown[]; looked: number } {
  let looked = 0
  db.function('looked', { deterministic: false }, (origin: unknown) => {
    looked++
    return origin
  })
  db.exec(`CREATE TEMP VIEW IF NOT EXISTS fact AS SELECT key, id, kind, day, looked(origin) AS origin FROM main.fact`)
  const since = endingRows(statementCache(db)).since([name as EntityKey], from as Day)
  const text = db.prepare('SELECT text FROM main.fact WHERE id = ?').pluck()
  return { found: since.map((id) => text.get(id)).toSorted(), looked }
}

describe('what is stated of a name from a day on', () => {
  test('is looked for among the fewer: what is about a rare name however far back, or what is new however much is about a name', () =>
    withRepo(async (repo) => {
      repo.write(day(1), retain('W @Ben: Lives in Graz', 'O @Ben: Likes Graz'))
      repo.write(day(2), retain(...others))
      repo.write(day(3), retain('W @Ben: Moved to Wels', 'W @Mara: Lives in Linz', 'B @Ben @Mara: Met in Linz'))
      repo.git('add', '.')
      repo.git('commit', '--quiet', '--message', 'notes')
      await repo.digest()
      withBareIndex(repo, (db) => {
        const rare = asked(db, 'ben', '2025-11-01')
        expect(rare.found).toEqual(['Lives in Graz', 'Met in Linz', 'Moved to Wels'])
        expect(rare.looked).toBeLessThan(5)
        const lately = asked(db, 'mara', '2025-11-03')
        expect(lately.found).toEqual(['Lives in Linz', 'Met in Linz'])
        expect(lately.looked).toBeLessThan(5)
        expect(asked(db, 'mara', '2025-11-01').found).toHaveLength(many + 2)
      })
    }))
})
