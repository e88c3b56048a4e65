-- What is assigned to somebody who has left since, is disabled, or may no longer decide on it, is nobody's again: it waited
-- for nobody else. The roles that are named are those of every business that decide on requests.
call for_each_business($$
  with given_back as (
    update request_session s set assigned_to = null
    where s.business_id = $1 and s.assigned_to is not null and s.finalised_at is null and not exists (
      select from business_user u
      where u.business_id = $1 and u.uid = s.assigned_to
        and (u.venue_nos = '{}' or s.venue_no = any(u.venue_nos))
        and (u.role_name in ('Admin', 'Reception') or exists (
          select from role r where r.business_id = $1 and r.name = u.role_name and 'Request.Decide' = any(r.permissions)))
        and not exists (select from identity.account a where a.uid = u.uid and a.is_disabled))
    returning s.session_id
  )
  insert into request_step (business_id, session_id, step, note)
  select $1, session_id, 'Assigned', 'To nobody' from given_back $$);
call pg_temp.must_be_none('A request is assigned to somebody who is no user of the business.', $$
  select from request_session s
  -- Its owner sees those of all businesses since 0120, and the users of one.
  where s.business_id = current_business() and s.assigned_to is not null and s.finalised_at is null and not exists (
    select from business_user u where u.business_id = s.business_id and u.uid = s.assigned_to) $$);
