-- After how many months points of this type expire, oldest first; null for never.
alter table points_type add column expiry_months integer check (expiry_months between 1 and 120);

-- The unit that the ledger counts a points type in: the same whatever the capitals of its id.
create function points_unit(points_type_id text) returns text
  language sql immutable parallel safe strict
  return 'points/' || lower(points_type_id);

-- A member's balance of the default type of a venue, as lists and filters show it.
create function default_points_balance(business text, member text, venue text) returns numeric
  language sql stable
  return coalesce((
    select a.balance from points_type t
    join ledger_account a on a.business_id = t.business_id and a.kind = 'points' and a.owner_id = member
      and a.unit = points_unit(t.points_type_id)
    where t.business_id = business and t.venue_no = venue and t.is_default
  ), 0) / 100.0;

-- Room for a new balance on a member's own page: elsewhere, every index of members would have to be written.
alter table member set (fillfactor = 85);

-- Whatever posts to the ledger, the balance beside the member's name follows in the same transaction.
create function follow_points_balance() returns trigger language plpgsql as $$
begin
  update member m set points_balance = new.balance / 100.0
  -- The owner's collation is the ledger's own: compared by it, the member's key would be no help.
  where m.business_id = new.business_id and m.member_id = new.owner_id collate "default" and new.unit = (
    select points_unit(t.points_type_id) from points_type t
    where t.business_id = m.business_id and t.venue_no = m.venue_no and t.is_default);
  return null;
end $$;
create trigger points_balance_follows after update of balance on ledger_account
  for each row when (new.kind = 'points') execute function follow_points_balance();

create function follow_venue() returns trigger language plpgsql as $$
begin
  new.points_balance := default_points_balance(new.business_id, new.member_id, new.venue_no);
  return new;
end $$;
create trigger points_balance_follows_venue before update of venue_no on member
  for each row when (new.venue_no <> old.venue_no) execute function follow_venue();

-- Another default: every member of the venue shows another balance.
create procedure follow_default_points_type(venue text) language sql as $$
  update member m set points_balance = default_points_balance(m.business_id, m.member_id, m.venue_no)
  where m.business_id = current_business() and m.venue_no = venue
    and m.points_balance <> default_points_balance(m.business_id, m.member_id, m.venue_no);
$$;
