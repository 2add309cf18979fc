/** What a tool answered, as much of it as a session goes on with. */
export interface Told {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
}

type Call = (name: string, given: Record<string, unknown>) => Promise<Told>

const bullets = [
  { text: 'Booked the night train to Porto for 12 March', kind: 'experience', entities: ['Peter'] },
  { text: 'Prefers tea to coffee in the afternoon', confidence: 0.8, entities: ['Peter'] },
  { text: 'The rate limit of the API is 300 calls a minute', entities: ['API'] },
  { text: 'Keeps replies below ten lines', confidence: 0.7, entities: ['Peter'] },
  { text: 'The office is on the third floor of Hafenstraße 12', entities: ['office'] },
  { text: 'Wants no releases on Fridays', confidence: 0.9, entities: ['Mara'] },
  { text: 'Moved the backup to 03:30', kind: 'experience', entities: ['backup'] },
  { text: '报价页面要有葡萄牙语', entities: ['报价'] },
  { text: 'Likes short answers on the phone', confidence: 0.8, entities: ['Peter'] },
  { text: 'Writes the changelog before a release', kind: 'experience', entities: ['changelog'] },
]
const questions = [
  ['what kind of replies does Peter like', 'how long should an answer be', 'concise'],
  ['where was Peter in March', 'trips'],
  ['what was decided about the office', 'move'],
  ['which database does the project use'],
  ['开会'],
  ['what are the standing rules for releases', 'deploy'],
  ['who is responsible for the website'],
  ['what does the landlord want', 'rent'],
  ['flights and trains', 'travel'],
  ['backups'],
]

/** Forty calls as an agent makes them in a day: 2 brief, 20 recall, 10 retain, 4 judge, 4 show. */
export async function agentSession(call: Call): Promise<readonly (readonly [name: string, told: Told])[]> {
  const all: [string, Told][] = []
  const ask = async (name: string, given: Record<string, unknown> = {}): Promise<string> => {
    const told = await call(name, given)
    all.push([name, told])
    return told.content.map(({ text }) => text).join('\n')
  }
  await ask('brief')
  const found: string[] = []
  for (const [at, [question, ...wordings]] of questions.entries()) {
    found.push(await ask('recall', { question, wordings, k: 10 }))
    await ask('retain', { bullets: [{ ...bullets[at], on: '2026-03-22' }], commit: at % 3 === 0 })
    await ask('recall', { question: wordings[0] ?? question, k: 5 })
  }
  for (const part of found.slice(0, 4)) await ask('show', { reference: /\^[0-9a-z]{10}/.exec(part)![0] })
  const answers = (text: string): object[] => {
    const [fact] = /(?<=^[A-Z].*)\^[0-9a-z]{10}/m.exec(text) ?? []
    const [belief] = /(?<=may bear on .*)\^[0-9a-z]{10}/.exec(text) ?? []
    return fact && belief ? [{ fact, belief, verdict: 'weakens', why: 'said by Peter himself' }] : []
  }
  for (const next of [5, 10]) {
    const open = await ask('judge', { next })
    await ask('judge', { answers: answers(open) })
  }
  await ask('brief', { budget: 800 })
  return all
}
