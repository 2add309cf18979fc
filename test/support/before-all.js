import { snapshot } from './guard.js'

/** Jest's globalSetup. While one watches and edits, files change for good reasons. */
export default function beforeAll({ watch, watchAll }) {
  if (!watch && !watchAll) globalThis.outsideBefore = snapshot()
}
