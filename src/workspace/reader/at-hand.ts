import { programAtHand } from '../../ask/at-hand.js'
import { languageModelSettings } from '../session/model-settings.js'
import type { Session } from '../session/session.js'

/** A program on the PATH that could be this clone's reader; null where there is none, or a reader is set. */
export const readerAtHand = ({ repository, options }: Session): string | null =>
  languageModelSettings(repository.ownFolder)
    ? null
    : (programAtHand(options.environment ?? process.env, repository.top) ?? null)
