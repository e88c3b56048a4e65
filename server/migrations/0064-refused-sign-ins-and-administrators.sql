-- Refused sign-ins are on record, but an attacker must not fill the trail: one entry of a trail for whom it is about and why,
-- for a quarter of an hour, which counts. Until when, and which entry that is, is kept here.
create table identity.refused_entry (
  trail text not null, -- a business, or '*' for the platform's own
  subject text not null,
  action text not null,
  reason text not null,
  entry_id bigint not null,
  expires_at timestamptz not null,
  primary key (trail, subject, action, reason)
);
create index refused_entry_by_age on identity.refused_entry (expires_at);

-- Adds to the trail of the business of the query, or counts on in the entry that it has. What else is in a trail the server
-- can't change: this is the one way, as the owner, and it goes to no entry but these.
create function note_refused_entry(
  about text, deed text, deed_title text, why text, times integer, moment timestamptz, ends timestamptz,
  from_address text, from_request text, account_id text, account_name text, beside jsonb
) returns void language plpgsql security definer set search_path = '' as $$
declare
  own text := public.current_business();
  known bigint;
  last jsonb := jsonb_build_object('Last time', to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'Last address', from_address);
begin
  -- Two at once would both find none.
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'refused', own, about, deed, why), 0));
  select entry_id into known from identity.refused_entry
    where trail = own and subject = about and action = deed and reason = why and expires_at > moment;
  if known is not null then
    update public.audit_entry set after = after || last || jsonb_build_object('Times', (after->>'Times')::integer + times)
      where business_id = own and id = known and action = deed;
    return;
  end if;
  insert into public.audit_entry (business_id, actor_id, actor_name, address, request_id, action, title,
    record_kind, record_id, record_name, after)
  values (own, '', 'Somebody', from_address, from_request, deed, deed_title, 'account', account_id, account_name,
    jsonb_build_object('Reason', why, 'Times', times) || beside || last)
  returning id into known;
  insert into identity.refused_entry (trail, subject, action, reason, entry_id, expires_at)
  values (own, about, deed, why, known, ends)
  on conflict (trail, subject, action, reason)
    do update set entry_id = excluded.entry_id, expires_at = excluded.expires_at;
end $$;
revoke all on function note_refused_entry from public;
grant execute on function note_refused_entry to hub_app;

-- Super administrators are listed by their address.
create index super_administrator_by_email on super_administrator (email);
