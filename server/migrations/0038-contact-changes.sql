-- Whoever changes how a member is reached, and however: those who were reached before are told, and can take it back.

-- What tells one contact from another: not how its e-mail address or mobile number is written.
create function contact_key(contact jsonb) returns text
  language sql immutable parallel safe
  return lower(btrim(coalesce(contact ->> 'EmailAddress', ''))) || ' ' ||
    coalesce(regexp_replace(regexp_replace(contact ->> 'MobileNumber', '[^0-9+]', '', 'g'), '^\+61', '0'), '');

-- The e-mail addresses and mobile numbers of a member, at each place.
create function reach_of(home jsonb, work jsonb, postal jsonb) returns jsonb
  language sql immutable parallel safe
  return jsonb_build_object(
    'Home', jsonb_build_object('EmailAddress', home ->> 'EmailAddress', 'MobileNumber', home ->> 'MobileNumber'),
    'Work', jsonb_build_object('EmailAddress', work ->> 'EmailAddress', 'MobileNumber', work ->> 'MobileNumber'),
    'Postal', jsonb_build_object('EmailAddress', postal ->> 'EmailAddress', 'MobileNumber', postal ->> 'MobileNumber'));

create function reach_key(reach jsonb) returns text
  language sql immutable parallel safe
  return contact_key(reach -> 'Home') || '|' || contact_key(reach -> 'Work') || '|' || contact_key(reach -> 'Postal');

-- Each of them once, wherever it is.
create function reach_keys(reach jsonb) returns text[]
  language sql immutable parallel safe
  return array_remove(string_to_array(replace(reach_key(reach), '|', ' '), ' '), '');

create table contact_change (
  business_id text not null,
  change_id bigint generated always as identity,
  member_id text not null,
  -- Changed can be taken back by those who were reached before; a PutBack is told without a way back, or the two would go
  -- on for ever. Merged: the record was joined with one that has other contacts. SentElsewhere: the record stays, but
  -- something of the member's went to a contact that isn't on it.
  kind text not null check (kind in ('Changed', 'PutBack', 'Merged', 'SentElsewhere')),
  before jsonb not null,
  after jsonb not null,
  at timestamptz not null default now(),
  told_at timestamptz,
  undone_at timestamptz,
  -- The member is reached as before an earlier change again: this one can't bring back what came between.
  closed_at timestamptz,
  primary key (business_id, change_id),
  foreign key (business_id, member_id) references member
);
call isolate_by_business('contact_change');
create index contact_change_of_member on contact_change (business_id, member_id, change_id);
create index contact_change_untold on contact_change (business_id, change_id) where told_at is null;
create index contact_change_by_age on contact_change (business_id, at);

-- The links by which changes are taken back. Whoever has one is found without knowing the business; what was changed stays
-- out of the platform's sight.
create table contact_change_link (
  business_id text not null,
  change_id bigint not null,
  secret_hash bytea not null,
  primary key (business_id, change_id),
  foreign key (business_id, change_id) references contact_change on delete cascade
);
call isolate_by_business('contact_change_link', open_to_platform => true);
create unique index contact_change_link_by_secret on contact_change_link (secret_hash);

-- A trigger, so that no way of changing a member can forget it.
create function keep_contact_change() returns trigger language plpgsql as $$
declare
  caller text := current_setting('app.business_id', true);
  was jsonb := reach_of(old.home_contact, old.work_contact, old.postal_contact);
  is_now jsonb := reach_of(new.home_contact, new.work_contact, new.postal_contact);
  returned_to bigint;
begin
  -- Where nobody could be reached there is nobody to tell.
  if reach_key(was) = reach_key(is_now) or btrim(reach_key(was), ' |') = '' then
    return null;
  end if;
  -- Row-level security holds for the owner, too, who works for no business.
  if caller is distinct from new.business_id then
    perform set_config('app.business_id', new.business_id, true);
  end if;
  select min(c.change_id) into returned_to from contact_change c
  where c.business_id = new.business_id and c.member_id = new.member_id and c.kind = 'Changed'
    and c.at > now() - interval '7 days' and reach_key(c.before) = reach_key(is_now);
  if returned_to is not null then
    update contact_change set closed_at = now()
    where business_id = new.business_id and member_id = new.member_id and change_id > returned_to
      and kind = 'Changed' and closed_at is null;
  end if;
  insert into contact_change (business_id, member_id, kind, before, after)
  values (new.business_id, new.member_id, case when returned_to is null then 'Changed' else 'PutBack' end, was, is_now);
  -- Once in a transaction, however many members it changes.
  if current_setting('app.tells_contacts_of', true) is distinct from new.business_id then
    perform set_config('app.tells_contacts_of', new.business_id, true);
    perform start_job('tell_contact_changes', json_build_object('businessId', new.business_id));
  end if;
  if caller is distinct from new.business_id then
    perform set_config('app.business_id', coalesce(caller, ''), true);
  end if;
  return null;
end $$;
create trigger contacts_are_told after update of home_contact, work_contact, postal_contact on member
  for each row when (old.home_contact is distinct from new.home_contact
    or old.work_contact is distinct from new.work_contact or old.postal_contact is distinct from new.postal_contact)
  execute function keep_contact_change();
