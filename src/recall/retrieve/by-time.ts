import type { Retriever } from './retriever.js'

/** Facts about, or noted on, the days that the question names, or of the window that the caller insists on; the tightest first. */
export const byTime: Retriever = {
  about: 'is about the days asked for',
  find({ query, store, filter }, limit) {
    const window = query.window ?? query.mentioned
    return window ? store.during({ ...filter, window }, limit).map(({ key }) => key) : []
  },
}
