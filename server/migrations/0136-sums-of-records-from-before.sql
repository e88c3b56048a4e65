-- What is there, less what is noted by now: since 0134 and 0135 whoever writes notes it, and one statement sees both as of one moment. Of a
-- business that is being erased nothing is noted: it has no sums.
call for_each_business($$
  insert into record_sum (business_id, about, span, since, kind, records, cents, tax_cents)
  select $1, about, span, case span when 'Day' then date_bin('1 day', at, 'epoch') else date_bin('15 minutes', at, 'epoch') end,
    kind, sum(records), sum(cents), sum(tax_cents)
  from (
    select 'Payment' as about, at, payment_kind || ' ' || kind as kind, 1 as records, cents, tax_cents
    from payment_entry where business_id = $1
    union all select 'Card', created_at, card_program_id, 1, initial_cents, 0 from card where business_id = $1
    union all select about, since, kind, -records, -cents, -tax_cents from record_sum_change where business_id = $1
  ) each cross join unnest(array['Day', 'Quarter']) span
  where not exists (select from business where business_id = $1 and erasing_since is not null) group by 2, 3, 4, 5 $$);
call pg_temp.must_be_none('Payments and cards aren''t what their sums come to.', $$
  select from (
    select 1 as records, cents, tax_cents from payment_entry where business_id = current_business()
    union all select 1, initial_cents, 0 from card where business_id = current_business()
    union all select -records, -cents, -tax_cents from record_sum where business_id = current_business() and span = 'Quarter'
    union all select -records, -cents, -tax_cents from record_sum_change where business_id = current_business()
  ) each where not exists (select from business where business_id = current_business() and erasing_since is not null)
  having (sum(records), sum(cents), sum(tax_cents)) <> (0, 0, 0) $$);
