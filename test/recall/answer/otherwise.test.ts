import { describe, expect, test } from '@jest/globals'
import { withDoubts } from '../../../src/recall/answer/otherwise.js'
import type { Result } from '../../../src/recall/answer/result.js'

const fact = (content: string, timestamp: string): Result =>
  ({ id: timestamp, kind: 'world', entities: ['Ana'], content, timestamp, source: '' }) as unknown as Result
const fillOtherwise = (earlier: string, later: string): boolean =>
  withDoubts([fact(earlier, '2025-11-01'), fact(later, '2025-11-02')])[0]!.otherwise !== undefined

describe('two statements fill one place otherwise', () => {
  test.each([
    ['Lives in Leipzig', 'Lives in Rotterdam.'],
    ['Lives in Leipzig, near the park', 'lives in Rotterdam with her cat'],
    ['Works at Bosch', 'Works for Siemens since May'],
    ['Is called Nina', 'Is named Nora'],
    ['Is married to Tom', 'Is married to Jan'],
    ['Reports to Anna', 'Reports to Bert'],
    ['Uses Vim as her default editor', 'Uses Helix as the default editor'],
    ['Birthday is on 3 May', 'Birthday is 5 May'],
    ['The default branch is main', 'Default branch is trunk'],
    ['E-mail is a@example.com', 'e-mail is b@example.com'],
    ['Wohnt in Graz', 'Lebt in Wels'],
    ['Ist mit Tom verheiratet', 'Ist mit Jan verheiratet'],
    ['Vive a Roma', 'Abita a Milano'],
    ['Trabaja en Sevilla', 'Trabaja para Renfe'],
    ['Woont in Gent', 'Woont in Breda'],
    ['住在上海', '住在北京'],
    ['在华为工作', '在小米上班'],
    ['Charges 240 euros a month for Kestrel', 'Charges 310 euros a month for Kestrel'],
    ['The rate limit is 100', 'The rate limit is 300.'],
    ['Uses PostgreSQL 15', 'Uses PostgreSQL 16'],
    ['Weighs 82.5 kg', 'Weighs 79 kg'],
    ['Die Miete beträgt 900 Euro', 'Die Miete beträgt 950 Euro.'],
    ['The editor is Vim', 'The editor is Helix.'],
    ['The backup runs on Hetzner', 'The backup runs on Linode.'],
    ['The deadline for the report is 3 May', 'The deadline for the report is 10 May'],
  ])('%s | %s', (earlier, later) => {
    expect([fillOtherwise(earlier, later), fillOtherwise(later, earlier)]).toEqual([true, true])
  })
})

describe('nobody has only one of it, or it is the same', () => {
  test.each([
    ['Lives in Leipzig', 'Lives in Leipzig with her cat'],
    ['Lives in Leipzig', 'Lives in Plagwitz, a part of Leipzig'],
    ['Works at Bosch', 'Also works at a bakery'],
    ['Works at Bosch', 'Lives in Graz'],
    ['Works on Atlas', 'Works on Borealis'],
    ['Visited Rome', 'Visited Oslo'],
    ['Used to live in Graz', 'Lives in Wels'],
    ['Does not live in Graz', 'Lives in Wels'],
    ['Uses Vim', 'Uses Helix'],
    ['Uses Vim as the default editor', 'Uses Firefox as the default browser'],
    ['Has a cat called Milo', 'Has a dog called Rex'],
    ['Lives in', 'Lives in '],
    ['Room 12 has a projector', 'Room 14 has a projector'],
    ['Has a meeting at 9', 'Has a meeting at 10'],
    ['Charges 240 euros a month for Kestrel', 'Charges 310 euros a month for Heron'],
    ['The deadline for the report is 3 May', 'The deadline for the slides is 10 May'],
    ['Ran 5 km on Sunday', 'Ran 8 km on Sunday'],
    ['Was there in 2019', 'Is there since 2021'],
    ['Her friend is Ana', 'Her friend is Ben'],
    ['Speaks French', 'Speaks German'],
  ])('%s | %s', (earlier, later) => {
    expect([fillOtherwise(earlier, later), fillOtherwise(later, earlier)]).toEqual([false, false])
  })
})
