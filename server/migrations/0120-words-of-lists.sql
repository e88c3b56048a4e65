-- What lists are searched by, each the text of an index of letters (0122). Under row-level security no such index is used: so
-- searches go through views of the owner's, as those of members and cards do, and these tables are not forced on the owner. For
-- the server it holds there, too.
create function request_words(display_name text, email text, mobile text, session_id text) returns text
  language sql immutable parallel safe
  return public.plain(coalesce(display_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(mobile, '') || ' ' ||
    coalesce(regexp_replace(regexp_replace(mobile, '[^0-9+]', '', 'g'), '^[+]61', '0'), '') || ' ' || session_id);
create function payment_words(reference text, number bigint) returns text
  language sql immutable parallel safe
  return public.plain(coalesce(reference, '') || ' P-' || number::text);
create function full_name(first_name text, last_name text) returns text
  language sql immutable parallel safe
  return public.plain(first_name || ' ' || last_name);
-- Parts of these are looked for with their blanks: none goes over from one to the next.
create function message_words(recipient text, subject text, kind text) returns text
  language sql immutable parallel safe
  return lower(recipient || chr(10) || coalesce(subject, '') || chr(10) || kind);

alter table request_session no force row level security;
create view request_search as
  select business_id, session_id, request_words(display_name, email, mobile, session_id) as words, plain(display_name) as payer
  from request_session where business_id = current_business();
create view member_number_search as
  select business_id, member_id, plain(membership_number) as words
  from member where business_id = current_business() and membership_number is not null;
-- Beside `member_search`, which has those who are there.
create view gone_member_search as
  select business_id, member_id, first_name, last_name, search_text
  from member where business_id = current_business() and deleted_at is not null;
create view card_holder_search as
  select business_id, card_id, full_name(first_name, last_name) as words from card where business_id = current_business();
alter table payment no force row level security;
create view payment_search as
  select business_id, payment_id, payment_words(reference, number) as words
  from payment where business_id = current_business();
alter table visitor_entry no force row level security;
create view visitor_search as
  select business_id, visit_id, full_name(first_name, last_name) as words
  from visitor_entry where business_id = current_business();
alter table audit_entry no force row level security;
create view audit_search as
  select business_id, id, lower(record_name) as words
  from audit_entry where business_id = current_business() and record_name is not null;
-- Of all businesses, for the platform alone.
alter table outbox_message no force row level security;
create view message_search as
  select id, message_words(recipient, subject, kind) as words
  from outbox_message where current_setting('app.business_id', true) = '*';
revoke insert, update, delete on request_search, member_number_search, gone_member_search, card_holder_search, payment_search,
  visitor_search, audit_search, message_search from hub_app;

-- What money was taken for, how, and what has become of it, with what moved of it: an index has these in the order of the list.
create function kind_of_payment(method text, paid_for text, refunded_cents bigint, amount_cents bigint) returns text
  language sql immutable parallel safe
  return method || ' ' || paid_for || ' ' ||
    case refunded_cents when 0 then 'Paid' when amount_cents then 'Refunded' else 'PartlyRefunded' end;
alter table payment_entry add payment_kind text;
create function entry_has_kind() returns trigger language plpgsql as $$
begin
  select kind_of_payment(p.method, p.paid_for, p.refunded_cents, p.amount_cents) into new.payment_kind
  from payment p where p.business_id = new.business_id and p.payment_id = new.payment_id;
  return new;
end $$;
create trigger entries_have_a_kind before insert on payment_entry
  for each row when (current_setting('app.moved_in', true) is distinct from 'yes') execute function entry_has_kind();
create function entries_follow_payment() returns trigger language plpgsql as $$
begin
  update payment_entry e
  set payment_kind = kind_of_payment(new.method, new.paid_for, new.refunded_cents, new.amount_cents)
  where e.business_id = new.business_id and e.payment_id = new.payment_id;
  return null;
end $$;
create trigger kind_follows_refund after update of method, paid_for, refunded_cents, amount_cents on payment
  for each row execute function entries_follow_payment();
