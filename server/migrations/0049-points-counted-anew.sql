-- A venue with another default points type: its members' balances beside their names are counted anew by a job, in pieces
-- that follow their ids. Null while nothing is under way; until a member's id is passed, whoever reads the balance asks
-- the ledger. The procedure follow_default_points_type stays for the former version, which does all of it at once.
alter table venue
  add column points_counted_to text,
  add column points_counted integer not null default 0,
  add column points_to_count integer;

-- The balance of the default type as it is shown of a member, also while the members of the venue are counted anew.
create function shown_points_balance(
  balance numeric, counted_to text, business text, member text, venue text
) returns numeric
  language sql stable
  return case when counted_to is null or member <= counted_to then balance
    else default_points_balance(business, member, venue) end;

-- What a member applied for and renewed, which follows when two are merged: found by the member, not by a look at all of it.
create index request_session_of_member on request_session (business_id, member_id) where member_id is not null;
