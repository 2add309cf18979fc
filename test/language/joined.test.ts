import { describe, expect, test } from '@jest/globals'
import { joinedIn } from '../../src/language/joined.js'

describe('two statements in one', () => {
  test.each([
    ['Lives in Graz and works as a baker', 'Lives in Graz', 'works as a baker'],
    ['Ana lives in Graz, and she works at Acme.', 'Ana lives in Graz', 'she works at Acme.'],
    ['Works at Acme, lives in Graz and has two cats', 'Works at Acme', 'lives in Graz and has two cats'],
    ['Prefers tea and hates meetings before nine', 'Prefers tea', 'hates meetings before nine'],
    ['Is a vegetarian and is married to Bo', 'Is a vegetarian', 'is married to Bo'],
    ['Uses Helix; speaks Italian', 'Uses Helix', 'speaks Italian'],
    ['Lives in Graz and Bo works at Acme', 'Lives in Graz', 'Bo works at Acme'],
    ['Has a house in Wels and moved to Linz in May', 'Has a house in Wels', 'moved to Linz in May'],
    ['Wohnt in Graz und arbeitet als Bäckerin', 'Wohnt in Graz', 'arbeitet als Bäckerin'],
    ['Vive a Roma e lavora per ACME', 'Vive a Roma', 'lavora per ACME'],
    ['住在维也纳，在银行工作', '住在维也纳', '在银行工作'],
  ])('is %j', (text, one, other) => {
    expect(joinedIn(text)).toEqual([one, other])
  })

  test.each([
    'Likes tea and coffee',
    'Works with Ana and Bo on the harbour tool',
    'Sells and repairs bicycles',
    'Lives and works in Graz',
    'Uses and likes Helix',
    'Lives in and owns a house by the lake',
    'Wants a tool that runs on Debian and has a dark theme',
    'Likes people who live in Graz and work at Acme',
    'Lives in Graz and has since 2019',
    'Lives in Graz and has been there since 2019',
    'Drinks tea and prefers it green',
    'Likes paintings and works of art',
    'Likes musicals and plays with music',
    'Knows plants and uses for them',
    'Thinks the parser is slow and has too many flags',
    'Thinks the parser is slow and has a leak',
    'Told Ana the build is red and has a flaky test',
    'Fixed the build and told Ana',
    'The build is green and deployed',
    'Prefers tea over coffee and water',
    'Likes the song “Lives in Graz and works as a baker”',
    'Owns `lives in Graz and works as a baker`',
    'Reads and writes Italian, German and Dutch',
    'Runs nginx and Postgres on web1, and backups on web2',
    'Is based in Graz and Wels',
    'Lives in Graz, near the park',
    'Wants that Ana is told and has a say',
    'Mag Kaffee und Tee',
    'Hat einen Hund, der bellt und beißt',
    'Hat einen Hund, der bei Bo wohnt und arbeitet nie',
    'Vive a Roma e a Milano',
    '喜欢茶和咖啡',
  ])('is not %j', (text) => {
    expect(joinedIn(text)).toBeUndefined()
  })
})
