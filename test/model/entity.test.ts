import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  entityFileName,
  entityKey,
  isMentionable,
  mentionsIn,
  uniqueNames,
  writeMention,
} from '../../src/model/entity.js'
import { growth, linear } from '../support/growth.js'

const seed = 6

/** Names as people, programs and attackers write them. */
const spacedOrLong = ['', ' ', 'a ', ' a', 'a. ', ...[80, 81, 300].map((size) => 'x'.repeat(size)), 'é'.repeat(41)]
const oddName = fc.constantFrom(
  ...'Peter PETER The-Castle Room101 Room102 飞书API 小明 José Jose\u0301 Ångström Å'.split(' '),
  ...'CON con Con.txt aux. NUL COM1 com¹ LPT9.md prn COM0 console nul.tar.gz con~ .con'.split(' '),
  ...'.. . - ... a/b a\\b ../../etc/passwd a:b a*b? a\0b a\nb ~ a~b .git a%2Fb a. a.. trailing-'.split(' '),
  ...'ß ss SS STRASSE Straße ı I i İ ſ s K k Å ﬁ fi Ⅷ VIII ά ς σ Σ ǅ ǆ ﷺ ᾳ ΐ ŉ'.split(' '),
  ...'😀 👩‍👩‍👧 \u202Eevil \uD800 J\u030C'.split(' '),
  ...spacedOrLong,
)
const name = fc.oneof(
  oddName,
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.tuple(oddName, oddName).map(([a, b]) => a + b),
  fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,12}$/),
)

/** As strict file systems see a name: no case, no difference of normal form (HFS+, APFS, NTFS). */
const onDisk = (text: string): string => text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

describe('the key that names are compared by', () => {
  test.each([
    ['Peter', 'PETER'],
    ['José', 'Jose\u0301'],
    ['Ångström', 'A\u030Angstro\u0308m'],
    ['각', '\u1100\u1161\u11A8'],
    ['The-Castle', 'the-castle'],
  ])('%s and %s are one name', (a, b) => {
    expect(entityKey(a)).toBe(entityKey(b))
  })

  test('a capital that only combining marks can write is one name with its small letter', () => {
    // Lower case of a normal form need not be in normal form.
    const capitals = ['J\u030C', 'H\u0331', 'T\u0308', 'W\u030A', 'Y\u030A', 'Ϊ\u0301', 'Ϋ\u0301']
    const key = (capital: string): string => entityKey(capital.toLowerCase().normalize('NFC'))
    expect(capitals.filter((capital) => entityKey(capital) !== key(capital))).toEqual([])
    expect(capitals.filter((capital) => entityKey(entityKey(capital)) !== entityKey(capital))).toEqual([])
  })

  test.each([
    ['Room101', 'Room102'],
    ['Room-1', 'Room-01'],
    ['v1.0', 'v1.00'],
    ['Room²', 'Room2'],
    ['Room２', 'Room2'],
    ['٣', '3'],
    ['José', 'Jose'],
    ['Straße', 'Strasse'],
  ])('%s and %s are two names: a duplicate is better than a wrong merge', (a, b) => {
    expect(entityKey(a)).not.toBe(entityKey(b))
  })

  test('names that share a key have the same digits in the same order', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        const digits = (text: string): string => (text.normalize('NFC').match(/\p{N}/gu) ?? []).join('')
        if (entityKey(a) === entityKey(b)) expect(entityKey(digits(a))).toBe(entityKey(digits(b)))
      }),
      { seed, numRuns: 2000 },
    )
  })

  test('the first spelling of a name stands for the others', () => {
    expect(uniqueNames(['Peter', 'PETER', 'Jose\u0301', 'José', 'peter', 'warelay'])).toEqual([
      'Peter',
      'Jose\u0301',
      'warelay',
    ])
  })
})

describe('mentions', () => {
  test.each([
    ['@Peter met @warelay.', ['Peter', 'warelay']],
    ['@The-Castle, @a.b/c-d_e; @x...', ['The-Castle', 'a.b/c-d_e', 'x']],
    ['@飞书API 和 @小明', ['飞书API', '小明']],
    ['我和@小明去', ['小明去']],
    ['(@Peter) **@Paul** “@Mary”', ['Peter', 'Paul', 'Mary']],
    ['bob@example.com and a.@b and @@twice', []],
    ['`@code` and ``@more ` @code`` @real', ['real']],
    ['an `unclosed @Peter', ['Peter']],
    ['@ @. @- @_x @', []],
    ['https://x.org/@peter', []],
    ['@1 @2nd', ['1', '2nd']],
    ['@Jose\u0301', ['Jose\u0301']],
  ])('%j names %j', (text, names) => {
    expect(mentionsIn(text)).toEqual(names)
  })

  test('a mention never ends in punctuation and never holds white space, an @ or a ~', () => {
    const text = fc.array(fc.oneof(name, fc.constantFrom('@', ' @', '`', ' ', '.', '<!--', '-->')), { maxLength: 12 })
    fc.assert(
      fc.property(text, (parts) => {
        for (const found of mentionsIn(parts.join(''))) expect(found).toMatch(/^[^\s@~`]*[^\s@~`_\-./]$/u)
      }),
      { seed, numRuns: 2000 },
    )
  })

  test.each([
    ['@C++ is not @C#, nor @C.', ['C++', 'C#', 'C']],
    ['@.NET on @node.js at @3M, says @R&D.', ['.NET', 'node.js', '3M', 'R&D']],
    ["@O'Neill's dog met @Tom's, as @D’Angelo saw", ["O'Neill", 'Tom', 'D’Angelo']],
    ['@🦞bot and @👩‍💻dev', ['🦞bot', '👩‍💻dev']],
    ['@"C++", @"Anna Lee", @“Yahoo!”, @"R. Daneel Olivaw"', ['C++', 'Anna-Lee', 'Yahoo!', 'R-Daneel-Olivaw']],
    ['@Tom&Anna, @issue#12, @"", @"--", @".", @_x, @.y', ['Tom', 'issue']],
    ['Sara@work.example says "@home"', ['home']],
  ])('%s names %j', (text, names) => {
    expect(mentionsIn(text)).toEqual(names)
  })

  test('a name is written so that it is read back, in quotes where it has to be', () => {
    for (const each of ['Peter', 'C++', 'R&D', 'Yahoo!', 'a:b', 'Tom&Anna', '.y', '🦞', '飞书API'])
      expect([each, mentionsIn(`${writeMention(each)}: x`)]).toEqual([each, [each]])
    expect(writeMention('Yahoo!')).toBe('@"Yahoo!"')
    expect(['a"b', 'a@b', 'a<b', 'a~b', 'a\nb', ''].filter(isMentionable)).toEqual([])
  })

  test('an apostrophe is one, however it is set', () => {
    expect(entityKey('O’Neill')).toBe(entityKey("o'neill"))
  })

  test.each([
    ['a name that trails off in dashes', (size: number) => `@b${'-'.repeat(size)}c`],
    ['many names', (size: number) => '@a '.repeat(size)],
    ['many @ signs', (size: number) => '@'.repeat(size)],
    ['one endless name', (size: number) => `@${'a'.repeat(size)}`],
    ['dots between letters', (size: number) => `@${'a.'.repeat(size)}`],
  ])('finding mentions takes linear time: %s', (_, make) => {
    expect(growth(make, mentionsIn, 6000)).toBeLessThan(linear)
  })
})

describe('the file name of an entity', () => {
  const reservedOnWindows = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i

  test('lands in its folder on every file system, whatever the name', () => {
    fc.assert(
      fc.property(name, (entity) => {
        const file = entityFileName(entity)
        expect(file).not.toBe('')
        expect(file).not.toMatch(/[\x00-\x1f\x7f/\\:*?"<>|]/)
        expect(file).not.toMatch(/^[. -]|[. ]$/)
        expect(file.isWellFormed()).toBe(true)
        expect(Buffer.byteLength(file)).toBeLessThanOrEqual(80)
        // Windows reserves a device's name with any extension.
        expect(file.split('.')[0]).not.toMatch(reservedOnWindows)
      }),
      { seed, numRuns: 1500 },
    )
  })

  test('a device of Windows with an extension is no file name either', () => {
    const devices = ['con.txt', 'CON.a', 'aux.md', 'nul.tar.gz', 'COM1.x', 'lpt9.x', 'com¹.x']
    expect(devices.filter((entity) => reservedOnWindows.test(entityFileName(entity).split('.')[0]!))).toEqual([])
  })

  test('two entities never share a file, not even where the disk ignores case and normal forms', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        if (entityKey(a) !== entityKey(b)) expect(onDisk(entityFileName(a))).not.toBe(onDisk(entityFileName(b)))
      }),
      { seed, numRuns: 1500 },
    )
  })

  test('every pair of the names that are known to be trouble keeps apart', () => {
    const letters = 'ß ss SS ı i İ ſ s K k Å å ﬁ fi Ⅷ viii ς σ οδος οδοσ ǆ dž ŉ ᾳ ² 2 ２'.split(' ')
    const trouble = [...letters, 'a/b', 'a-b', 'a:b', 'con', 'con-', 'x'.repeat(81), 'x'.repeat(82)]
    for (const a of trouble)
      for (const b of trouble)
        if (entityKey(a) !== entityKey(b))
          expect([a, b, onDisk(entityFileName(a)) === onDisk(entityFileName(b))]).toEqual([a, b, false])
  })

  test('two spellings of one name that differ in normal form share a file', () => {
    fc.assert(
      fc.property(name, (entity) => {
        expect(entityFileName(entity.normalize('NFD'))).toBe(entityFileName(entity.normalize('NFC')))
      }),
      { seed, numRuns: 2000 },
    )
  })

  test('ordinary names stay as they are written', () => {
    for (const plain of ['Peter', 'The-Castle', 'a.b_c', '飞书API', 'José', 'Room101', 'Андрей', 'محمد', '서울'])
      expect(entityFileName(plain)).toBe(plain)
  })

  test('no mention can be written that is another entity’s hashed file name', () => {
    fc.assert(
      fc.property(name, (entity) => {
        const file = entityFileName(entity)
        if (file.includes('~')) expect(mentionsIn(`@${file}`)).not.toContain(file)
      }),
      { seed, numRuns: 1000 },
    )
  })

  test.each([
    ['long names', (size: number) => 'x'.repeat(size)],
    ['long runs of dots', (size: number) => `a${'.'.repeat(size)}b/`],
    ['long runs of dashes', (size: number) => `a${'-'.repeat(size)}b c`],
  ])('naming a file takes linear time: %s', (_, make) => {
    expect(growth(make, entityFileName, 5000)).toBeLessThan(linear)
  })
})
