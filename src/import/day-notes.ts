import { createHash } from 'node:crypto'
import { formatNames, importsFolder, type FormatName, type NoteOrigin } from '../model/origin.js'
import type { Day } from '../model/time.js'
import type { Conversation, Message } from './conversation.js'
import { once, whenAsked } from '../text/once.js'
import { startOf } from '../text/start-of.js'
import { inertBlocks, inertLine, visible } from './inert.js'

export interface ImportedNote {
  readonly path: string
  readonly day: Day
  readonly title: string
  readonly messages: number
  /** Of the messages, without credentials. */
  readonly characters: number
  readonly text: string
}

export interface Rendering {
  readonly format: FormatName
  /** The day and time of a moment on the workspace's clock. */
  readonly clock: (millis: number) => { readonly day: Day; readonly time: string }
  /** A text without credentials. */
  readonly masked: (text: string) => string
  /** The file's time in milliseconds, for messages without any other time. */
  readonly modified: number
  /** Called for each message of which no source tells the day. */
  readonly onUndated: () => void
  /** Earlier days are left out. */
  readonly since: Day | null
  /** The day of the note that an earlier import wrote, for a document, or a conversation that tells no time. */
  readonly dayOfDocument: (id: string) => Day | undefined
}

/** Characters and lines of one note: a longer day goes on in another. */
const longestNote = 1_000_000
const mostLines = 20_000

/** The `3f9a2c1b7d` of `2025-11-27-3f9a2c1b7d.md`: made of the id alone, so that a new title makes no new note. */
export const keyOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 10)

/**
 * A conversation as notes, one a day and more where a day is long. A note has a heading with time and title, and tells
 * who said what. The same conversation gives the same bytes; one that has grown gives other bytes for its last days
 * alone.
 */
export function notesOf(conversation: Conversation, rendering: Rendering): ImportedNote[] {
  const { format, since, masked } = rendering
  const textOf = once(({ text }: Message) => masked(visible(text)))
  const titleOf = whenAsked(() => {
    const words = conversation.title ? masked(visible(conversation.title)) : firstWords(conversation, textOf)
    return inertLine(startOf(words, longestTitle))
  })
  return [...daysOf(conversation, rendering)].flatMap(([day, messages]) => {
    if (since !== null && day < since) return []
    const title = titleOf()
    const time = messages[0]!.time
    const heading = conversation.document ? `${title || 'Untitled'} (${format})` : `${time} ${title}`.trim()
    const pieces = piecesOf(messages, textOf)
    const stem = `${importsFolder}/${format}/${day}-${keyOf(conversation.id)}`
    return pieces.map(({ blocks, count, characters }, at): ImportedNote => {
      const body = [`## ${heading}${at > 0 ? ' (continued)' : ''}`, ...blocks].join('\n\n')
      return {
        path: `${stem}${at > 0 ? `-${at + 1}` : ''}.md`,
        day,
        title: heading,
        messages: count,
        characters,
        text: withOrigin({ format, id: startOf(masked(conversation.id), longestId), messages: count }, `${body}\n`),
      }
    })
  })
}

const longestTitle = 120
const longestId = 200

/** The words of a message, as they are written into a note: visible, and without credentials. */
type TextOf = (message: Message) => string

/**
 * A title for a conversation without one, from its first words: `Fix the login, which`. They are cut from the masked
 * text, since a part of a credential would not look like one.
 */
function firstWords({ messages }: Conversation, textOf: TextOf): string {
  const said = messages.find(({ who }) => who === 'user') ?? messages[0]
  const line = (said ? textOf(said) : '').split('\n').find((each) => each.trim() !== '') ?? ''
  return /^.{0,60}(?!\S)/su.exec(line.trim())?.[0] || startOf(line, 60)
}

interface Timed {
  readonly message: Message
  readonly time: string
}

/** Messages by day. One without a time has that of the message before, else the first time that any message has. */
function daysOf(conversation: Conversation, rendering: Rendering): Map<Day, Timed[]> {
  const { clock, modified, onUndated, dayOfDocument } = rendering
  const { messages, at, document, id } = conversation
  const days = new Map<Day, Timed[]>()
  let last = messages.find((message) => message.at !== null)?.at ?? at
  if (last === null) messages.forEach(onUndated)
  // A file's time changes with every export, so the day of an earlier import goes first.
  const known = document || last === null ? dayOfDocument(id) : undefined
  for (const message of messages) {
    last = message.at ?? last
    const moment = clock(last ?? modified)
    const day = known ?? (document ? clock(messages[0]!.at ?? at ?? modified).day : moment.day)
    const timed = { message, time: moment.time }
    const standing = days.get(day)
    if (standing) standing.push(timed)
    else days.set(day, [timed])
  }
  return days
}

interface NotePiece {
  readonly blocks: string[]
  count: number
  characters: number
}

function piecesOf(messages: readonly Timed[], textOf: TextOf): NotePiece[] {
  const pieces: NotePiece[] = []
  let [size, lines] = [Infinity, 0]
  for (const { message } of messages) {
    const text = textOf(message)
    for (const [at, block] of spoken(message.who, inertBlocks(text)).entries()) {
      if (size + block.length > longestNote || lines > mostLines) {
        pieces.push({ blocks: [], count: 0, characters: 0 })
        size = lines = 0
      }
      const piece = pieces.at(-1)!
      piece.blocks.push(block)
      if (at === 0) piece.count++
      if (at === 0) piece.characters += text.length
      size += block.length + 2
      lines += block.split('\n').length + 1
    }
  }
  return pieces
}

const speakers: Readonly<Record<string, string>> = { user: 'User', assistant: 'Assistant' }

/** Blocks with `**User:**` before the first words. */
function spoken(who: string | null, blocks: readonly string[]): string[] {
  if (who === null) return [...blocks]
  const name = Object.hasOwn(speakers, who) ? speakers[who]! : inertLine(startOf(who, 60)).replaceAll('*', '')
  const [first = '', ...rest] = blocks
  const isText = !/^(?:`{3}|[-+*] |\d{1,9}[.)] )/.test(first)
  return isText ? [`**${name}:** ${first}`, ...rest] : [`**${name}:**`, first, ...rest]
}

const opening = ({ format, id, messages }: Omit<NoteOrigin, 'sha256'>): string =>
  `---\norigin: {format: ${format}, id: ${JSON.stringify(id).replaceAll('\ufffd', String.raw`\ufffd`)}, messages: ${messages}, sha256: `

const digestOf = (before: string, after: string): string =>
  createHash('sha256').update(before).update(after).digest('hex')

function withOrigin(origin: Omit<NoteOrigin, 'sha256'>, body: string): string {
  const [before, after] = [opening(origin), `}\n---\n\n${body}`]
  return `${before}${digestOf(before, after)}${after}`
}

/** What a note says of its import, and whether it is unchanged since; undefined for a note that no import wrote. */
export function originOf(text: string): (Omit<NoteOrigin, 'sha256'> & { readonly isAsWritten: boolean }) | undefined {
  // With `core.autocrlf` Git writes other line ends into the working tree.
  const note = text.replaceAll('\r\n', '\n')
  const [whole, before, name, id, messages, sha256] = form.exec(note.slice(0, longestOpening)) ?? []
  const format = formatNames.find((each) => each === name)
  if (whole === undefined || format === undefined) return undefined
  const isAsWritten = digestOf(before!, note.slice(whole.length)) === sha256
  return { format, id: JSON.parse(id!) as string, messages: Number(messages), isAsWritten }
}

const form = /^(---\norigin: \{format: ([a-z-]+), id: ("(?:[^"\\\n]|\\.)*"), messages: (\d+), sha256: )([0-9a-f]{64})/
const longestOpening = 4000
