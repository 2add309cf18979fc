-- Faster plans of the same answers. A function in SQL is planned anew in each statement, and one in PL/pgSQL once a
-- connection. A policy that is a hashed set looks at a row once, and leaves the keys of an index to the query.
CREATE OR REPLACE FUNCTION memory.readable() RETURNS integer[] LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = memory, pg_temp AS $$
DECLARE
  asker text := nullif(current_setting('memory.principal', true), '');
  own integer := nullif(current_setting('memory.workspace', true), '')::integer;
BEGIN
  -- Where a transaction asks one workspace, its others are not there.
  RETURN CASE
    WHEN asker IS NULL THEN '{}'
    WHEN own IS NULL THEN
      (SELECT coalesce(array_agg(DISTINCT ws), '{}') FROM memory.granted WHERE principal IN (asker, '*'))
    ELSE (SELECT coalesce(array_agg(DISTINCT ws), '{}') FROM memory.granted WHERE principal IN (asker, '*') AND ws = own)
  END;
END $$;

-- Told to be few, a list is where a join begins, and each of it a look into an index.
CREATE OR REPLACE FUNCTION memory_one.json_each(list text) RETURNS TABLE (key integer, value text) LANGUAGE plpgsql IMMUTABLE
ROWS 1 SET search_path = pg_catalog AS $$
BEGIN
  RETURN QUERY SELECT (ordinality - 1)::integer, element FROM jsonb_array_elements_text(list::jsonb) WITH ORDINALITY AS each (element, ordinality);
END $$;
CREATE OR REPLACE FUNCTION memory_one.json_numbers(list text) RETURNS TABLE (value integer) LANGUAGE plpgsql IMMUTABLE
ROWS 1 SET search_path = pg_catalog AS $$
BEGIN
  RETURN QUERY SELECT element::integer FROM jsonb_array_elements_text(list::jsonb) AS each (element);
END $$;

DO $$
DECLARE
  made text;
BEGIN
  FOR made IN SELECT tablename FROM pg_policies WHERE schemaname = 'memory' AND policyname = 'asked' LOOP
    EXECUTE format('ALTER POLICY asked ON memory.%I USING (ws IN (SELECT unnest(memory.readable())))', made);
  END LOOP;
END $$;

-- A workspace that the planner knows is taken for one that most parts of a table do not have, whose rows any index finds.
DO $$
DECLARE
  made text;
  columns text;
BEGIN
  FOR made IN SELECT viewname FROM pg_views WHERE schemaname = 'memory_one' AND viewname <> 'words_instance' LOOP
    SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) INTO columns FROM pg_attribute a
      WHERE a.attrelid = format('memory_one.%I', made)::regclass AND a.attnum > 0 AND NOT a.attisdropped;
    EXECUTE format('CREATE OR REPLACE VIEW memory_one.%I WITH (security_invoker = true) AS SELECT %s FROM memory.%I WHERE ws = (SELECT memory.one())',
      made, columns, made);
  END LOOP;
END $$;
CREATE OR REPLACE VIEW memory_one.words_instance WITH (security_invoker = true) AS
  SELECT doc, (ARRAY['text', 'names', 'trail'])[(place >> 24) + 1] AS col, place & 16777215 AS "offset", term
  FROM memory.posting, unnest(places) AS place WHERE ws = (SELECT memory.one());
