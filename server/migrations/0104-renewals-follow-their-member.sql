-- A renewal belongs to the venue of its member. It goes along when it goes over to another one, by a merge or its undo.
create function renew_at_members_venue() returns trigger language plpgsql as $$
begin
  new.venue_no := coalesce(
    (select m.venue_no from member m where m.business_id = new.business_id and m.member_id = new.member_id),
    new.venue_no);
  return new;
end $$;
create trigger renewals_follow_their_member before update of member_id on request_session
  for each row when (old.member_id is distinct from new.member_id and new.kind = 'Renewal')
  execute function renew_at_members_venue();
