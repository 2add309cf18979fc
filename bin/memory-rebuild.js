#!/usr/bin/env node
import { runCompiled } from './compiled.cjs'
process.exitCode = await runCompiled('cli', ['rebuild', ...process.argv.slice(2)])
