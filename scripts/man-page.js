import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import vm from 'node:vm'

/** Columns that a man page has on a narrow terminal, without its margin. */
const columns = 72

/** `dist/memory.1`, by what the built commands say of themselves. */
export async function manPage(root) {
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  const help = helpOf(`${root}/dist/compiled/cli.cjs`)
  const all = await help('--help')
  const [about, synopsis] = all.split('\n\n')
  const names = [...all.matchAll(/^ {2}memory (\S+)/gm)].map(([, name]) => name)
  const texts = []
  // One after another: they share the standard output.
  for (const name of names) texts.push(`.SS memory ${name}\n${asIs(await help(name, '--help'))}`)
  return `${[
    `.TH MEMORY 1 "" "workspace-memory ${version}"`,
    '.SH NAME',
    troff(about.replace(/^memory: /, 'memory - ').replaceAll('\n', ' ')),
    '.SH SYNOPSIS',
    troff(synopsis),
    '.SH COMMANDS',
    ...texts,
    '.SH EXIT STATUS',
    '0 done, 1 a check failed, 2 usage or environment.',
  ].join('\n')}\n`
}

/** What a command prints is caught where it would leave the process. */
function helpOf(bundle) {
  const module = { exports: {} }
  const evaluated = vm.runInThisContext(readFileSync(bundle, 'utf8'), { filename: bundle })
  evaluated(module.exports, createRequire(bundle), module, bundle, dirname(bundle))
  return async (...argv) => {
    const { stdout } = process
    let text = ''
    const width = Object.getOwnPropertyDescriptor(stdout, 'columns')
    const write = stdout.write
    stdout.write = (chunk) => ((text += chunk), true)
    Object.defineProperty(stdout, 'columns', { value: columns, configurable: true })
    try {
      const status = await module.exports.main(argv)
      if (status !== 0) throw new Error(`memory ${argv.join(' ')} ended with ${status}`)
    } finally {
      stdout.write = write
      stdout.removeAllListeners('error') // each run adds its own
      if (width) Object.defineProperty(stdout, 'columns', width)
      else delete stdout.columns
    }
    return text.trimEnd()
  }
}

const asIs = (text) => `.nf\n${troff(text)}\n.fi`

/** A line that begins with a dot or a quote is a request of troff's; a backslash begins an escape, and `-` alone is a hyphen. */
const troff = (text) =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll(/^(?=[.'])/gm, String.raw`\&`)
    .replaceAll(/[^\0-\x7f]/gu, (sign) => `\\[u${sign.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
