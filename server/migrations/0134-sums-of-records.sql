-- Sums of payments and cards: how many there are of a kind, and what they come to, by quarter of an hour and by day (both of UTC: no
-- zone's day begins between two quarters). Who writes a record notes beside what changes by it, in a row of its own, so that nobody
-- waits for a sum; a job adds what was noted. A reader adds what is noted still, and has all of it at any moment.
create table record_sum (
  business_id text not null references business,
  about text not null check (about in ('Payment', 'Card')),
  span text not null check (span in ('Day', 'Quarter')),
  since timestamptz not null,
  -- Of entries of payments 'Cash Renewal Paid Taken'; of cards their program.
  kind text not null,
  records bigint not null,
  cents bigint not null,
  tax_cents bigint not null,
  primary key (business_id, about, span, since, kind)
);
call isolate_by_business('record_sum');

create table record_sum_change (
  business_id text not null references business,
  change_id bigint generated always as identity,
  about text not null check (about in ('Payment', 'Card')),
  -- The quarter of an hour.
  since timestamptz not null check (isfinite(since) and since = date_bin('15 minutes', since, 'epoch')),
  kind text not null,
  -- One that no sum could take would keep all others of its business from being added: also where somebody else made the row.
  records bigint not null check (records in (-1, 1)),
  cents bigint not null check (abs(cents) <= 1000000000000000),
  tax_cents bigint not null check (abs(tax_cents) <= 1000000000000000),
  primary key (business_id, change_id)
);
call isolate_by_business('record_sum_change');

create function note_for_sums(business text, about text, at timestamptz, kind text, records integer, cents bigint, tax_cents bigint)
  returns void language plpgsql as $$
begin
  -- While a business is erased the notes may have gone before what they are of.
  if exists (select from business b where b.business_id = business and b.erasing_since is not null) then return; end if;
  insert into record_sum_change (business_id, about, since, kind, records, cents, tax_cents)
  values (business, about, date_bin('15 minutes', at, 'epoch'), kind, records, records * cents, records * tax_cents);
end $$;

create function payment_entry_is_summed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_for_sums(old.business_id, 'Payment', old.at, old.payment_kind || ' ' || old.kind, -1, old.cents, old.tax_cents);
  end if;
  if tg_op <> 'DELETE' then
    perform note_for_sums(new.business_id, 'Payment', new.at, new.payment_kind || ' ' || new.kind, 1, new.cents, new.tax_cents);
  end if;
  return null;
end $$;
create trigger sums_have_new_entry after insert on payment_entry
  for each row when (current_setting('app.moved_in', true) is distinct from 'yes') execute function payment_entry_is_summed();
create trigger sums_follow_entry after update on payment_entry
  for each row when ((old.at, old.payment_kind, old.kind, old.cents, old.tax_cents)
    is distinct from (new.at, new.payment_kind, new.kind, new.cents, new.tax_cents)) execute function payment_entry_is_summed();
create trigger sums_lose_entry after delete on payment_entry for each row execute function payment_entry_is_summed();
