-- Cards that were lost, and those that take their place. What a card points to here has no foreign key: orders point to cards
-- already, and cards that point to cards could not be brought back one after the other.
alter table card
  -- When its holder said that it is lost; null once it works again.
  add column reported_lost_at timestamptz,
  add column replaced_by_card_id text,
  -- The order of the plastic card that is to take its place. Its money stays here until that card is made.
  add column replacement_order_id text,
  -- What was replaced never works again, whoever asks for it.
  add constraint card_replaced_for_good check (
    (replaced_by_card_id is null and replacement_order_id is null) or status in ('LostStolen', 'Expired'));
create unique index card_replaced_by on card (business_id, replaced_by_card_id) where replaced_by_card_id is not null;
create unique index card_replaced_by_order on card (business_id, replacement_order_id)
  where replacement_order_id is not null;
-- Those that wait for somebody to replace them, or to say that they were found.
create index card_reported_lost on card (business_id, created_at, card_id)
  where reported_lost_at is not null and status = 'LostStolen' and replaced_by_card_id is null
    and replacement_order_id is null;

-- With what is new of a card: the list narrows searches down by it.
create or replace view card_search as select * from card where business_id = current_business();

-- Which card has by now what is a card's: the one that took its place, which may have been replaced in turn.
create function current_card(card text) returns text
  language sql stable
  return coalesce((
    with recursive one as (
      select c.card_id, c.replaced_by_card_id, 0 as steps from card c
      where c.business_id = current_business() and c.card_id = card collate "default"
      union all
      select c.card_id, c.replaced_by_card_id, one.steps + 1
      from one join card c on c.business_id = current_business() and c.card_id = one.replaced_by_card_id
      where one.steps < 1000
    )
    select card_id from one order by steps desc limit 1
  ), card);

-- As in 0072, but money of cards finds the card that has the rest of it.
create or replace function current_holder(kind text, holder text) returns text
  language sql stable
  return case kind when 'points' then current_member(holder) when 'purse' then current_pass(holder)
    when 'card' then current_card(holder) else holder end;
