import { snapshot } from './guard.js'

/** Jest's globalSetup. While one watches and edits, or lets documents be written, files change for good reasons. */
export default function beforeAll({ watch, watchAll }) {
  if (!watch && !watchAll && process.env['UPDATE'] !== '1') globalThis.outsideBefore = snapshot()
}
