import type { Retriever } from './retriever.js'

/** Facts about, or noted on, the days of the window, else of the question; the shortest times first. */
export const byTime: Retriever = {
  about: 'is about the days asked for',
  find({ query, store, filter }, limit) {
    const window = query.window ?? query.mentioned
    return window ? store.during({ ...filter, window }, limit).map(({ key }) => key) : []
  },
}
