import type { Layout } from './layout.js'

/**
 * The package's own layouts, by file name, where a build has compiled them:
 * `scripts/build.js` puts them in the place of this module. Without a build
 * there are none, and `templates/` is read instead.
 */
export const readyLayouts: Readonly<Record<string, Layout>> = {}
