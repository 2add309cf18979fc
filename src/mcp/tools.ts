import type {
  BriefOptions,
  CoreEdit,
  CoreOptions,
  JudgeAnswer,
  RecallOptions,
  RetainEntry,
  Workspace,
} from '../index.js'
import { MemoryError } from '../model/error.js'
import { gives, type Gives } from './gives.js'
import {
  blockOf,
  changedLines,
  lineOf,
  noted,
  numbered,
  retainedLines,
  safePath,
  statusLines,
  stepLine,
  writerOf,
  type Told,
} from './lines.js'
import { saying } from './quoted.js'
import type { Schema } from './schema.js'
import { landed, suggesting } from './suggesting.js'
import { answer, bullet, cited, commit, flag, narrowing, object, some, text, whole } from './takes.js'

/** A verb of the library as a tool. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** What it is for, and when to call it. */
  readonly description: string
  readonly takes: Schema
  readonly gives: Gives
  /** Whether it changes nothing. */
  readonly reads: boolean
  /** Whether calling it again changes nothing more. */
  readonly again?: boolean
  /** Whether words may go that stood there. */
  readonly replaces?: boolean
  /** @param agent the client's name, which a commit says */
  readonly run: (workspace: Workspace, given: never, agent: string) => Promise<Told>
}

/** Every tool, in the order that they are listed. */
export const tools: readonly Tool[] = [
  {
    name: 'brief',
    title: 'What to know at the start',
    description:
      'Call it first, once a session: how memory works here, standing instructions, who the owner is, what is under way, what changed, what is open. The same text for the same commit.',
    takes: object({
      budget: whole('Tokens at most, estimated; 1500 where it is left out'),
      since: text('A commit: what is believed differently since'),
    }),
    gives: gives.brief,
    reads: true,
    run: async (workspace, options: BriefOptions) => {
      const value = await workspace.brief({ ...options, calls: 'tools' })
      return { value, lines: value.text.trimEnd().split('\n'), known: 'what stands below Core' }
    },
  },
  {
    name: 'recall',
    title: 'Ask memory',
    description:
      'Ask before you answer anything about people, decisions, preferences or the past, in the words that a note would use. Give two or three other wordings of the same question: what is said in other words is found by them. Every line has its source.',
    takes: object(
      {
        question: text('The question; may be empty where entities, kinds or a time narrow it'),
        wordings: some('The same question in other words, 8 at most'),
        ...narrowing,
      },
      'question',
    ),
    gives: gives.recall,
    reads: true,
    run: async (
      workspace,
      { question, wordings, ...options }: RecallOptions & { question: string; wordings?: string[] },
    ) => {
      if (question.trim() === '' && !['entities', 'kinds', 'since', 'until', 'on'].some((name) => name in options))
        throw new MemoryError('bad-argument', 'ask a question, or narrow by entities, kinds, since, until or on')
      const { results, notices, support } = await workspace.recall(question, {
        ...options,
        ...(wordings ? { also: wordings } : {}),
      })
      const value = { results: results.map(({ why: _, ...result }) => result), support, notices: [...notices] }
      return {
        value,
        lines: [...notices.map(noted), ...(results.length === 0 ? ['Nothing found.'] : results.map(lineOf))],
      }
    },
  },
  {
    name: 'retain',
    title: 'Write to memory',
    description:
      'Write what is worth knowing in a month: a decision, a preference, a change, what was done and how it went. One statement a bullet. What is no good bullet is refused with the reason; beliefs that a bullet may bear on come back, and judge takes what it does to them.',
    takes: object({
      bullets: { type: 'array', items: bullet, description: 'What to write' },
      commit: flag('Once, at the end of a piece of work, with or without bullets: one commit of all that waits'),
      asIs: flag('Write also what was refused as no good bullet, where you have looked at the reason'),
    }),
    gives: gives.retain,
    reads: false,
    again: true,
    run: async (
      workspace,
      { bullets = [], ...options }: { bullets?: RetainEntry[]; commit?: boolean; asIs?: boolean },
      agent,
    ) => {
      const value = await workspace.retain(bullets, { ...options, agent })
      const waits = value.written && value.commit === null
      return {
        value,
        lines: [
          ...(value.retained.length === 0 && !value.written ? ['no bullet was given, and none waits'] : []),
          ...value.retained.flatMap(retainedLines),
          ...value.waited.map(({ bullet: line, id }) => `landed with it: ${saying(line)} ^${id}`),
          ...(waits ? ['it waits for a commit: commit: true, at the end of your work, lands all that waits'] : []),
          ...(value.commit === null ? [] : ['committed']),
        ],
      }
    },
  },
  {
    name: 'suggest',
    title: 'Make bullets of logs that have none',
    description:
      'Without bullets: passages of logs, without checks of an inbox and the like, with the names that are known. With bullets, each made of passages whose lines it cites: write them below Retain of the log of that day. Nobody may be named whom those lines do not name. What is only suggested is kept or dropped by its id; keep what a person asked you to, or what you have held against its lines.',
    takes: object({
      next: whole('How many passages at most, 20 where it is left out'),
      since: text('Logs from then on, as 2025-11-27 or 30d; a week where it is left out'),
      on: text('Logs of that time'),
      bullets: { type: 'array', items: cited, description: 'What the passages state' },
      mark: flag('With bullets: as suggestions, which are no evidence until somebody keeps them'),
      write: flag('Write what rules find in the logs, as suggestions'),
      keep: some('Ids of suggestions that are so: stated from now on'),
      drop: some('Ids of suggestions that are not worth keeping: not offered again'),
      commit,
      asIs: flag('Write also what was refused as no good bullet, where you have looked at the reason'),
    }),
    gives: gives.suggest,
    reads: false,
    again: true,
    run: suggesting,
  },
  {
    name: 'judge',
    title: 'Say what facts do to beliefs',
    description:
      'Without answers: the next facts and the beliefs that they may bear on, where nobody has said what they do to them. With answers: take them down, as lines of bank/evidence.md that a person can read and take back.',
    takes: object({
      next: whole('How many facts at most, 20 where it is left out'),
      entity: text('Facts that name this entity'),
      since: text('Facts from this day on'),
      answers: { type: 'array', items: answer, description: 'What facts do to beliefs' },
      commit,
    }),
    gives: gives.judge,
    reads: false,
    again: true,
    run: async (
      workspace,
      {
        answers,
        commit: isCommitted,
        ...options
      }: { answers?: JudgeAnswer[]; commit?: boolean; next?: number; entity?: string; since?: string },
      agent,
    ) => {
      if (answers) {
        const value = await workspace.judge(answers, { commit: isCommitted, agent })
        const lines = [
          `${value.lines.length} lines more in ${value.page}`,
          ...value.lines.map(saying),
          ...value.untaken.map(({ answer: at, why }) => `answer ${at} was not taken: ${saying(why)}`),
          ...landed(value),
          ...(value.waiting.length > 0
            ? [`${value.waiting.length} of the lines wait: the log that they are about is in no commit yet`]
            : []),
        ]
        return { value, lines }
      }
      const value = await workspace.open(options)
      const lines = value.packets.flatMap(({ fact, beliefs }) => [
        lineOf(fact),
        ...beliefs.map((belief) => `  may bear on ${lineOf(belief)}`),
      ])
      return { value, lines: lines.length > 0 ? lines : ['Nothing is open.'] }
    },
  },
  {
    name: 'core',
    title: 'What you always know',
    description:
      'Look at and edit the core blocks: the sections of MEMORY.md, which stand in every brief. Call it when what is always to be known has changed: who you are to be, standing rules, who the owner is. Show first, and replace what is no longer so; a block has a limit. What is of a day, or of one matter, goes to retain. An edit is in the next brief once it is committed. SOUL.md, USER.md and IDENTITY.md are read only.',
    takes: object({
      edit: {
        type: 'string',
        enum: ['show', 'append', 'replace', 'insert', 'commit'],
        description:
          'Show where it is left out; append adds lines at the end of a block, and makes one that is not there; commit lands what earlier edits left uncommitted, with a reason',
      },
      block: text('The block, by its heading or its place (MEMORY.md#L3); with show all where it is left out'),
      text: text('With append and insert: the lines to write, without line numbers'),
      old: text('With replace: the words to replace, which stand exactly once in the block, without line numbers'),
      new: text('With replace: what stands there then; empty deletes'),
      line: whole('With insert: the line of the file that the text goes behind'),
      reason: text('Why; the message of the commit, its first line the subject'),
      commit: flag('Commit the edit at once, and nothing else, with the reason; else it waits in the working tree'),
      asIs: flag('Write also what looks like a credential, where you have looked at it'),
    }),
    gives: gives.core,
    reads: false,
    again: true,
    replaces: true,
    run: async (
      workspace,
      { edit = 'show', block, line, reason, commit: isCommitted, asIs, ...given }: CoreGiven,
      agent,
    ) => {
      if (edit === 'show') {
        const value = await workspace.core(block)
        const unread = value.unread.map(({ path, why }) => `${safePath(path)} not read: ${saying(why)}`)
        const lines = [...value.blocks.flatMap((each) => [blockOf(each), ...numbered(each)]), ...unread]
        return {
          value,
          lines: lines.length > 0 ? lines : ['There is no core block yet: append makes one.'],
        }
      }
      if (edit === 'commit') {
        const value = await workspace.commitCore({ reason, asIs, agent })
        return {
          value,
          lines: [value.written ? 'committed: MEMORY.md as it stands' : 'HEAD has MEMORY.md as it stands'],
        }
      }
      const options: CoreOptions = { reason, commit: isCommitted, asIs, agent }
      const value = await workspace.editCore(
        { edit, block, ...given, ...(line === undefined ? {} : { line }) } as CoreEdit,
        options,
      )
      const place = safePath(value.source ?? value.block?.source ?? 'MEMORY.md')
      const done = value.written ? (value.commit === null ? 'written, not committed' : 'committed') : 'stands already'
      return {
        value,
        lines: [
          `${done}: ${place}`,
          ...(value.block ? [blockOf(value.block), ...numbered(value.block)] : ['the block is gone']),
          ...(value.waiting
            ? [`${value.commit === null ? 'it waits' : 'more in MEMORY.md waits'} for edit commit`]
            : []),
        ],
      }
    },
  },
  {
    name: 'show',
    title: 'Look something up',
    description:
      'A fact or belief by its id with all that moved it, an entity by its name, or what stands at a place (memory/2025-11-27.md#L4).',
    takes: object({ reference: text('^id, a name, or a path with a line') }, 'reference'),
    gives: gives.show,
    reads: true,
    run: async (workspace, { reference }: { reference: string }) => {
      const value = await workspace.show(reference)
      if (value.what !== 'fact') return { value, lines: value.facts.map(lineOf) }
      const ledger = (value.fact.evidence ?? []).map(stepLine)
      return { value, lines: [`${lineOf(value.fact)}${writerOf(value.fact.writer)}`, ...ledger] }
    },
  },
  {
    name: 'log',
    title: 'What happened, or what is believed differently',
    description:
      'Facts in the order of what happened, oldest first; with beliefs: true what is believed differently since, and why.',
    takes: object({ ...narrowing, beliefs: flag('What is believed differently, in place of what happened') }),
    gives: gives.log,
    reads: true,
    run: async (workspace, { beliefs = false, ...options }: RecallOptions & { beliefs?: boolean }) => {
      if (beliefs) {
        const value = await workspace.beliefs(options)
        const lines = value.changes.flatMap(changedLines)
        return { value, lines: lines.length > 0 ? lines : ['Nothing is believed differently.'] }
      }
      const value = await workspace.log(options)
      const lines = value.results.map((event) => `${event.when ?? 'undated'} ${lineOf(event)}`)
      const left = value.left > 0 ? [noted(`${value.left} more, which a higher k or budget shows`)] : []
      return { value, lines: [...left, ...(lines.length > 0 ? lines : ['Nothing found.'])] }
    },
  },
  {
    name: 'status',
    title: 'How memory stands',
    description:
      'What the index holds, lines that were not understood, pages and edits that wait for a person, how many facts nobody judged.',
    takes: object({}),
    gives: gives.status,
    reads: true,
    run: async (workspace) => {
      const value = await workspace.status()
      return { value, lines: statusLines(value) }
    },
  },
  {
    name: 'reflect',
    title: 'Write the pages',
    description:
      'Write the pages of bank/ as the logs give them, into the working tree, for a person to review; or commit them.',
    takes: object({
      commit: flag('Commit the pages of the logs, and nothing else; else they are for a person to review'),
    }),
    gives: gives.reflect,
    reads: false,
    again: true,
    run: async (workspace, { commit: isCommitted = false }: { commit?: boolean }, agent) => {
      if (isCommitted) {
        const value = await workspace.commit({ agent })
        const many = value.pages.length
        const done = value.commit === null ? 'HEAD has every page as its logs say' : `${many} pages committed`
        return { value, lines: [done, ...value.pages.map(saying)] }
      }
      const value = await workspace.reflect('stale')
      return { value, lines: [`${value.written.length} pages written`, ...value.written.map(saying)] }
    },
  },
  {
    name: 'retire',
    title: 'Say no to a fact',
    description:
      'Say that a fact or belief is wrong, or that it says nothing of another. A line on its page that a person can take back; a bullet that no commit holds is taken out of its log.',
    takes: object(
      {
        fact: text('The id of the fact'),
        for: text('The id of the belief that it is no evidence for; the fact stays'),
        why: text('The reason'),
        commit,
      },
      'fact',
    ),
    gives: gives.retire,
    reads: false,
    again: true,
    run: async (
      workspace,
      { commit: isCommitted, ...no }: { fact: string; for?: string; why?: string; commit?: boolean },
      agent,
    ) => {
      const value = await workspace.retire(no, { commit: isCommitted, agent })
      if (value.removed.length > 0)
        return {
          value,
          lines: [
            ...value.removed.map((place) => `taken out, no commit held it: ${saying(value.bullet)} ${safePath(place)}`),
            ...value.staged.map((path) => `staged still, so the next git commit brings it back: ${safePath(path)}`),
          ],
        }
      const done = value.written ? (value.commit === null ? 'written' : 'committed') : 'stands already'
      return {
        value,
        lines: [
          `${done} in ${saying(value.page)}: ${saying(value.bullet)}`,
          ...(value.commit === null ? ['It counts from the commit of that page on.'] : []),
        ],
      }
    },
  },
]

interface CoreGiven extends CoreOptions {
  readonly edit?: 'show' | 'commit' | CoreEdit['edit']
  readonly block?: string
  readonly text?: string
  readonly old?: string
  readonly new?: string
  readonly line?: number
}
