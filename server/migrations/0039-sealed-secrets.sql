-- A message that opens something lies here sealed under the installation's secret, until it is sent. Its `body` has a gap
-- in the place of the link, and its `secret` is empty: the former version takes it for one whose link is gone, and neither
-- shows it nor sends it again. What that version writes is still in clear, and found by the index to be sealed.
alter table outbox_message add column sealed bytea;
create index outbox_message_in_clear on outbox_message (id) where secret <> '';
