-- What a brief tells of a commit that its index has not: what an agent always knows, when it was committed, what is open.
-- JSON in a text, for jsonb holds no U+0000.
CREATE TABLE memory.brief (ws integer PRIMARY KEY, tree memory.string NOT NULL) PARTITION BY HASH (ws);

DO $$
DECLARE
  parts integer := (SELECT count(*) FROM pg_inherits WHERE inhparent = 'memory.fact'::regclass);
BEGIN
  FOR part IN 0 .. parts - 1 LOOP
    EXECUTE format('CREATE TABLE memory.%I PARTITION OF memory.brief FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
      'brief_' || part, parts, part);
  END LOOP;
END $$;

ALTER TABLE memory.brief ENABLE ROW LEVEL SECURITY;
ALTER TABLE memory.brief FORCE ROW LEVEL SECURITY;
CREATE POLICY asked ON memory.brief FOR SELECT TO memory_asker USING (ws = ANY ((SELECT memory.readable())::integer[]));
CREATE POLICY worked ON memory.brief TO memory_worker USING (true) WITH CHECK (true);
GRANT SELECT ON memory.brief TO memory_asker;
GRANT SELECT, INSERT, UPDATE, DELETE ON memory.brief TO memory_worker;
