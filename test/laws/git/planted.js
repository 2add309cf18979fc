const treeAsked = "[...diffTree, from, to, '--', ...workspacePaths]"
const comparedFrom = (revision) => ({
  'src/git/trees.ts': [[treeAsked, treeAsked.replace('from', `'${revision}'`)]],
})

/** Name → the edits that plant it, each of a text that stands once in its file; `by` where it is not the machine. */
export const mutants = {
  'HEAD~1..HEAD': { edits: comparedFrom('HEAD~1') },
  'ORIG_HEAD..HEAD': { edits: comparedFrom('ORIG_HEAD') },
  'HEAD@{1}..HEAD': { edits: comparedFrom('HEAD@{1}') },
  'no check when reading': {
    edits: {
      'src/workspace/session/opened.ts': [
        [
          'work(store, await sync(this.session.syncContext(store)))',
          'work(store, store.standing() === undefined || work.length > 1 ? await sync(this.session.syncContext(store)) : store.standing())',
        ],
      ],
    },
  },
  'HEAD is taken to stand still': {
    edits: {
      'src/git/head.ts': [['if (head && moved === head.commit) return head', 'if (head) return head']],
    },
    by: 'test/git/open-workspace.test.ts',
  },
  'no -z': {
    edits: {
      'src/git/trees.ts': [
        ["['-z', '--raw',", "['--raw',"],
        ["['ls-tree', '-r', '-z', tree,", "['ls-tree', '-r', tree,"],
      ],
      'src/git/git-output.ts': [
        ["changesOf(output.toString('utf8').split('\\0'))", "changesOf(output.toString('utf8').split(/\\n|\\t/))"],
        ["    .toString('utf8')\n    .split('\\0')", "    .toString('utf8')\n    .split('\\n')"],
      ],
    },
  },
  'renames detected': {
    edits: {
      'src/git/trees.ts': [["'--raw', '--no-renames', '--no-abbrev'", "'--raw', '-M', '--no-abbrev'"]],
      'src/git/git-output.ts': [
        ['const path = parts[at + 1]!', "const path = parts[status!.startsWith('R') ? ++at + 1 : at + 1]!"],
      ],
    },
  },
  'the working tree is read': {
    edits: {
      'src/pipeline/read-blobs.ts': [['if (!bytes || source.oidOf(bytes, file.oid) !== file.oid) {', 'if (!bytes) {']],
    },
  },
  'deferred BEGIN': {
    edits: { 'src/store/store.ts': [["db.exec('BEGIN IMMEDIATE')", "db.exec('BEGIN')"]] },
    by: 'test/store/at-once.test.ts',
  },
  'the search index is not compared': {
    edits: { 'src/store/dump.ts': [['  yield* dumpWords(db)\n', '']] },
    by: 'test/store/digest.test.ts',
  },
  'deleted words still weigh': {
    edits: {
      'src/store/schema.ts': [["  content = '',\n", "  content = '', contentless_delete = 1,\n"]],
      'src/store/store.ts': [
        [
          "INSERT INTO words (words, rowid, text, names, trail) VALUES ('delete', 0, 'moved', '', '')",
          'DELETE FROM words WHERE rowid = 0',
        ],
      ],
      'src/store/write.ts': [
        [
          "INSERT INTO words (words, rowid, text, names, trail) VALUES ('delete', ?, ?, ?, ?)",
          'DELETE FROM words WHERE rowid = ? AND (? || ? || ?) IS NOT NULL',
        ],
      ],
    },
    by: 'test/store/deleted-words.test.ts',
  },
  'a failed sync is kept': {
    edits: { 'src/store/store.ts': [["db.exec('ROLLBACK')", "db.exec('COMMIT')"]] },
    by: 'test/store/index-file.test.ts',
  },
  'every row is a transaction': {
    edits: {
      'src/store/store.ts': [
        ["const begin = (): void => void db.exec('BEGIN IMMEDIATE')", 'const begin = (): void => {}'],
        ["        db.exec('COMMIT')\n        return result", '        return result'],
      ],
    },
    by: 'test/laws/faults/faults',
  },
  'HEAD moves before what is staged': {
    edits: {
      'src/git/ask-git.ts': [
        [
          "    try {\n      meanwhile()\n      child.stdin.end('commit\\n')",
          "    try {\n      child.stdin.end('commit\\n')\n      await child\n      meanwhile()",
        ],
      ],
    },
    by: 'test/git/landing.test.ts',
  },
  'what is gone stays': {
    edits: { 'src/pipeline/change-set.ts': [['gone: [...before.keys()]', 'gone: []']] },
  },
  'other settings, same rows': {
    edits: {
      'src/pipeline/sync.ts': [
        ['if (!sameParser || !areReadAlike(context, standing.settings, settings))', 'if (!sameParser)'],
      ],
    },
  },
  'what is newly forgotten stays in notes that stayed': {
    edits: { 'src/pipeline/sync.ts': [['forgetting ? readOtherwise(context, forgetting, others) : []', '[]']] },
    by: 'test/pipeline/read-again.test.ts',
  },
  'a build that has not ended takes up what is forgotten meanwhile': {
    edits: { 'src/pipeline/sync.ts': [['if (forgetting && !isJudged) return', 'if (forgetting === null) return']] },
    by: 'test/pipeline/judged-once.test.ts',
  },
  'an index in the tree is opened': {
    edits: { 'src/git/repository.ts': [["ownFolder(gitDir, exactly ? this.prefix : '')", "join(root, '.memory')"]] },
    by: 'test/git/index-in-the-tree.test.ts',
  },
  'replaced blobs are read': {
    edits: {
      'src/git/run-git.ts': [
        ["  GIT_NO_REPLACE_OBJECTS: '1', // read the objects that the tree names, not replacements\n", ''],
      ],
    },
    by: 'test/git/other-repositories.test.ts',
  },
  'a deleted index is written to': {
    edits: { 'src/store/store.ts': [['indexIdentity(folder) === identity', 'identity !== undefined']] },
    by: 'test/store/index-file.test.ts',
  },
  'a hook stages its pages': {
    edits: {
      'src/hooks/run.ts': [
        [
          '      if (found?.settled',
          "      process.getBuiltinModule('node:child_process').spawnSync('git', ['add', 'bank'], { cwd: opened.root })\n      if (found?.settled",
        ],
      ],
    },
  },
  'a hook that left a page alone says that all is done': {
    edits: { 'src/hooks/catch-up.ts': [[' && store.stale().size === 0', '']] },
    by: 'test/hooks/settled.test.ts',
  },
  'a hook that lands its pages leaves Git’s index as it was': {
    edits: {
      'src/workspace/landing/land.ts': [
        ['      putIndex()\n', ''],
        ["  await keepStaged(git, repository, parent, [...files.keys()], 'landed').catch(() => undefined)\n", ''],
      ],
    },
  },
  'beliefs are judged from new facts alone': {
    edits: { 'src/pipeline/sync.ts': [['[...touched.ids, ...decided, ...', '[...touched.ids, ...']] },
    by: 'test/laws/pages',
  },
  'an alias judges nothing again': {
    edits: { 'src/pipeline/sync.ts': [[', ...touched.renamed()]', ']']] },
    by: 'test/pipeline/alias.test.ts',
  },
  'a link with the same blob counts as the note': {
    edits: {
      'src/pipeline/change-set.ts': [
        ['known?.oid === file.oid && isRegular(known.mode) === isRegular(file.mode)', 'known?.oid === file.oid'],
      ],
    },
  },
  'packed-refs read before loose refs': {
    edits: {
      'src/git/head-file.ts': [
        [
          "  const loose = firstLine(join(commonDir, branch))\n  if (loose !== undefined) return oidForm.test(loose) ? loose : undefined\n  const packed = textOf(join(commonDir, 'packed-refs'))\n",
          "  const packed = textOf(join(commonDir, 'packed-refs'))\n  const loose = firstLine(join(commonDir, branch))\n  if (!packed?.includes(` ${branch}\\n`)) return loose !== undefined && oidForm.test(loose) ? loose : undefined\n",
        ],
      ],
    },
    by: 'test/git/head-file.test.ts',
  },
  'what ends no more is not looked at again': {
    edits: {
      'src/belief/endings.ts': [
        [
          'const touched = new Set(changed ? endings.forget(changed.ids, changed.ids) : [])',
          'const touched = new Set<string>()\n  if (changed) endings.forget(changed.ids, changed.ids)',
        ],
      ],
    },
  },
  'what is held counts as stated': {
    edits: { 'src/store/rows.ts': [["NOT IN ('suggested', 'held')", "NOT IN ('suggested')"]] },
    by: 'test/laws/held-equals-without',
  },
  'what goes leaves no room for what stood too far back': {
    edits: { 'src/belief/endings.ts': [['const gone = left.filter(', 'const gone = ([] as typeof left).filter(']] },
    by: 'test/laws/near-alike-equals-rebuild',
  },
  'what an index stands for is written back as it was read': {
    edits: {
      'src/pipeline/sync.ts': [['const still = store.standing()', 'const still = standing']],
    },
    by: 'test/store/at-once',
  },
}
