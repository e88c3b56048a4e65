-- What belongs to no member is seen by who sent it, or at the venue where it was; deleted members' cards at the venue they had.
create index concurrently gone_member_by_venue on member (business_id, venue_no) where deleted_at is not null;
create index concurrently card_of_nobody on card (business_id, issued_by_id) where member_id is null;
create index concurrently visitor_entry_of_nobody on visitor_entry (business_id, venue_no) where member_id is null;
