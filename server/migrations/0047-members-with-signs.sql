-- The few whose text has more than letters and digits without accents and what addresses and mobiles are written with:
-- an apostrophe, a hyphen, another script. Who looks for such a sign looks among them.
create index member_with_signs on member (business_id, sort_name, member_id)
  where deleted_at is null and search_text ~ '[^a-z0-9 @.+]';

-- Counts have rows of their own since 0046.
drop index member_filter;
