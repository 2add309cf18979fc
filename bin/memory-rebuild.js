#!/usr/bin/env node
'use strict'
const { runCompiled } = require('./compiled.cjs')

runCompiled('cli', ['rebuild', ...process.argv.slice(2)]).then((code) => (process.exitCode = code))
