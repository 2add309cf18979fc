import type { Plugin } from 'esbuild'

export function wordFiles(isWanted?: (path: string) => boolean): Plugin
