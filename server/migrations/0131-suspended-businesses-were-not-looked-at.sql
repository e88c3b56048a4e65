-- By itself: a new table (0130) keeps others from writing what it points to until it is committed. Nobody has looked for the
-- passes of a business that is suspended since it is.
call for_each_business($$
  insert into ended_passes_look (business_id, looked_at)
  select business_id, standing_since from business where business_id = $1 and standing = 'Suspended' $$);
call pg_temp.must_be_none('Passes of a suspended business would end unseen.', $$
  select from business b where b.standing = 'Suspended'
    and not exists (select from ended_passes_look l where l.business_id = b.business_id) $$);
