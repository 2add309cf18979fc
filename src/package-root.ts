import { join } from 'node:path'

/** The folder that this package is installed in: `src/` and `dist/` both stand right below it. */
export const packageRoot = join(import.meta.dirname, '..')
