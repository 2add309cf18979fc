import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DemoFailure, openStage, packageRoot } from './demo/stage.js'

/** The bullets of the example that break the grammar: where, what was found, what is expected, and a word to find. */
const malformed = [
  ['memory/2026-03-04.md:23', 'got 1.5', 'confidence must be 0 to 1', 'rhubarb'],
  ['memory/2026-03-07.md:20', 'got c=0.8', 'write W without c=', 'demurrage'],
  ['memory/2026-03-10.md:22', 'got X', 'one of W, B, O, S', 'samovar'],
  ['memory/2026-03-13.md:12', 'got high', 'confidence must be 0 to 1', 'funicular'],
  ['memory/2026-03-16.md:27', 'got next week', 'until must be a date', 'upholsterer'],
  ['memory/2026-03-19.md:18', 'mood', 'the attributes are', 'bilge'],
]

/** A preference, a day and two characters of Chinese. `--now` keeps the output the same on any day. */
const questions = [
  'memory recall "what kind of replies does Peter like on his phone" --k 1 --now 2026-03-20',
  'memory recall "where was Peter" --on 2026-03-13 --k 2 --now 2026-03-20',
  'memory recall 开会 --k 1 --now 2026-03-20',
]

/** After this day a person corrects something; the last logs come after that. */
const beforeCorrections = '2026-03-20'

const stage = await openStage()
try {
  await play()
  await stage.close()
} catch (failure) {
  console.error(`\nThe demo stops here.\n${failure instanceof DemoFailure ? failure.message : failure.stack}`)
  console.error(`What it left behind: ${stage.root}`)
  process.exitCode = 1
}

async function play() {
  const input = join(stage.root, 'input')
  await cp(join(packageRoot, 'examples/workspace'), input, { recursive: true })
  const logs = (await readdir(join(input, 'memory')))
    .filter((name) => /^\d{4}-\d{2}-\d{2}.*\.md$/.test(name))
    .toSorted()

  console.log('Workspace Memory: three weeks of an agent’s daily logs, from the first commit to a second machine.')
  stage.say(`Run for real on a copy of examples/workspace; ~ is ${stage.root}. Long lines are folded.`)

  await firstPages(input)
  await dayByDay(input, logs)
  await ask()
  await listProblems()
  await correct(input, logs)
  await moveToAnotherMachine()
  await withoutBullets()

  console.log(`\nEvery step held: ${stage.checks} checks.`)
}

async function firstPages(input) {
  stage.heading('A repository becomes a memory')
  await mkdir(join(stage.root, 'notes'))
  stage.enter('notes')
  await stage.run('git init --quiet')
  const init = await stage.run('memory init')
  stage.checkHolds('init says what it set up', init, 'is a memory workspace', 'post-commit         active')

  stage.say('Notes without a date come first. A hook indexes each commit and writes the pages of bank/:')
  for (const name of ['MEMORY.md', 'USER.md', 'memory/people.md', 'memory/projects'])
    await cp(join(input, name), stage.path(name), { recursive: true })
  const hook = await stage.run('git add . && git commit --quiet -m "Who and what"')
  stage.checkHolds('the hook says what it indexed', hook, 'memory: indexed 4 notes (2 facts)')
  await review('The first pages')
}

async function dayByDay(input, logs) {
  stage.heading('A log a day: write it, commit it')
  stage.say('Each log is written and committed on its day; beside the day stands what the hook printed:')
  stage.print('$ git add memory/$day*.md && git commit --quiet -m "Log $day"')
  for (const name of logs.filter((log) => log.slice(0, 10) <= beforeCorrections)) {
    await commitLog(input, name)
    if (name.startsWith('2026-03-08')) await review('Review the pages of the first week')
    if (name.startsWith('2026-03-17')) await readDiff()
  }
}

async function commitLog(input, name) {
  const day = name.slice(0, 10)
  stage.setClock(`${day}T21:30:00+01:00`)
  await cp(join(input, 'memory', name), stage.path('memory', name))
  const line = await stage.quietly(`git add memory/${name} && git commit --quiet -m "Log ${day}"`)
  stage.print(`${day}  ${line || '(nothing retained, so no page changed)'}`)
  const retains = /^## (?:Retain|保留|Mantieni)$/m.test(await readFile(stage.path('memory', name), 'utf8'))
  const expected = retains ? /^memory: indexed 1 note \(\d facts?\), \d+ pages? [^\n]*$/ : /^$/
  stage.check(`the hook prints one line for ${name} where a page changed`, expected.test(line), line)
  const staged = await stage.quietly('git diff --cached --name-only')
  stage.check('the hook stages nothing', staged === '', staged)
}

async function review(subject) {
  const output = await stage.run(`git add bank && git commit --quiet -m "${subject}"`)
  stage.check('landing the pages changes no page again', output === '', output)
  const left = await stage.quietly('git status --porcelain')
  stage.check('the tree is clean after the pages are committed', left === '', left)
}

async function readDiff() {
  stage.say(`A few days on, what memory came to believe waits in the working tree, as an ordinary diff. A line says how sure
    (c), of whom, of what; where that was said first, and what moved it since: + up, − down. The clay came late on two days:`)
  const moved = await stage.run("git diff -U0 bank/opinions.md | grep '^[-+]- .*Argilla'")
  stage.checkHolds('the diff shows the belief before and after', moved, '-- O(c=0.85)', '+- O(c=0.34)', '−[2026-03-16]')
  const diff = await stage.quietly("git diff -U0 bank/opinions.md | grep '^[-+]- '")
  stage.checkHolds('the diff shows new beliefs', diff, '+- O(c=0.50) @Ila: Mostly wants', '@Peter: Likes every meeting')
  stage.check(
    'every generated line cites its log line and carries its id',
    diff
      .split('\n')
      .every((line) =>
        / · (?:[▁-█]+ )?\[\d{4}-\d{2}-\d{2}\]\(\.\.\/memory\/\S+#L\d+\).* <!-- \^\w{10} .* -->$/.test(line),
      ),
    diff,
  )
  stage.say('The comment at its end tells what was generated from what you edit. Why, step by step, is the ledger:')
  const ledger = await stage.run('memory show ^iqlxbd6zsj')
  stage.checkHolds(
    'the ledger has a row for each step, with its reason',
    ledger,
    'states',
    'contradicts',
    'negation',
    '0.34',
  )
  await review('Review the pages of the second week')
}

async function ask() {
  stage.heading('Ask')
  stage.say('A preference. Each answer names the line it comes from (--now stands in for the clock):')
  const phone = await stage.run(questions[0])
  stage.check(
    'the first answer is the opinion and cites its line',
    /^O 0\.\d\d {2}Likes replies <1200 characters on his phone[^\n]*\n +memory\/2026-03-05\.md#L22 {2}\^\w{10}$/m.test(
      phone,
    ),
    phone,
  )
  stage.say('A day. The log that knows is of the 12th and says “Mar 12–15”:')
  const day = await stage.run(questions[1])
  stage.checkHolds(
    'the day is found inside a range',
    day,
    'from 2026-03-13 to 2026-03-13',
    'In Porto (Mar 12–15, 2026)',
  )
  stage.checkHolds('the range is cited', day, 'memory/2026-03-12-porto.md#L21')
  stage.say('Two characters of Chinese (a meeting):')
  const chinese = await stage.run(questions[2])
  stage.checkHolds('two characters are enough', chinese, '喜欢先看接口文档再开会。', 'memory/2026-03-11.md#L21')
}

async function listProblems() {
  stage.heading('What was not understood is listed, and still found')
  const status = await stage.run('memory status')
  const problems = status.split('\n').filter((line) => line.startsWith('  memory/'))
  stage.check('status lists every malformed bullet', problems.length === malformed.length, `\n${problems.join('\n')}`)
  for (const [place, found, expected, word] of malformed) {
    const line = problems.find((problem) => problem.startsWith(`  ${place}  `)) ?? ''
    stage.checkHolds(`${place} is reported`, line, found, expected)
    const answer = await stage.quietly(`memory recall ${word} --k 1`)
    stage.checkHolds(`recall finds ${word}`, answer, place.replace(':', '#L'))
  }
  await stage.run('memory recall samovar --k 1')
}

async function correct(input, logs) {
  stage.heading('A person has the last word')
  stage.say('The logs say Pete in places, and nobody told memory who that is. The entity’s page is where to say it:')
  await edit('bank/entities/Peter.md', 'aliases: []', 'aliases: [Pete]')
  const hook = await stage.run('git add bank && git commit --quiet -m "Pete is Peter"')
  stage.checkHolds('the hook rewrites the pages of both', hook, 'memory: indexed', 'in bank/')
  const show = await stage.run('memory show Pete', { lines: 5 })
  stage.checkHolds(
    'Pete answers as Peter',
    show,
    'Peter, also Pete',
    'bank/entities/Peter.md',
    'memory/2026-03-17.md#L20',
  )

  stage.say(
    "On the 7th the agent guessed; on the 20th Peter laughed about it. A number changed in a page is a person's word: committed, it is adopted, and later logs do not undo it:",
  )
  await edit('bank/opinions.md', 'O(c=0.60) @Peter: Is', 'O(c=0.10) @Peter: Is')
  const adopted = await stage.run('git commit --quiet --all -m "Peter is no vegetarian"')
  stage.checkHolds('the hook adopts the edit', adopted, 'changed in bank/')
  const curated = await stage.run("grep -A 2 '^## Curated' bank/opinions.md")
  stage.checkHolds('as a bullet of its own', curated, '- O(c=0.10, of=^', '@Peter: Is probably a vegetarian.')
  for (const name of logs.filter((log) => log.slice(0, 10) > beforeCorrections)) await commitLog(input, name)
  const line = await stage.run('grep -n "vegetarian.*#L" bank/opinions.md')
  stage.checkHolds('the edit holds in the generated line', line, 'O(c=0.10) @Peter: Is probably a vegetarian.')
  const page = await readFile(stage.path('bank/opinions.md'), 'utf8')
  stage.checkHolds('the page was written again around it', page, 'Preferisce smaltare da sola')

  stage.say('The market will do as well, Ilaria said at lunch. What nobody believes any more is retired, and stays so:')
  const retired = await stage.run('memory retire ^kab0ygvn7m --why "the April market will do as well"')
  stage.checkHolds('the line is written for review', retired, 'bank/opinions.md')
  const body = await stage.quietly('memory reflect --summary md')
  stage.say('Who reviews pages as a pull request gets this week as its body (a workflow makes it on a host):')
  await stage.run('memory reflect --summary md', { lines: 9 })
  stage.checkHolds('the body says what moved, why, and how to say no', body, '0.73 → 0.76', '#L24', 'memory retire ^')
  await stage.run('git add bank && git commit --quiet -m "Review the pages of the third week"')
  const opinions = await readFile(stage.path('bank/opinions.md'), 'utf8')
  await review('The bowls may go to the market')
  stage.check('a retired belief is off its page', !/^- O.*only online.*<!-- \^/m.test(opinions), opinions)

  stage.say('So the history of bank/ is the history of what a person has looked at and accepted:')
  await stage.run("git log --date=short --format='%ad  %s' -- bank")
}

async function withoutBullets() {
  stage.heading('Logs without a bullet: pages of names, and drafts')
  stage.say('Most agents write plain logs. A copy of examples/untagged, two weeks in English and German:')
  await cp(join(packageRoot, 'examples/untagged'), join(stage.root, 'plain'), { recursive: true })
  stage.enter('plain')
  await stage.quietly('git init --quiet && git add . && git commit --quiet -m "Two weeks" && memory init')
  const status = await stage.run('memory status', { lines: 6 })
  stage.checkHolds('status offers the pages of names', status, 'could have a page of what the logs say: ')
  stage.say('The first pages land as one commit, each line with its place:')
  const landed = await stage.run('memory suggest --entities --write --commit')
  stage.checkHolds('one commit holds them', landed, ' pages: git show ')
  const page = await stage.run('cat bank/entities/matcalc.md', { lines: 13 })
  stage.checkHolds('a page says what notes tell of a name', page, '## Mentioned', '](../../memory/2026-02-')
  stage.say('What lines say they are can become bullets, once somebody keeps them:')
  const drafts = await stage.run('memory suggest --on 2026-02-06 --now 2026-02-16')
  stage.checkHolds('a lesson is drafted with its place', drafts, 'memory/2026-02-06.md#L99')
  const open = await stage.run('memory recall --label decision --k 1 --now 2026-02-16')
  stage.checkHolds('labels are asked for too', open, 'memory/2026-02-')
}

async function edit(path, from, to) {
  stage.print(`(in an editor) ${path}: ${from} → ${to}`)
  const text = await readFile(stage.path(path), 'utf8')
  stage.check(`${path} holds the text to change once`, text.split(from).length === 2, text)
  await writeFile(stage.path(path), text.replace(from, to))
}

async function moveToAnotherMachine() {
  stage.heading('Another machine: clone, rebuild, the same answers')
  const here = await stage.run('memory status --digest')
  const answers = await Promise.all(questions.map((question) => stage.quietly(question)))
  await stage.run('git clone --quiet . ../laptop && cd ../laptop')
  stage.enter('laptop')
  const rebuild = await stage.run('memory-rebuild')
  stage.checkHolds('the clone has hooks and an index', rebuild, 'The hooks are installed', 'The index stands for')
  const there = await stage.run('memory status --digest')
  stage.check('both digests are equal', /^[0-9a-f]{64}$/.test(here) && there === here, `${here}\n          ${there}`)
  for (const [at, question] of questions.entries())
    stage.check(`the clone answers as the original: ${question}`, (await stage.quietly(question)) === answers[at], '')
  const reflect = await stage.run('memory reflect')
  stage.checkHolds('the pages need no change there', reflect, 'Every page is as the logs say.')
  stage.say('The three questions get the same answers there too. Once more, after the index was thrown away:')
  const again = await stage.run('rm .git/workspace-memory/index-* && memory status --digest')
  stage.check('the digest survives a deleted index', again === here, `${here}\n          ${again}`)
}
