import type {
  BriefOptions,
  CoreEdit,
  CoreOptions,
  JudgeAnswer,
  RecallOptions,
  RetainEntry,
  Workspace,
} from '../index.js'
import { leadingWithin } from '../text/tokens.js'
import {
  blameLines,
  blockOf,
  changedLines,
  explainedLines,
  landedLine,
  resultLine,
  landedLines,
  noticeLine,
  eventLine,
  asNumbered,
  openLines,
  reflectedLines,
  toolRetainedLines,
  safePath,
  statusLines,
  windowOf,
  withEvidence,
  type ToolAnswer,
} from './lines.js'
import { briefWithin, fitAnswer } from './fit.js'
import { followLines, saying } from './quoted.js'
import { suggesting } from './suggesting.js'
import type { ListedTool } from './tool-listing.js'
import {
  answer,
  bullet,
  checkAsked,
  citedBullet,
  commit,
  commitAll,
  flag,
  narrowing,
  object,
  sameNarrowing,
  some,
  text,
  whole,
} from './takes.js'

export interface Tool extends ListedTool {
  /**
   * @param agent the client's name, for the message of a commit
   * @param noticed notices that the workspace gave meanwhile: they stand above the lines, within the budget
   */
  readonly run: (workspace: Workspace, given: never, agent: string, noticed: Set<string>) => Promise<ToolAnswer>
}

/** Every tool, in the order that they are listed. */
export const tools: readonly Tool[] = [
  {
    name: 'brief',
    title: 'What to know at the start',
    description:
      'Call it first, once a session: how memory works here, standing instructions, who the owner is, what is under way, what changed, what is open.',
    takes: object({
      budget: whole('Tokens at most, from 170; 1500 where left out'),
      since: text('A commit: what changed since'),
    }),
    reads: true,
    run: async (workspace, options: BriefOptions, _agent, noticed) => {
      const value = await briefWithin(workspace, options, noticed)
      return { value, lines: value.text.trimEnd().split('\n'), known: followLines }
    },
  },
  {
    name: 'recall',
    title: 'Ask memory',
    description:
      'Ask before you answer anything about people, decisions, preferences or the past. Other wordings find more.',
    takes: object(
      {
        question: text('May be empty where something narrows it'),
        wordings: some('The question in other words, 8 at most'),
        ...narrowing,
        all: flag('Also what has no evidence'),
      },
      'question',
    ),
    reads: true,
    run: async (
      workspace,
      { question, wordings, ...options }: RecallOptions & { question: string; wordings?: string[] },
    ) => {
      checkAsked(question, options)
      const { budget, ...unbounded } = options
      const all = await workspace.recall(question, { ...unbounded, ...(wordings ? { also: wordings } : {}) })
      const { results, support, evidence, leftOut } = all
      const { kept, lines, notes } = fitAnswer(results, (result) => [resultLine(result)], {
        budget,
        beside: all.notices.map(noticeLine),
      })
      const notices = [...all.notices, ...notes]
      return {
        value: { results: kept.map(({ why: _, ...result }) => result), support, evidence, leftOut, notices },
        lines: [...notices.map(noticeLine), ...withEvidence(all, lines)],
      }
    },
  },
  {
    name: 'retain',
    title: 'Write to memory',
    description:
      'Write what is worth knowing in a month: a decision, a preference, a change, what was done and how it went. One statement a bullet. What is no good bullet is refused with the reason; beliefs that it may bear on come back, for judge.',
    takes: object({
      bullets: { type: 'array', items: bullet },
      commit: flag('Once, at the end of a piece of work, with or without bullets: one commit of all that waits'),
      asIs: flag('Write also what was refused, once you have seen why'),
    }),
    reads: false,
    again: true,
    run: async (
      workspace,
      { bullets = [], ...options }: { bullets?: RetainEntry[]; commit?: boolean; asIs?: boolean },
      agent,
    ) => {
      const value = await workspace.retain(bullets, { ...options, agent })
      return {
        value,
        lines: [
          ...(bullets.length === 0 && options.commit !== true ? ['nothing was written: no bullet was given'] : []),
          ...value.retained.flatMap(toolRetainedLines),
          ...value.ended.map((each) => `ended by ^${each.by}: ${resultLine(each)}`),
          ...landedLines(value),
          ...landedLine(value, options.commit),
          ...(value.detached ? ['that commit is of no branch: HEAD is detached'] : []),
        ],
      }
    },
  },
  {
    name: 'suggest',
    title: 'Make bullets of logs that have none',
    description:
      'Without bullets: passages of logs, and the names that are known. With bullets (fields as in retain), each of lines that it cites: write them into the log of that day; name nobody whom those lines do not name. Suggestions are kept or dropped by id: keep what a person asked you to, or what you have held against its lines.',
    takes: object({
      next: whole('Passages at most; 20'),
      since: text('Logs from then on; else a week'),
      on: text('Logs of that time'),
      bullets: { type: 'array', items: citedBullet },
      mark: flag('Write bullets as suggestions: no evidence until kept'),
      write: flag('Write what rules find, as suggestions'),
      keep: some('Ids that are so: stated from now on'),
      drop: some('Ids not to be offered again'),
      pass: some('Places of which nothing is to be made'),
      commit,
      asIs: flag('As in retain'),
    }),
    reads: false,
    again: true,
    run: suggesting,
  },
  {
    name: 'judge',
    title: 'Say what facts do to beliefs',
    description:
      'Without answers: the next facts and the beliefs that they may bear on, where nobody has said what they do. With answers: take them down, in bank/evidence.md, where a person can take them back.',
    takes: object({
      next: whole('Facts at most; 20'),
      entity: text('Facts that name it'),
      since: text('Facts from this day on'),
      answers: { type: 'array', items: answer },
      commit: commitAll,
    }),
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
      if (answers || isCommitted === true) {
        const value = await workspace.judge(answers ?? [], { commit: isCommitted, agent })
        const lines = [
          ...(answers ? [`${value.lines.length} lines more in ${value.page}`] : []),
          ...value.lines.map(saying),
          ...value.untaken.map(({ answer: at, why }) => `answer ${at} was not taken: ${saying(why)}`),
          ...(value.known > 0 ? [`${value.known} stood there already`] : []),
          ...(value.unrelated > 0 ? [`${value.unrelated} need no line`] : []),
          ...landedLines(value),
          ...landedLine(value, isCommitted),
        ]
        return { value, lines }
      }
      const value = await workspace.open(options)
      const lines = openLines(value.packets)
      const before = value.judged === null ? [] : [`of facts from ${value.judged} on: since lists earlier ones`]
      const more = value.more ? ['there are more: answer these first, or give a higher next'] : []
      return { value, lines: [...(lines.length > 0 ? lines : ['Nothing is open.']), ...more, ...before] }
    },
  },
  {
    name: 'core',
    title: 'What you always know',
    description:
      'Look at and edit the core blocks: the sections of MEMORY.md, which stand in every brief. For what is always to be known: who you are to be, standing rules, who the owner is; what is of a day or of one matter goes to retain. Show first, and replace what is no longer so; a block has a limit. A committed edit is in the next brief. SOUL.md, USER.md and IDENTITY.md are read only.',
    takes: object({
      edit: {
        type: 'string',
        enum: ['show', 'append', 'replace', 'insert', 'owner', 'commit'],
        description:
          'Show where left out; append makes a block that is not there; owner says whom I means (text: the name); commit lands what earlier edits left uncommitted',
      },
      block: text('By its heading or place (MEMORY.md#L3); show: all where left out'),
      text: text('Append, insert: the lines'),
      old: text('Replace: words that stand exactly once in the block'),
      new: text('Replace: what stands there then; empty deletes'),
      line: whole('Insert: the line that it goes behind'),
      reason: text('Message of the commit'),
      commit: flag('Commit the edit at once, with a reason; else it waits'),
      asIs: flag('Write also what looks like a credential, where you have looked'),
    }),
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
        const lines = [...value.blocks.flatMap((each) => [blockOf(each), ...asNumbered(each)]), ...unread]
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
          ...(value.block
            ? [blockOf(value.block), ...asNumbered(value.block)]
            : [edit === 'owner' ? `the owner is ${saying(given.text ?? '')}` : 'the block is gone']),
          ...(value.waiting && edit !== 'owner'
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
      'A fact or belief by its id with all that moved it, an entity by its name, or what stands at a place (memory/2025-11-27.md#L4); with blame: true the commits that moved it.',
    takes: object(
      {
        reference: text('^id, a name, or a path with a line'),
        asOf: text('A commit: as memory stood there'),
        blame: flag('Of a fact or belief: since which commits it is so, by whom and which lines'),
      },
      'reference',
    ),
    reads: true,
    run: async (
      workspace,
      { reference, asOf, blame = false }: { reference: string; asOf?: string; blame?: boolean },
    ) => {
      if (blame) {
        const found = await workspace.blame(reference)
        return { value: { what: 'blame', ...found }, lines: blameLines(found) }
      }
      const value = await workspace.show(reference, { asOf })
      return { value, lines: explainedLines(value) }
    },
  },
  {
    name: 'log',
    title: 'What happened, or what is believed differently',
    description:
      'Facts in the order of what happened, oldest first, narrowed as in recall; with beliefs: true what is believed differently since, and why.',
    takes: object({ ...sameNarrowing, beliefs: flag('What is believed differently') }),
    reads: true,
    run: async (workspace, { beliefs = false, ...options }: RecallOptions & { beliefs?: boolean }, _agent, noticed) => {
      const { budget, ...unbounded } = options
      if (beliefs) {
        const value = await workspace.beliefs(unbounded)
        const beside = [...windowOf(value.window), ...value.notices.map(noticeLine)]
        const above = [...noticed].map(noticeLine)
        const { kept, lines, notes } = fitAnswer(
          value.changes,
          changedLines,
          { budget, beside: [...above, ...beside] },
          leadingWithin,
        )
        return {
          value: { ...value, changes: kept, left: value.left + value.changes.length - kept.length },
          lines: [
            ...beside,
            ...notes.map(noticeLine),
            ...(value.changes.length > 0 ? lines : ['Nothing is believed differently.']),
          ],
        }
      }
      const value = await workspace.log(unbounded)
      const beside = [...windowOf(value.window), ...value.notices.map(noticeLine)]
      // A budget leaves out the earliest events first, so events are fitted from the latest on, undated ones last.
      const dated = value.results.filter(({ when }) => when !== null)
      const latestFirst = [...dated.toReversed(), ...value.results.slice(dated.length)]
      const { kept } = fitAnswer(latestFirst, (event) => [eventLine(event)], { budget, beside }, leadingWithin)
      const results = value.results.filter((event) => kept.includes(event))
      const unfitted = value.results.length - results.length
      const left = value.left + unfitted
      return {
        value: { ...value, results, left },
        lines: [
          ...beside,
          ...(unfitted > 0 ? [noticeLine(`${unfitted} more, which a higher budget shows`)] : []),
          ...(value.results.length > 0 ? results.map(eventLine) : ['Nothing found.']),
        ],
      }
    },
  },
  {
    name: 'status',
    title: 'How memory stands',
    description:
      'What the index holds, what was not understood, what waits for a person, how many facts nobody judged.',
    takes: object({}),
    reads: true,
    run: async (workspace) => {
      const value = await workspace.status()
      return { value, lines: statusLines(value) }
    },
  },
  {
    name: 'reflect',
    title: 'Write the pages',
    description: 'Write the pages of bank/ as the logs give them, for a person to review; or commit them.',
    takes: object({
      commit: flag('Commit the pages, and nothing else'),
    }),
    reads: false,
    again: true,
    run: async (workspace, { commit: isCommitted = false }: { commit?: boolean }, agent) => {
      if (isCommitted) {
        const value = await workspace.commit({ agent })
        const many = value.pages.length
        const done = value.commit === null ? 'HEAD has every page as its logs say' : `${many} pages committed`
        return {
          value,
          lines: [done, ...value.pages.map(saying), ...value.proposed.map((line) => `proposed ${saying(line)}`)],
        }
      }
      const value = await workspace.reflect('stale')
      return { value, lines: reflectedLines(value) }
    },
  },
  {
    name: 'retire',
    title: 'Say no to a fact',
    description:
      'Say that a fact or belief is wrong, or says nothing of another: a line on its page that a person can take back. A bullet that no commit holds is taken out of its log.',
    takes: object(
      {
        fact: text('Its id'),
        for: text('A belief that it is no evidence for; the fact stays'),
        why: text('The reason'),
        commit: commitAll,
      },
      'fact',
    ),
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
            ...landedLines(value),
            ...landedLine({ ...value, written: false }, isCommitted),
          ],
        }
      const done = value.written ? (value.commit === null ? 'written' : 'committed') : 'stands already'
      return {
        value,
        lines: [
          `${done} in ${saying(value.page)}: ${saying(value.bullet)}`,
          ...(value.reasonLost ? ['It stood there without the reason, which was not added.'] : []),
          ...landedLines(value),
          ...(value.commit === null && (value.written || isCommitted !== true)
            ? ['It counts from the commit of that page on.']
            : value.written
              ? []
              : landedLine(value, isCommitted)),
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
