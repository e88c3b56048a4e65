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
  member_id text not null,
  change_id bigint generated always as identity,
  -- Changed can be taken back by those who were reached before; a PutBack is told without a way back, or the two would go
  -- on for ever. Merged: the record was joined with one that has other contacts. SentElsewhere: the record stays, but
  -- something of the member's went to a contact that isn't on it.
  kind text not null check (kind in ('Changed', 'PutBack', 'Merged', 'SentElsewhere')),
  before jsonb not null,
  after jsonb not null,
  -- The contacts, as reach_keys writes them, that had been on file before the changes of these days: they get the way back.
  lasting text[] not null,
  at timestamptz not null default now(),
  told_at timestamptz,
  undone_at timestamptz,
  -- An earlier change was taken back: this one, which came later, can't bring back what came between.
  closed_at timestamptz,
  primary key (business_id, member_id, change_id),
  foreign key (business_id, member_id) references member
);
call isolate_by_business('contact_change');
create index contact_change_untold on contact_change (business_id, change_id) where told_at is null;
create index contact_change_by_age on contact_change (business_id, at);

-- The links by which changes are taken back. Whoever has one is found without knowing the business; what was changed stays
-- out of the platform's sight.
create table contact_change_link (
  business_id text not null,
  member_id text not null,
  change_id bigint not null,
  secret_hash bytea not null,
  primary key (business_id, member_id, change_id),
  foreign key (business_id, member_id, change_id) references contact_change on delete cascade
);
call isolate_by_business('contact_change_link', open_to_platform => true);
create unique index contact_change_link_by_secret on contact_change_link (secret_hash);

-- Triggers, so that no way of changing a member can forget it. The first says that there is something to keep, because most
-- changes of members are none of these; the second keeps it in one statement, however many members were changed.
create function note_contact_change() returns trigger language plpgsql as $$
begin
  perform set_config('app.contacts_changed', 'yes', true);
  return new;
end $$;
create trigger contact_changes_are_noted before update of home_contact, work_contact, postal_contact on member
  for each row when (old.home_contact is distinct from new.home_contact
    or old.work_contact is distinct from new.work_contact or old.postal_contact is distinct from new.postal_contact)
  execute function note_contact_change();

create function keep_contact_changes() returns trigger language plpgsql as $$
declare
  caller text := current_setting('app.business_id', true);
  planning text := current_setting('plan_cache_mode');
  business text;
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
    )
    -- Where nobody could be reached there is nobody to tell. Only who uses the way back says that it is one: whatever
    -- else leads to a former contact may be the next step of whoever took the membership over.
    insert into contact_change (business_id, member_id, kind, before, after, lasting)
    select business, x.member_id,
      case when current_setting('app.puts_contacts_back', true) = 'yes' then 'PutBack' else 'Changed' end, x.before, x.after,
      -- Who came on file within these days is told of what follows, but gets no way back to themself.
      coalesce((select reach_keys(c.before) from contact_change c
        where c.business_id = business and c.member_id = x.member_id and c.kind = 'Changed'
          and c.at > now() - interval '7 days'
        order by c.change_id limit 1), reach_keys(x.before))
    from changed x where reach_key(x.before) <> reach_key(x.after) and reach_keys(x.before) <> '{}';
    -- Once in a transaction, however many statements change members.
    if found and current_setting('app.tells_contacts_of', true) is distinct from business then
      perform set_config('app.tells_contacts_of', business, true);
      perform start_job('tell_contact_changes', json_build_object('businessId', business));
    end if;
  end loop;
  perform set_config('plan_cache_mode', planning, true);
  perform set_config('app.business_id', coalesce(caller, ''), true);
  return null;
end $$;
create trigger contact_changes_are_kept after update on member
  referencing old table as rows_before new table as rows_now
  for each statement when (current_setting('app.contacts_changed', true) = 'yes')
  execute function keep_contact_changes();

-- Where the invitation had gone that a pass was claimed by: the next may go elsewhere, and its holder stays.
alter table pass add claimed_to text;
