-- A fleet: the indexes of many workspaces in one database. Made by `memory fleet init`, in one transaction.
--
-- Every table of rows is that of an index (src/store/schema.ts) with the workspace before its key; a question about one
-- workspace is asked by that index's own SQL, of views that show the rows of one. Texts compare as their bytes do, as
-- SQLite compares them. Nothing here is the truth: what is lost is read from Git again.
CREATE SCHEMA memory;
SET LOCAL search_path = memory, pg_catalog;

-- SQLite compares texts by their bytes.
CREATE DOMAIN string AS text COLLATE "C";


CREATE TABLE workspace (
  ws integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  remote string NOT NULL,
  ref string NOT NULL,             -- refs/heads/main; HEAD for what the remote's HEAD names
  folder string NOT NULL,          -- of the workspace in its repository; empty for its top
  head string,                     -- the commit that the rows stand for; null before the first
  made_by string NOT NULL DEFAULT '',  -- versions of parser, judge and schema
  lineage string NOT NULL DEFAULT '',  -- which worker's index has the same keys
  lines integer NOT NULL DEFAULT 0,
  tokens bigint NOT NULL DEFAULT 0,
  facts integer NOT NULL DEFAULT 0,
  landed timestamptz,
  asked timestamptz,                         -- when the remote was asked last
  due timestamptz NOT NULL DEFAULT now(),
  leased timestamptz,                        -- until when a worker has it
  failures integer NOT NULL DEFAULT 0,
  failed string,                               -- what went wrong last; null where nothing did
  UNIQUE (remote, ref, folder)
);
CREATE INDEX workspace_due ON workspace (due);

-- Who may read which workspace; '*' is whoever asks.
CREATE TABLE granted (
  principal string NOT NULL,
  ws integer NOT NULL REFERENCES workspace ON DELETE CASCADE,
  PRIMARY KEY (principal, ws)
);
CREATE INDEX granted_ws ON granted (ws);

CREATE TABLE meta (ws integer, key string, value string NOT NULL, PRIMARY KEY (ws, key)) PARTITION BY HASH (ws);
CREATE TABLE note (
  ws integer, id integer, path string NOT NULL, mode string NOT NULL, oid string NOT NULL, day string, PRIMARY KEY (ws, id)
) PARTITION BY HASH (ws);
CREATE INDEX note_path ON note (ws, path);
CREATE TABLE fact (
  ws integer, key integer, note integer NOT NULL, id string NOT NULL, kind string NOT NULL, origin string NOT NULL,
  first integer NOT NULL, last integer NOT NULL, day string, start string, "end" string, confidence integer, until string,
  was string, stances string NOT NULL, suggested string NOT NULL, "from" string NOT NULL, at string, of string, "on" string,
  "leading" integer NOT NULL, mentions string NOT NULL, trail string NOT NULL, text string NOT NULL, label string,
  annotations string NOT NULL, opens integer NOT NULL, also string NOT NULL, PRIMARY KEY (ws, key)
) PARTITION BY HASH (ws);
CREATE INDEX fact_note ON fact (ws, note);
CREATE INDEX fact_id ON fact (ws, id);
CREATE INDEX fact_page ON fact (ws, kind, day DESC NULLS LAST);
CREATE INDEX fact_day ON fact (ws, day DESC NULLS LAST);
CREATE INDEX fact_was ON fact (ws, was) WHERE was IS NOT NULL;
CREATE INDEX fact_label ON fact (ws, label) WHERE label IS NOT NULL;
CREATE INDEX fact_opens ON fact (ws) INCLUDE (key, opens, note) WHERE opens > 0;
CREATE INDEX fact_occurred ON fact (ws, start, "end") WHERE start IS NOT NULL;
CREATE TABLE mention (
  ws integer, entity string, fact integer, name string NOT NULL, PRIMARY KEY (ws, entity, fact)
) PARTITION BY HASH (ws);
CREATE INDEX mention_fact ON mention (ws, fact);
CREATE TABLE stance (ws integer, belief string, fact integer, PRIMARY KEY (ws, belief, fact)) PARTITION BY HASH (ws);
CREATE TABLE drawn (ws integer, source string, fact integer, PRIMARY KEY (ws, source, fact)) PARTITION BY HASH (ws);
CREATE TABLE entity (
  ws integer, note integer, key string NOT NULL, name string NOT NULL, type string, aliases string NOT NULL, "not" string NOT NULL,
  PRIMARY KEY (ws, note)
) PARTITION BY HASH (ws);
CREATE TABLE assertion (
  ws integer, page string, line integer, ordinal integer, what string NOT NULL, assertion string NOT NULL, target string, belief string,
  PRIMARY KEY (ws, page, line, ordinal)
) PARTITION BY HASH (ws);
CREATE TABLE problem (
  ws integer, rowid integer, note integer, path string NOT NULL, line integer NOT NULL, kind string NOT NULL, message string NOT NULL,
  hint string NOT NULL, PRIMARY KEY (ws, rowid)
) PARTITION BY HASH (ws);
CREATE TABLE saying (ws integer, fact string, words string NOT NULL, at string NOT NULL, PRIMARY KEY (ws, fact)) PARTITION BY HASH (ws);
CREATE TABLE judgement (
  ws integer, words string, fact string, effect string NOT NULL, source string NOT NULL, strong integer NOT NULL,
  restates integer NOT NULL, cues string NOT NULL, PRIMARY KEY (ws, words, fact)
) PARTITION BY HASH (ws);
CREATE INDEX judgement_fact ON judgement (ws, fact);
CREATE TABLE reach (ws integer, fact string, since string, until string, PRIMARY KEY (ws, fact)) PARTITION BY HASH (ws);
CREATE TABLE scope (ws integer, fact string, since string NOT NULL, until string NOT NULL, PRIMARY KEY (ws, fact)) PARTITION BY HASH (ws);
CREATE TABLE opinion (
  ws integer, id string, confidence integer NOT NULL, updated string, edits integer NOT NULL, until string, retired integer NOT NULL,
  PRIMARY KEY (ws, id)
) PARTITION BY HASH (ws);
CREATE TABLE statement (ws integer, fact string, opinion string NOT NULL, ordinal integer NOT NULL, PRIMARY KEY (ws, fact)) PARTITION BY HASH (ws);
CREATE INDEX statement_opinion ON statement (ws, opinion, ordinal);
CREATE TABLE evidence (
  ws integer, opinion string, ordinal integer, fact string NOT NULL, day string, effect string NOT NULL, counts integer NOT NULL,
  confidence integer NOT NULL, path string NOT NULL, first integer NOT NULL, last integer NOT NULL, cues string NOT NULL,
  PRIMARY KEY (ws, opinion, ordinal)
) PARTITION BY HASH (ws);
CREATE INDEX evidence_fact ON evidence (ws, fact);
CREATE TABLE ending (ws integer, fact string, by string, day string NOT NULL, cues string NOT NULL, PRIMARY KEY (ws, fact, by)) PARTITION BY HASH (ws);
CREATE TABLE sight (ws integer, fact string, since string NOT NULL, PRIMARY KEY (ws, fact)) PARTITION BY HASH (ws);
CREATE TABLE company (ws integer, term string, weight integer NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (ws, term)) PARTITION BY HASH (ws);

-- What full text holds of a line: FTS5's own terms, and where each stands, 2^24 a column and one an offset.
CREATE TABLE posting (
  ws integer, term string, doc integer,
  weight real NOT NULL,                      -- its places by what their columns weigh: text 1, names 1, headings 0.5
  length integer NOT NULL,                   -- terms of the line
  places integer[] NOT NULL,
  PRIMARY KEY (ws, term, doc)
) PARTITION BY HASH (ws);
CREATE INDEX posting_doc ON posting (ws, doc);
-- In how many lines of a workspace a term stands.
CREATE TABLE frequency (ws integer, term string, lines integer NOT NULL, PRIMARY KEY (ws, term)) PARTITION BY HASH (ws);

DO $$
DECLARE
  made text;
  part integer;
  parts integer := coalesce(nullif(current_setting('memory.partitions', true), ''), '8')::integer;
BEGIN
  FOR made IN SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'memory' AND c.relkind = 'p' LOOP
    FOR part IN 0 .. parts - 1 LOOP
      EXECUTE format('CREATE TABLE memory.%I PARTITION OF memory.%I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
        made || '_' || part, made, parts, part);
    END LOOP;
  END LOOP;
END $$;

-- Roles: whoever asks becomes memory_asker for a transaction, which owns nothing and passes no policy by; a worker becomes
-- memory_worker. A cluster has each once.
DO $$
DECLARE made text;
BEGIN
  FOREACH made IN ARRAY ARRAY['memory_asker', 'memory_worker'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE', made);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    EXECUTE format('GRANT %I TO CURRENT_USER', made);
  END LOOP;
END $$;

-- What the principal of this transaction may read; none where none is set. It reads as its owner: who else may read what is
-- nobody's business.
CREATE FUNCTION memory.readable() RETURNS integer[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = memory, pg_temp
AS $$
  SELECT coalesce(array_agg(DISTINCT ws ORDER BY ws), '{}') FROM memory.granted
  WHERE nullif(current_setting('memory.principal', true), '') IS NOT NULL
    AND principal IN (current_setting('memory.principal', true), '*')
$$;
-- The workspace of this transaction.
CREATE FUNCTION memory.one() RETURNS integer LANGUAGE sql STABLE
AS $$ SELECT nullif(current_setting('memory.workspace', true), '')::integer $$;

-- What the index's SQL calls that PostgreSQL has not, or otherwise.
CREATE SCHEMA memory_one;
-- Not inlined: a cast within a join would be held back behind the policies, and no index would serve it.
CREATE FUNCTION memory_one.json_each(list text) RETURNS TABLE (key integer, value text) LANGUAGE sql IMMUTABLE ROWS 20
SET search_path = pg_catalog
AS $$ SELECT (ordinality - 1)::integer, element FROM jsonb_array_elements_text(list::jsonb) WITH ORDINALITY AS each (element, ordinality) $$;
CREATE FUNCTION memory_one.json_numbers(list text) RETURNS TABLE (value integer) LANGUAGE sql IMMUTABLE ROWS 20
SET search_path = pg_catalog
AS $$ SELECT element::integer FROM jsonb_array_elements_text(list::jsonb) AS each (element) $$;
CREATE FUNCTION memory_one.julianday(day text) RETURNS double precision LANGUAGE sql IMMUTABLE
AS $$ SELECT (day::date - DATE '2000-01-01') + 2451544.5::double precision $$;

DO $$
DECLARE
  made text;
  columns text;
BEGIN
  FOR made IN SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'memory' AND (c.relkind = 'p' OR c.relname = 'workspace') LOOP
    EXECUTE format('ALTER TABLE memory.%I ENABLE ROW LEVEL SECURITY', made);
    EXECUTE format('ALTER TABLE memory.%I FORCE ROW LEVEL SECURITY', made);
    EXECUTE format('CREATE POLICY asked ON memory.%I FOR SELECT TO memory_asker USING (ws = ANY ((SELECT memory.readable())::integer[]))', made);
    EXECUTE format('CREATE POLICY worked ON memory.%I TO memory_worker USING (true) WITH CHECK (true)', made);
    EXECUTE format('GRANT SELECT ON memory.%I TO memory_asker', made);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON memory.%I TO memory_worker', made);
    CONTINUE WHEN made IN ('workspace', 'posting', 'frequency');
    SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) INTO columns FROM pg_attribute a
      WHERE a.attrelid = format('memory.%I', made)::regclass AND a.attnum > 0 AND a.attname <> 'ws' AND NOT a.attisdropped;
    EXECUTE format('CREATE VIEW memory_one.%I WITH (security_invoker = true) AS SELECT %s FROM memory.%I WHERE ws = memory.one()',
      made, columns, made);
    EXECUTE format('GRANT SELECT ON memory_one.%I TO memory_asker, memory_worker', made);
  END LOOP;
END $$;
CREATE VIEW memory_one.words_instance WITH (security_invoker = true) AS
  SELECT doc, (ARRAY['text', 'names', 'trail'])[(place >> 24) + 1] AS col, place & 16777215 AS "offset", term
  FROM memory.posting, unnest(places) AS place WHERE ws = memory.one();
GRANT SELECT ON memory_one.words_instance TO memory_asker, memory_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON memory.granted TO memory_worker;
GRANT USAGE ON SCHEMA memory, memory_one TO memory_asker, memory_worker;
