-- Number and birth date find a membership. Who sees or changes what is kept of a member has shown, by a link or a code to
-- a contact on file, that it is theirs; a renewal without the mark (also one begun before there was any) changes no
-- details. Of the code only a hash is kept, salted with the session's secret.
alter table request_session add proven_at timestamptz, add code_hash bytea, add code_expires_at timestamptz;

-- A proof holds as long as the contacts do that it was given by: who was reached by a contact that is changed, or put back,
-- shows anew who they are.
create index request_session_proven on request_session (business_id, member_id)
  where proven_at is not null and finalised_at is null;
create function end_proofs() returns trigger language plpgsql as $$
begin
  delete from renewal_link l using rows_now n
  where l.business_id = n.business_id and l.member_id = n.member_id and n.kind in ('Changed', 'PutBack');
  update request_session s set proven_at = null, code_hash = null from rows_now n
  where s.business_id = n.business_id and s.member_id = n.member_id and n.kind in ('Changed', 'PutBack')
    and s.proven_at is not null and s.finalised_at is null;
  return null;
end $$;
create trigger proofs_end_with_contacts after insert on contact_change referencing new table as rows_now
  for each statement execute function end_proofs();
