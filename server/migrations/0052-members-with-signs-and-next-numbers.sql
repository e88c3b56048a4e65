-- The few whose text has more than letters and digits without accents and what addresses and mobiles are written with:
-- an apostrophe, a hyphen, another script. Who looks for such a sign looks among them.
create index member_with_signs on member (business_id, sort_name, member_id)
  where deleted_at is null and search_text ~ '[^a-z0-9 @.+]';

-- Counts have rows of their own since 0051.
drop index member_filter;

-- The next membership number stands at one that nobody has, and stays there: passing those that an import brought is no
-- longer left to everybody who asks for the next.
do $$
declare
  businesses text[];
  business text;
begin
  perform set_config('app.business_id', '*', true);
  businesses := array(select business_id from business);
  foreach business in array businesses loop
    perform set_config('app.business_id', business, true);
    update member_counter c set next_number = (
      select n from (select generate_series(c.next_number, 9000000000000000) as n) series
      where not exists (
        select from member m where m.business_id = business and m.membership_number = n::text offset 0)
      limit 1)
    where c.business_id = business;
  end loop;
  perform set_config('app.business_id', '', true);
end $$;
