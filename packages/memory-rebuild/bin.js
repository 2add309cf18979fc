#!/usr/bin/env node
// The name that npx finds; all of it is workspace-memory's.
await import('workspace-memory/rebuild')
