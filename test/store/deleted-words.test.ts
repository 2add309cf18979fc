import { expect, test } from '@jest/globals'
import { defaultConfig } from '../../src/model/config.js'
import { parseNote } from '../../src/parse/parse-note.js'
import { openStore, type Store } from '../../src/store/store.js'
import { day, retain } from '../support/notes.js'
import { withRepo } from '../support/with-repo.js'

const put = (store: Store, name: string, ...bullets: string[]): Promise<void> =>
  store.write(() =>
    store.notes().replace({
      file: { mode: '100644', oid: 'a'.repeat(40) },
      note: parseNote(name, retain(...bullets), defaultConfig),
    }),
  )

test('words that stand nowhere any more do not weigh: rows come in the order that a rebuild has them in', () =>
  withRepo(async (repo) => {
    const search = (store: Store): string[] => {
      const rows = store.matching('"tea"', {}, 10)
      const facts = store.factsByKey(rows)
      return rows.map((key) => facts.get(key)!.text)
    }
    const [lived, fresh] = [openStore(repo.path('../lived')), openStore(repo.path('../fresh'))]
    try {
      // Long lines that were taken out again: where they still counted, a line of ten words would be a short one.
      const long = Array.from({ length: 100 }, (_, at) => `word${at}`).join(' ')
      for (let round = 0; round < 20; round++) await put(lived, day(1), `W ${long} ${round}`)
      for (const store of [lived, fresh]) {
        await put(store, day(1), 'W Tea and again tea with all the others on the terrace')
        await put(store, day(2), 'W Tea')
        await put(store, day(3), 'W A walk')
      }
      const short = ['Tea', 'Tea and again tea with all the others on the terrace']
      expect(search(fresh)).toEqual(short)
      expect(search(lived)).toEqual(short)
    } finally {
      lived.close()
      fresh.close()
    }
  }))
