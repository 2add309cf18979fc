// Reading the package's dozen files from disk costs a hook 10 ms, so its JavaScript is bundled. It fits only a compiled
// module of the very same version, where version 12 puts it; anything else is left to the package as installed.
const { existsSync, readFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { version } = require('better-sqlite3/package.json')

// As Node would look for it from here, without reading every package.json on the way.
const places = [join(__dist, '../node_modules/better-sqlite3'), join(__dist, '../../better-sqlite3')]

function compiledModule() {
  const home = places.find(existsSync) ?? dirname(__load.resolve('better-sqlite3/package.json'))
  if (!readFileSync(join(home, 'package.json'), 'utf8').includes(`"version": "${version}"`)) return undefined
  const compiled = join(home, 'build/Release/better_sqlite3.node')
  return existsSync(compiled) ? compiled : undefined
}

function bundled(nativeBinding) {
  const Database = require('better-sqlite3/lib/index.js')
  return class extends Database {
    constructor(file, options) {
      super(file, { nativeBinding, ...options })
    }
  }
}

function loaded() {
  try {
    const compiled = compiledModule()
    return compiled ? bundled(compiled) : __load('better-sqlite3')
  } catch (cause) {
    // Not here at all: whoever opens an index is told, and what needs none works.
    return function Missing() {
      throw cause
    }
  }
}

module.exports = loaded()
