/** `PRAGMA application_id`: `wmem` in ASCII. Any other value means the file is not ours. */
export const applicationId = 0x776d656d

/**
 * `PRAGMA user_version`. The index is derived, so there are no migrations: an older schema is dropped and built again
 * from Git. Raise this whenever a table changes or its rows mean something else, and `parserVersion` whenever other rows
 * go into one. This version answers from rows of another version with the same schema until its own are made.
 */
export const schemaVersion = 25

/** How full text is cut into terms, both in lines and in questions. */
export const tokenizer = 'porter unicode61 remove_diacritics 2'

/**
 * The tables from `note` to `problem` hold rows that belong to one note each and are made from it alone (but for the
 * columns `also`, `target` and `belief`). So a note is replaced by deleting its rows and inserting new ones: a sync in
 * ten steps and a rebuild end alike. There are no triggers: code that changes a fact's text updates the search index
 * itself.
 */
export const schema = `
CREATE TABLE meta (
  key TEXT PRIMARY KEY,          -- tree, commit, settings, parser, beliefs, done, judge, company, pages-tree, scrub
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,     -- relative to the workspace, as Git names it
  mode TEXT NOT NULL,
  oid TEXT NOT NULL,             -- of the blob; 'uncommitted' inside an overlay
  day TEXT
) STRICT;

-- A statement where it stands. Rows with one id are one fact with several sources.
CREATE TABLE fact (
  key INTEGER PRIMARY KEY,
  note INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  origin TEXT NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  day TEXT,
  start TEXT,                    -- occurred, both ends included
  end TEXT,
  confidence INTEGER,            -- as stated here, in thousandths
  until TEXT,
  was TEXT,
  stances TEXT NOT NULL,         -- JSON array of what it does to which beliefs; empty where it says nothing of any
  suggested TEXT NOT NULL,       -- JSON array of the passages it was drafted from; empty where it is no suggestion
  "from" TEXT NOT NULL,          -- JSON array of what it was made of; empty where it does not say
  at TEXT,                       -- the code it is about, as written: src/x.ts#symbol
  mark TEXT,                     -- which class it came by, as it or its note says: web; web+kept once somebody kept it
  of TEXT,
  "on" TEXT,
  leading INTEGER NOT NULL,
  mentions TEXT NOT NULL,        -- JSON array, as written
  trail TEXT NOT NULL,           -- JSON array
  text TEXT NOT NULL,
  label TEXT,                    -- of a passage: decision, lesson, open …, as it, its list or a heading above says
  annotations TEXT NOT NULL,     -- JSON of what comments beside it say; empty where they say nothing
  opens INTEGER NOT NULL,        -- rows of the section that begins with it, all that follow in the order of keys; else 0
  also TEXT NOT NULL             -- a person's words for it, which find it too; empty where there are none
) STRICT;
CREATE INDEX fact_note ON fact (note);
CREATE INDEX fact_id ON fact (id);
CREATE INDEX fact_page ON fact (kind, day DESC, id);
CREATE INDEX fact_was ON fact (was) WHERE was IS NOT NULL;
CREATE INDEX fact_label ON fact (label, day DESC) WHERE label IS NOT NULL;
CREATE INDEX fact_suggested ON fact (day) WHERE suggested <> '';
CREATE INDEX fact_held ON fact (day) WHERE origin = 'held';
CREATE INDEX fact_day ON fact (day DESC) WHERE start IS NULL;
CREATE INDEX fact_opens ON fact (day, note, opens) WHERE opens > 0;
CREATE INDEX fact_occurred ON fact (start, end) WHERE start IS NOT NULL;

-- One row per fact and entity; passages too, so that recall finds them by name.
CREATE TABLE mention (
  entity TEXT NOT NULL,          -- the key as mentioned, aliases not yet resolved
  fact INTEGER NOT NULL,
  name TEXT NOT NULL,            -- as written
  PRIMARY KEY (entity, fact)
) STRICT, WITHOUT ROWID;
CREATE INDEX mention_fact ON mention (fact);

-- Beliefs that a fact's own attributes speak of, as in fact.stances.
CREATE TABLE stance (
  belief TEXT NOT NULL,          -- the id of any statement
  fact INTEGER NOT NULL,
  PRIMARY KEY (belief, fact)
) STRICT, WITHOUT ROWID;
CREATE INDEX stance_fact ON stance (fact);

-- What facts were made of, as in fact.suggested and fact."from".
CREATE TABLE drawn (
  source TEXT NOT NULL,          -- the id of a passage, or of another fact
  fact INTEGER NOT NULL,
  PRIMARY KEY (source, fact)
) STRICT, WITHOUT ROWID;
CREATE INDEX drawn_fact ON drawn (fact);

-- What the front matter of bank/entities/ says.
CREATE TABLE entity (
  note INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT,
  aliases TEXT NOT NULL,         -- JSON arrays of names
  "not" TEXT NOT NULL
) STRICT;

-- What a person says about a fact in bank/, in the order of the lines.
CREATE TABLE assertion (
  page TEXT NOT NULL,
  line INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  what TEXT NOT NULL,            -- as in the JSON: judged lines may be thousands, and most who ask want others
  assertion TEXT NOT NULL,       -- JSON
  target TEXT,                   -- the fact that was found to be meant
  belief TEXT,                   -- the statement that the fact is said to do something to
  PRIMARY KEY (page, line, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX assertion_belief ON assertion (belief) WHERE belief IS NOT NULL;
CREATE INDEX assertion_judged ON assertion (target) WHERE what = 'judged';

CREATE TABLE problem (
  note INTEGER,                  -- null where nothing of the file was indexed
  path TEXT NOT NULL,
  line INTEGER NOT NULL,
  kind TEXT NOT NULL,
  message TEXT NOT NULL,
  hint TEXT NOT NULL
) STRICT;
CREATE INDEX problem_path ON problem (path);

-- Which O facts say the same to the letter: they are judged once, and are one opinion.
CREATE TABLE saying (
  fact TEXT PRIMARY KEY,         -- an O fact
  words TEXT NOT NULL,
  at TEXT NOT NULL               -- its place in fold order
) STRICT, WITHOUT ROWID;
CREATE INDEX saying_words ON saying (words, at);

-- What a fact does to an opinion's words; nothing where it does nothing. A function of the two texts alone.
CREATE TABLE judgement (
  words TEXT NOT NULL,           -- as in saying
  fact TEXT NOT NULL,
  effect TEXT NOT NULL,
  source TEXT NOT NULL,          -- 'bullet', 'line' or 'rule': who says so
  strong INTEGER NOT NULL,
  restates INTEGER NOT NULL,
  cues TEXT NOT NULL,            -- JSON array
  PRIMARY KEY (words, fact)
) STRICT, WITHOUT ROWID;
CREATE INDEX judgement_fact ON judgement (fact);

-- Facts that bear on more words than they are judged with: the earliest and the last of these; null where there are no more on that side.
CREATE TABLE reach (
  fact TEXT PRIMARY KEY,
  since TEXT,                    -- as saying.at
  until TEXT
) STRICT, WITHOUT ROWID;

-- Facts about whom more is said in one word than they are compared with: between which places they are. One's own place is a side without a bound.
CREATE TABLE scope (
  fact TEXT PRIMARY KEY,
  since TEXT NOT NULL,           -- as saying.at
  until TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What the judge made of texts, of the version that meta names: functions of the texts alone, so that no rebuild empties
-- them; not in the dump.
-- By what opinions and facts find each other (judge/keys.ts).
CREATE TABLE keys (
  fact TEXT PRIMARY KEY,
  words TEXT NOT NULL,           -- whose keys they are, to the letter: an id is the same whatever the case
  offers BLOB,                   -- of a belief; 32 bits a key, in the order of the machine's bytes
  asks BLOB NOT NULL
) STRICT;
-- What a rule says that a text does to the words of an opinion.
CREATE TABLE judged (
  fact TEXT NOT NULL,            -- the words of the one
  opinion TEXT NOT NULL,         -- and of the other, as in saying
  verdict TEXT,                  -- JSON; null where it does nothing
  PRIMARY KEY (fact, opinion)
) STRICT, WITHOUT ROWID;

-- Folded from statements and judgements; the id is that of the first statement.
CREATE TABLE opinion (
  id TEXT PRIMARY KEY,
  confidence INTEGER NOT NULL,
  updated TEXT,
  edits INTEGER NOT NULL,
  until TEXT,
  retired INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE statement (
  fact TEXT PRIMARY KEY,         -- an O fact
  opinion TEXT NOT NULL,
  ordinal INTEGER NOT NULL       -- fold order
) STRICT, WITHOUT ROWID;
CREATE INDEX statement_opinion ON statement (opinion, ordinal);

CREATE TABLE evidence (
  opinion TEXT NOT NULL,
  ordinal INTEGER NOT NULL,      -- fold order
  fact TEXT NOT NULL,
  day TEXT,
  effect TEXT NOT NULL,
  counts INTEGER NOT NULL,       -- whether it decided its day
  confidence INTEGER NOT NULL,   -- after this step
  path TEXT NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  cues TEXT NOT NULL,            -- JSON array
  PRIMARY KEY (opinion, ordinal)
) STRICT, WITHOUT ROWID;

-- A world fact that a later one's words end; what says so by attribute stands in fact.was and fact.until.
CREATE TABLE ending (
  fact TEXT NOT NULL,
  by TEXT NOT NULL,
  day TEXT NOT NULL,             -- of the later one
  cues TEXT NOT NULL,            -- JSON array
  PRIMARY KEY (fact, by)
) STRICT, WITHOUT ROWID;
CREATE INDEX ending_by ON ending (by);

-- Facts that may end more than they are held against: the earliest place that they look back to.
CREATE TABLE sight (
  fact TEXT PRIMARY KEY,
  since TEXT NOT NULL            -- as saying.at
) STRICT, WITHOUT ROWID;

-- Pages whose facts changed since they were last written: 'page:world', 'entity:peter', 'all'.
CREATE TABLE stale (page TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- Pages that were written and are not in HEAD as written: a stash or a checkout may take them back.
CREATE TABLE written (
  path TEXT PRIMARY KEY,
  page TEXT NOT NULL,            -- as in stale
  oid TEXT NOT NULL              -- of the bytes written
) STRICT, WITHOUT ROWID;

-- What a model of the user's own makes of a fact's text, where one is set (docs/semantic.md); not in the dump, and no
-- rebuild empties it. An id says the text.
CREATE TABLE vector (
  place INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,       -- as fact.id
  bytes BLOB NOT NULL            -- a signed byte a dimension
) STRICT;
-- What a search keeps so that few of them need be read (vectors/search).
CREATE TABLE nearest (
  search TEXT PRIMARY KEY,
  covers INTEGER NOT NULL,       -- the places before this one
  bytes BLOB NOT NULL
) STRICT;
-- Which model; vectors of two say nothing to each other.
CREATE TABLE embedding (
  model TEXT PRIMARY KEY,
  era TEXT NOT NULL              -- another once places mean other vectors
) STRICT, WITHOUT ROWID;
-- What words stand beside (recall/company); in no dump.
CREATE TABLE company (
  term TEXT PRIMARY KEY,         -- a stem
  weight INTEGER NOT NULL,       -- what it counts, in millionths
  bytes BLOB NOT NULL            -- a signed byte a dimension
) STRICT, WITHOUT ROWID;

-- Holds no text of its own, so who deletes a row says again what it held. contentless_delete would not ask, and never
-- counts a deleted row out of what BM25 weighs words by: after a year of commits recall would rank otherwise than a rebuild.
-- Porter over unicode61; Chinese, Japanese and Korean arrive as overlapping pairs (cjk.ts).
CREATE VIRTUAL TABLE words USING fts5 (
  text, names, trail,
  content = '',
  tokenize = '${tokenizer}'
);
-- A commit adds a segment. Merging a little each time costs somebody's commit 100 ms now and then (at 29,200 facts);
-- merging 128 small ones at once costs 10 ms and searching that many less than 1 ms.
INSERT INTO words (words, rank) VALUES ('automerge', 0);
INSERT INTO words (words, rank) VALUES ('crisismerge', 128);
CREATE VIRTUAL TABLE words_instance USING fts5vocab (words, instance);
`

/** Tables that depend on texts alone, not on which notes hold them: made by a model, or by the judge. */
export const ofModel: readonly string[] = ['vector', 'nearest', 'embedding']
export const ofJudge: readonly string[] = ['keys', 'judged']
const ofTexts = [...ofModel, ...ofJudge]

/** Every other table except the search index: made from the notes, or about what was made and written. */
export const tables: readonly string[] = [...schema.matchAll(/^CREATE TABLE (\w+)/gm)]
  .map(([, name]) => name!)
  .filter((name) => !ofTexts.includes(name))

/**
 * Drops an older schema's search index, which takes FTS5's inner tables along: so it goes before all other tables. Of an
 * attached index nothing may be dropped, so the schema is named.
 */
export const dropSearch = 'DROP TABLE IF EXISTS main.words_instance; DROP TABLE IF EXISTS main.words;'
