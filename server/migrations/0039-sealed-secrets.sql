-- A message that opens something lies here sealed under the installation's secret, until it is sent. Its `body` has a gap
-- in the place of the link, and its `secret` is empty: the former version takes it for one whose link is gone, and neither
-- shows it nor sends it again. What that version writes is still in clear, and found by the index to be sealed.
alter table outbox_message add column sealed bytea;
create index outbox_message_in_clear on outbox_message (id) where secret <> '';

-- What the list of a door has of a code: the beginning of its HMAC-SHA-256 by a key of the event, which the server keeps
-- to itself and hands to the event's doors alone. The pads are that key made ready (RFC 2104), once for all codes.
-- `code_hash` and `door_name` are the former version's, and those of doors that have not been opened again since.
create function keyed_code_hash(inner_pad bytea, outer_pad bytea, code text) returns text
  language sql immutable parallel safe strict
  return translate(encode(substring(
    sha256(outer_pad || sha256(inner_pad || convert_to(upper(code), 'UTF8'))) for 9), 'base64'), '+/', '-_');
