-- Google was told what to change of a pass, and what had been taken off stayed on the phone: each is told once more, whole.
-- In a while, when the former version, which would tell it as before, serves no more.
call for_each_business($$
  select begin_rollout(d.business_id, d.pass_configuration_id, now() + interval '10 minutes') from (
    select c.business_id, c.pass_configuration_id from pass_configuration c
    where c.business_id = $1 and exists (select from google_pass g
      join pass p on p.business_id = g.business_id and p.pass_id = g.pass_id
      where g.business_id = $1 and p.pass_configuration_id = c.pass_configuration_id and p.claimed_at is not null)
    order by c.pass_configuration_id) d $$);
call pg_temp.must_be_none('A design in Google Wallet is not rolled out.', $$
  select from google_pass g join pass p on p.business_id = g.business_id and p.pass_id = g.pass_id
  where p.claimed_at is not null and not exists (select from design_rollout r
    where r.business_id = p.business_id and r.pass_configuration_id = p.pass_configuration_id
      and r.finished_at is null) $$);
