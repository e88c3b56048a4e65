-- What was on file of how the member is reached when the details of a card order were confirmed, as a mark that is another
-- one once it has changed: who changes their number after a theft doesn't get the former one back with an order that waited.
-- None for what the former version confirms, and has confirmed: nobody knows, so its details are looked at again.
alter table card_order add column reach_mark text;
