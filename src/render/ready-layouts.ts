import type { Layout } from './layout.js'

/**
 * The package's own layouts, by file name, compiled by a build: `scripts/build.js` replaces this module with them.
 * Without a build there are none, and `templates/` is read instead.
 */
export const readyLayouts: Readonly<Record<string, Layout>> = {}
