import { programAtHand } from '../../ask/at-hand.js'
import { languageModelSettings } from '../session/model-settings.js'
import type { Session } from '../session/session.js'

/**
 * A program that could be set as this clone's reader; null where a reader is set, or no such program is on the PATH.
 */
export const readerAtHand = ({ repository, options }: Session): string | null =>
  languageModelSettings(repository.ownFolder)
    ? null
    : (programAtHand(options.environment ?? process.env, repository.top) ?? null)
