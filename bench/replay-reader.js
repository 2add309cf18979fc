// A reader that has answered before: it gives the answers of a file again, in place of a model.
//
//   memory reader set --command "node /path/to/bench/replay-reader.js /path/to/answers.jsonl"
//   memory reflect --read --all
//
// The request comes on its standard input. ANSWERS has a JSON line an answer, {"key", "text"}; the key is the first 12 digits
// of the SHA-256 of the request's bytes, as `npm run bench:reader -- FOLDER --packets FILE` writes it. A request that it does
// not know, as one for mended bullets, has no bullets. It runs in a folder of its own: the path of ANSWERS is a whole one.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: node bench/replay-reader.js ANSWERS, with a request on standard input')
  process.exit(2)
}
const key = createHash('sha256').update(readFileSync(0)).digest('hex').slice(0, 12)
const rows = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line))
const answer = rows.find((row) => row.key === key)
if (!answer) console.error(`${key} is no key of ${file}`)
process.stdout.write(answer?.text ?? '{"bullets":[]}')
