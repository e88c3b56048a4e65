-- Messages from before links were taken out of them (0017) still have theirs. Of what was sent nobody needs it any more;
-- the others are noted as holding one, and sealed by the job that seals what former versions left in clear.
create function note_former_links(business text) returns void language plpgsql as $$
declare
  link constant text := 'https?://\S*?(?=[a-z0-9_-]*[A-Z])(?=[A-Z0-9_-]*[a-z])[A-Za-z0-9_-]{22,}\S*';
begin
  update outbox_message set
    body = case when state = 'Sent' then regexp_replace(body, link, '(for the recipient alone)', 'g') else body end,
    secret = case when state = 'Sent' then '' else substring(body from link) end
  where business_id = business and secret is null and kind <> 'report' and body ~ link;
end $$;
call for_each_business($$ select note_former_links($1) $$);
-- The platform's own.
select set_config('app.business_id', '*', true);
select note_former_links('*');
select set_config('app.business_id', '', true);
drop function note_former_links;

-- How the invitation of an account fares: the message of the outbox that brings it, until when its link is good, and when
-- it was opened. Null for who was invited by a former version, but for what is told of them here.
alter table identity.account
  add column invitation_message_id bigint,
  add column invitation_expires_at timestamptz,
  add column invitation_opened_at timestamptz;
call for_each_business($$
  update identity.account a set invitation_message_id = m.id, invitation_expires_at = m.created_at + interval '7 days'
  from business_user u, outbox_message m
  where u.business_id = $1 and a.uid = u.uid and a.password_hash is null and a.microsoft_key is null
    and m.business_id = $1 and m.id = (
      select max(id) from outbox_message
      where business_id = $1 and kind = 'invitation' and channel = 'email' and recipient = u.email) $$);

-- The invitation that whoever is away at Microsoft accepts by coming back.
alter table identity.microsoft_flow add column ticket_hash bytea;
