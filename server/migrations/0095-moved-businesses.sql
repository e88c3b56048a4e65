-- A business that comes from another installation brings the rows that were made of its rows there: what makes more of a row as
-- it comes has been at it already. That a transaction balances is asked all the same.
do $$
declare
  each record;
begin
  for each in
    select pg_get_triggerdef(oid) as definition from pg_trigger
    where not tgisinternal and tgtype & 4 <> 0 and tgname <> 'balanced'
      and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    order by tgrelid::regclass::text, tgname
  loop
    each.definition := regexp_replace(each.definition, '^CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER');
    execute case when each.definition ~ ' WHEN \(.*\) EXECUTE FUNCTION '
      then regexp_replace(each.definition, ' WHEN \((.*)\) EXECUTE FUNCTION ',
        ' WHEN ((\1) AND current_setting(''app.moved_in'', true) IS DISTINCT FROM ''yes'') EXECUTE FUNCTION ')
      else replace(each.definition, ' EXECUTE FUNCTION ',
        ' WHEN (current_setting(''app.moved_in'', true) IS DISTINCT FROM ''yes'') EXECUTE FUNCTION ') end;
  end loop;
end $$;
