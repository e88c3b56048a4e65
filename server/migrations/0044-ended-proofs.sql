-- A proof, and a code on its way, is worth no more than the contact that it was sent to, and opens no other member.

-- Where a member is usually reached.
create function usual_contact(usual text, home jsonb, work jsonb, postal jsonb, channel text) returns text
  language sql immutable parallel safe
  return coalesce(case usual when 'Work' then work when 'Postal' then postal else home end ->> channel, home ->> channel);

create index request_session_open_renewals on request_session (business_id, member_id)
  where kind = 'Renewal' and finalised_at is null;
drop index request_session_proven;

-- Of every open renewal, also of one that has neither: who is just being sent a code then waits here, or we for them. What
-- was typed under a proof goes with it, so that a strange address isn't shown as the member's.
create function end_proofs_of(business text, members text[]) returns void language plpgsql as $$
begin
  delete from renewal_link where business_id = business and member_id = any(members);
  update request_session s set proven_at = null, code_hash = null, code_expires_at = null,
    email = usual_contact(m.default_contact, m.home_contact, m.work_contact, m.postal_contact, 'EmailAddress'),
    mobile = usual_contact(m.default_contact, m.home_contact, m.work_contact, m.postal_contact, 'MobileNumber')
  from member m
  where s.business_id = business and s.member_id = any(members) and s.kind = 'Renewal' and s.finalised_at is null
    and s.deleted_at is null and m.business_id = s.business_id and m.member_id = s.member_id;
end $$;

create or replace function end_proofs() returns trigger language plpgsql as $$
begin
  perform end_proofs_of(n.business_id, array_agg(n.member_id))
  from rows_now n where n.kind in ('Changed', 'PutBack') group by n.business_id;
  return null;
end $$;

-- What goes over to another member, by a merge or its undo, was proven by the contacts of the former one.
create function leave_proof_behind() returns trigger language plpgsql as $$
begin
  new.proven_at := null;
  new.code_hash := null;
  new.code_expires_at := null;
  select usual_contact(m.default_contact, m.home_contact, m.work_contact, m.postal_contact, 'EmailAddress'),
    usual_contact(m.default_contact, m.home_contact, m.work_contact, m.postal_contact, 'MobileNumber')
  into new.email, new.mobile
  from member m where m.business_id = new.business_id and m.member_id = new.member_id;
  return new;
end $$;
create trigger proofs_stay_with_their_member before update of member_id on request_session
  for each row when (old.member_id is distinct from new.member_id and new.kind = 'Renewal'
    and new.finalised_at is null and new.deleted_at is null)
  execute function leave_proof_behind();

-- The former version moves links along: they are used up.
create function use_link_up() returns trigger language plpgsql as $$
begin
  new.expires_at := least(new.expires_at, now());
  return new;
end $$;
create trigger links_stay_with_their_member before update of member_id on renewal_link
  for each row when (old.member_id is distinct from new.member_id) execute function use_link_up();

-- As before, but for those whom nobody reached until now: there is nobody to tell, and yet who comes on file then is as new
-- there as anybody, and gets no way back to themself.
create or replace function keep_contact_changes() returns trigger language plpgsql as $$
declare
  caller text := current_setting('app.business_id', true);
  planning text := current_setting('plan_cache_mode');
  business text;
  is_news boolean;
begin
  perform set_config('app.contacts_changed', '', true);
  -- Else the member of each row, a foreign key, is looked up by a plan of its own.
  perform set_config('plan_cache_mode', 'force_generic_plan', true);
  for business in select distinct business_id from rows_now loop
    -- Row-level security holds for the owner, too, who works for no business.
    perform set_config('app.business_id', business, true);
    with changed as materialized (
      select n.member_id, reach_of(o.home_contact, o.work_contact, o.postal_contact) as before,
        reach_of(n.home_contact, n.work_contact, n.postal_contact) as after
      from rows_now n join rows_before o on o.business_id = n.business_id and o.member_id = n.member_id
      where n.business_id = business
    ), kept as (
      -- Only who uses the way back says that it is one: whatever else leads to a former contact may be the next step of
      -- whoever took the membership over.
      insert into contact_change (business_id, member_id, kind, before, after, lasting, told_at)
      select business, x.member_id,
        case when current_setting('app.puts_contacts_back', true) = 'yes' then 'PutBack' else 'Changed' end,
        x.before, x.after,
        -- Who came on file within these days is told of what follows, but gets no way back to themself.
        coalesce((select reach_keys(c.before) from contact_change c
          where c.business_id = business and c.member_id = x.member_id and c.kind = 'Changed'
            and c.at > now() - interval '7 days'
          order by c.change_id limit 1), reach_keys(x.before)),
        case when reach_keys(x.before) = '{}' then now() end
      from changed x where reach_key(x.before) <> reach_key(x.after)
      returning told_at
    )
    select exists (select from kept where told_at is null) into is_news;
    -- Once in a transaction, however many statements change members.
    if is_news and current_setting('app.tells_contacts_of', true) is distinct from business then
      perform set_config('app.tells_contacts_of', business, true);
      perform start_job('tell_contact_changes', json_build_object('businessId', business));
    end if;
  end loop;
  perform set_config('plan_cache_mode', planning, true);
  perform set_config('app.business_id', coalesce(caller, ''), true);
  return null;
end $$;

-- What merges have moved until now, one business after the other for an owner who works for none.
do $$
declare
  businesses text[];
  business text;
begin
  perform set_config('app.business_id', '*', true);
  businesses := array(select business_id from business);
  foreach business in array businesses loop
    perform set_config('app.business_id', business, true);
    delete from renewal_link where business_id = business and encode(secret_hash, 'hex') in (
      select jsonb_array_elements_text(moved -> 'renewal links') from member_merge where business_id = business);
    update request_session set proven_at = null, code_hash = null
    where business_id = business and kind = 'Renewal' and finalised_at is null and session_id in (
      select jsonb_array_elements_text(moved -> 'requests') from member_merge where business_id = business);
  end loop;
  perform set_config('app.business_id', '', true);
end $$;
