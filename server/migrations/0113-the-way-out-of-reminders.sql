-- A link is worth no more than the contact that it was sent to, as in 0090; but the way out of reminders that came with one
-- goes on: saying no proves nothing. So those of reminders end by their time, which both versions go by.
create or replace function end_proofs_of(business text, members text[]) returns void language plpgsql as $$
begin
  delete from renewal_link where business_id = business and member_id = any(members) and reminder_id is null;
  -- Whoever comes by one at this moment is waited for, as by a delete: their proof ends below.
  perform from renewal_link where business_id = business and member_id = any(members) for update;
  update renewal_link set expires_at = now()
  where business_id = business and member_id = any(members) and expires_at > now();
  update request_sponsor set secret_hash = null
  where business_id = business and member_id = any(members) and answered_at is null;
  update request_session s set proven_at = null, code_hash = null, code_expires_at = null,
    email = usual_contact(m.default_contact, m.home_contact, m.work_contact, m.postal_contact, 'EmailAddress'),
    mobile = usual_contact(m.default_contact, m.home_contact, m.work_contact, m.postal_contact, 'MobileNumber')
  from member m
  where s.business_id = business and s.member_id = any(members) and s.kind = 'Renewal' and s.finalised_at is null
    and s.deleted_at is null and m.business_id = s.business_id and m.member_id = s.member_id;
end $$;
