import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { dropOwn, keepOwn } from '../../files/own-folder.js'

/**
 * The file that says whether this clone notes what sessions are given:
 *
 *     .git/workspace-memory/receipts.json
 *     {"receipts":"on"}
 *
 * It is in no commit: there, whoever can push would decide what is kept of everybody's questions.
 */
const name = 'receipts.json'

export const keepsReceipts = (folder: string): boolean => existsSync(join(folder, name))

export const setReceipts = (folder: string, on: boolean): void =>
  on ? keepOwn(folder, name, `${JSON.stringify({ receipts: 'on' })}\n`) : dropOwn(folder, name)

/** Verbs that give facts to a session, or take bullets in which it cites them. */
const receiptVerbs = ['recall', 'brief', 'retain', 'retainSuggested'] as const
export type ReceiptedVerb = (typeof receiptVerbs)[number]

export const isReceipted = (verb: string): verb is ReceiptedVerb => receiptVerbs.some((each) => each === verb)
