-- By itself: a new trigger (0104) keeps everybody out until it is committed. Those of members who were merged before.
call for_each_business($$
  update request_session s set venue_no = m.venue_no from member m
  where s.business_id = $1 and m.business_id = $1 and m.member_id = s.member_id and s.kind = 'Renewal'
    and s.venue_no is distinct from m.venue_no $$);
call pg_temp.must_be_none('A renewal isn''t at the venue of its member.', $$
  select from request_session s join member m on m.business_id = s.business_id and m.member_id = s.member_id
  where s.kind = 'Renewal' and s.venue_no is distinct from m.venue_no $$);
