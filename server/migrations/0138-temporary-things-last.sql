-- With an empty search_path what somebody has made for the time of their session is still looked for first, as far as it is a table
-- or a type: one who calls it 'regclass' would have it asked with the rights of the functions' owner.
do $$
declare
  routine regprocedure;
begin
  for routine in
    select p.oid from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'identity'::regnamespace) and p.proconfig && array['search_path=""', 'search_path=']
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter routine %s set search_path = pg_catalog, pg_temp', routine);
  end loop;
end $$;
