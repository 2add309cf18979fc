-- Which class a fact came by, as in the index of one workspace.
ALTER TABLE memory.fact ADD COLUMN mark memory.string;

DO $$
DECLARE
  columns text := (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = 'memory_one.fact'::regclass AND attnum > 0 AND NOT attisdropped);
BEGIN
  EXECUTE format('CREATE OR REPLACE VIEW memory_one.fact WITH (security_invoker = true) AS SELECT %s, mark FROM memory.fact WHERE ws = (SELECT memory.one())',
    columns);
END $$;
