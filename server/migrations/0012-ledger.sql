-- Money and points. Amounts are whole numbers: cents, and hundredths of a point. Nothing here is written but by the
-- functions below: they lock in one order, keep balances beside their entries, and run as the owner, while the server
-- may only read.

-- Some accounts are meant to go below zero: the outside world, corrections, what has expired. They are the far side
-- of many transactions at once, so they keep no balance and need no lock; theirs is the sum of their entries.
create function may_go_negative(account_kind text) returns boolean
  language sql immutable parallel safe
  return account_kind in ('breakage', 'adjustments', 'external');

create table ledger_account (
  business_id text not null references business,
  account_id bigint generated always as identity,
  kind text not null check (kind in
    ('disbursement', 'in-flight', 'points', 'card', 'purse', 'breakage', 'adjustments', 'external')),
  -- The member, card or pass it belongs to; empty for an account of the business itself.
  owner_id text collate "C" not null,
  unit text collate "C" not null check (unit = 'AUD' or unit like 'points/%'),
  balance bigint,
  -- All that was ever put on it, what came back to it not counted: with the balance it tells which part is oldest.
  credited bigint not null default 0,
  primary key (business_id, account_id),
  constraint ledger_account_not_negative check (balance >= 0),
  check ((balance is null) = may_go_negative(kind))
) with (fillfactor = 80); -- room for a new balance on the same page, so that no index is written
call isolate_by_business('ledger_account');
create unique index ledger_account_of on ledger_account (business_id, kind, owner_id, unit);

create table ledger_transaction (
  business_id text not null,
  transaction_id bigint generated always as identity,
  kind text not null,
  at timestamptz not null,
  actor_id text not null,
  actor_name text not null,
  -- What it belongs to, in words of the module that posted it: an order's id, a till's receipt.
  reference text,
  description text,
  note text,
  reverses bigint,
  -- The hold that it captured or gave back.
  hold_id bigint,
  refunds bigint,
  primary key (business_id, transaction_id)
);
call isolate_by_business('ledger_transaction');
create unique index ledger_transaction_reverses on ledger_transaction (business_id, reverses) where reverses is not null;
create index ledger_transaction_refunds on ledger_transaction (business_id, refunds) where refunds is not null;

-- An account's entries get their ids under the account's lock, so the ids are in the order of its history.
create table ledger_entry (
  business_id text not null,
  account_id bigint not null,
  entry_id bigint generated always as identity,
  transaction_id bigint not null,
  unit text collate "C" not null,
  amount bigint not null check (amount <> 0),
  at timestamptz not null,
  balance_after bigint,
  credited_after bigint,
  primary key (business_id, account_id, entry_id)
);
call isolate_by_business('ledger_entry');
create index ledger_entry_of_transaction on ledger_entry (business_id, transaction_id);

-- What was taken from an account and waits in its in-flight account. Its id is that of the transaction that took it.
create table ledger_hold (
  business_id text not null,
  hold_id bigint not null,
  account_id bigint not null,
  amount bigint not null check (amount > 0),
  -- When the ledger gives it back by itself; null where another module sees to that.
  expires_at timestamptz,
  outcome text check (outcome in ('Captured', 'Released', 'Expired')),
  captured bigint not null default 0 check (captured between 0 and amount),
  settled_by bigint,
  primary key (business_id, hold_id),
  check ((outcome is null) = (settled_by is null))
);
call isolate_by_business('ledger_hold');
create index ledger_hold_due on ledger_hold (business_id, expires_at) where outcome is null;

revoke insert, update, delete on ledger_account, ledger_transaction, ledger_entry, ledger_hold from hub_app;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only added to' using errcode = 'HL000';
end $$;
create trigger only_added_to before update or delete or truncate on ledger_entry
  for each statement execute function refuse_ledger_change();
create trigger only_added_to before update or delete or truncate on ledger_transaction
  for each statement execute function refuse_ledger_change();

-- Whoever writes entries, the owner included, has to write those of a transaction at once and balanced.
create function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from added group by business_id, transaction_id, unit having sum(amount) <> 0) then
    raise exception 'the entries of a transaction must add up to nothing' using errcode = 'HL001';
  end if;
  return null;
end $$;
create trigger balanced after insert on ledger_entry referencing new table as added
  for each statement execute function refuse_unbalanced();

-- Posts one transaction: a line for each account it touches, found by kind, owner and unit, opened at first use.
-- What would leave less than nothing is refused (HL002). Balances come back in the order of the lines.
-- p_at is for history that is brought in, oldest first. p_gives_back marks lines that undo an earlier one: they don't count as put on the account anew.
create function post_transaction(
  p_kind text, p_actor_id text, p_actor_name text,
  p_account_kinds text[], p_owners text[], p_units text[], p_amounts bigint[],
  p_reference text default null, p_description text default null, p_note text default null,
  p_gives_back boolean[] default null,
  p_reverses bigint default null, p_hold_id bigint default null, p_refunds bigint default null,
  p_at timestamptz default null,
  out transaction_id bigint, out at timestamptz, out balances bigint[]
)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  business text := current_business();
  line record;
  account bigint;
  balance bigint;
  credited bigint;
  accounts bigint[] := '{}';
  credits bigint[] := '{}';
begin
  for line in
    select l.*, l.amount > 0 and not coalesce(p_gives_back[n], false) as is_new,
      may_go_negative(l.kind) as is_unlocked
    from unnest(p_account_kinds, p_owners, p_units, p_amounts) with ordinality as l (kind, owner_id, unit, amount, n)
    -- The same order for everybody, so that nobody waits in a circle. The business's own accounts, which everybody
    -- wants, come last: they are held the shortest.
    order by l.owner_id = '' or l.owner_id like '%/', l.owner_id collate "C", l.kind collate "C", l.unit collate "C"
  loop
    for attempt in 1..2 loop
      if line.is_unlocked then
        select a.account_id into account from ledger_account a
        where a.business_id = business and a.kind = line.kind and a.owner_id = line.owner_id and a.unit = line.unit;
      else
        update ledger_account a set balance = a.balance + line.amount,
          credited = a.credited + case when line.is_new then line.amount else 0 end
        where a.business_id = business and a.kind = line.kind and a.owner_id = line.owner_id and a.unit = line.unit
          and a.balance + line.amount >= 0
        returning a.account_id, a.balance, a.credited into account, balance, credited;
      end if;
      exit when account is not null;
      if attempt = 1 then
        insert into ledger_account (business_id, kind, owner_id, unit, balance)
        values (business, line.kind, line.owner_id, line.unit, case when not line.is_unlocked then 0 end)
        on conflict do nothing;
      end if;
    end loop;
    if account is null then
      raise exception 'the balance is too small' using errcode = 'HL002', detail = json_build_object(
        'kind', line.kind, 'owner', line.owner_id, 'unit', line.unit,
        'available', (select a.balance from ledger_account a where a.business_id = business
          and a.kind = line.kind and a.owner_id = line.owner_id and a.unit = line.unit));
    end if;
    accounts[line.n] := account;
    balances[line.n] := balance;
    credits[line.n] := credited;
    account := null; balance := null; credited := null;
  end loop;

  -- The time is taken under the locks: along an account it doesn't go back.
  at := coalesce(p_at, clock_timestamp());
  insert into ledger_transaction
    (business_id, kind, at, actor_id, actor_name, reference, description, note, reverses, hold_id, refunds)
  values (business, p_kind, at, p_actor_id, p_actor_name, p_reference, p_description, p_note, p_reverses, p_hold_id, p_refunds)
  returning ledger_transaction.transaction_id into post_transaction.transaction_id;
  insert into ledger_entry (business_id, account_id, transaction_id, unit, amount, at, balance_after, credited_after)
  select business, e.account_id, post_transaction.transaction_id, e.unit, e.amount, post_transaction.at, e.balance, e.credited
  from unnest(accounts, p_units, p_amounts, balances, credits) as e (account_id, unit, amount, balance, credited);
end $$;

-- Takes an amount from an account into the account's in-flight account, to be settled once.
create function hold_balance(
  p_kind text, p_actor_id text, p_actor_name text,
  p_account_kind text, p_owner text, p_unit text, p_amount bigint, p_expires_at timestamptz,
  p_reference text default null, p_description text default null, p_note text default null,
  out transaction_id bigint, out at timestamptz, out balances bigint[]
)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  select p.* into transaction_id, at, balances from post_transaction(p_kind, p_actor_id, p_actor_name,
    array[p_account_kind, 'in-flight'], array[p_owner, p_account_kind || '/' || p_owner],
    array[p_unit, p_unit], array[-p_amount, p_amount], p_reference, p_description, p_note) p;
  insert into ledger_hold (business_id, hold_id, account_id, amount, expires_at)
  select current_business(), transaction_id, a.account_id, p_amount, p_expires_at
  from ledger_account a where a.business_id = current_business()
    and a.kind = p_account_kind and a.owner_id = p_owner and a.unit = p_unit;
end $$;

-- Settles a hold: what is captured goes to an account, the rest back to where it came from. Refused: a hold that is
-- settled (HL003), one whose time is over (HL004), more than was held (HL005). The first balance is that of the account.
create function settle_hold(
  p_hold_id bigint, p_outcome text, p_kind text, p_actor_id text, p_actor_name text,
  p_captured bigint default 0, p_to_kind text default null, p_to_owner text default null,
  p_reference text default null, p_description text default null, p_note text default null,
  out transaction_id bigint, out at timestamptz, out balances bigint[]
)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  business text := current_business();
  hold record;
  rest bigint;
begin
  select h.amount, h.expires_at, h.outcome, a.kind, a.owner_id, a.unit into hold
  from ledger_hold h join ledger_account a on a.business_id = h.business_id and a.account_id = h.account_id
  where h.business_id = business and h.hold_id = p_hold_id for no key update of h;
  if not found then return; end if;
  if hold.outcome is not null then
    raise exception 'the hold is settled' using errcode = 'HL003', detail = hold.outcome;
  elsif p_outcome = 'Captured' and hold.expires_at <= clock_timestamp() then
    raise exception 'the hold has expired' using errcode = 'HL004';
  elsif p_captured > hold.amount then
    raise exception 'more than was held' using errcode = 'HL005', detail = hold.amount::text;
  end if;
  rest := hold.amount - p_captured;
  select p.* into transaction_id, at, balances from post_transaction(p_kind, p_actor_id, p_actor_name,
    array['in-flight'] || case when rest > 0 then array[hold.kind] else '{}' end
      || case when p_captured > 0 then array[p_to_kind] else '{}' end,
    array[hold.kind || '/' || hold.owner_id] || case when rest > 0 then array[hold.owner_id] else '{}' end
      || case when p_captured > 0 then array[p_to_owner] else '{}' end,
    array_fill(hold.unit, array[1 + (rest > 0)::integer + (p_captured > 0)::integer]),
    array[-hold.amount] || case when rest > 0 then array[rest] else '{}' end
      || case when p_captured > 0 then array[p_captured] else '{}' end,
    p_reference, p_description, p_note, p_gives_back => array[false, rest > 0], p_hold_id => p_hold_id) p;
  update ledger_hold h set outcome = p_outcome, captured = p_captured, settled_by = settle_hold.transaction_id
  where h.business_id = business and h.hold_id = p_hold_id;
  select array[a.balance] into balances from ledger_account a
  where a.business_id = business and a.kind = hold.kind and a.owner_id = hold.owner_id and a.unit = hold.unit;
end $$;

-- Takes a whole transaction back, once. Holds are settled and captures refunded instead (HL007); what was reversed or
-- refunded already stays so (HL006).
create function reverse_transaction(
  p_transaction_id bigint, p_kind text, p_actor_id text, p_actor_name text, p_reason text,
  out transaction_id bigint, out at timestamptz, out balances bigint[]
)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  business text := current_business();
  original record;
begin
  -- The lock makes two of them, or one and a refund, come one after the other.
  select t.reverses, t.hold_id, t.refunds, t.reference, t.description into original from ledger_transaction t
  where t.business_id = business and t.transaction_id = p_transaction_id for no key update;
  if not found then return; end if;
  if original.reverses is not null or original.hold_id is not null or original.refunds is not null
    or exists (select from ledger_hold h where h.business_id = business and h.hold_id = p_transaction_id) then
    raise exception 'not a transaction that is reversed' using errcode = 'HL007';
  elsif exists (select from ledger_transaction t where t.business_id = business and t.reverses = p_transaction_id)
    or exists (select from ledger_transaction t where t.business_id = business and t.refunds = p_transaction_id) then
    raise exception 'the transaction was taken back' using errcode = 'HL006';
  end if;
  select p.* into transaction_id, at, balances from (
    select array_agg(a.kind order by e.entry_id) as kinds, array_agg(a.owner_id order by e.entry_id) as owners,
      array_agg(e.unit order by e.entry_id) as units, array_agg(-e.amount order by e.entry_id) as amounts,
      array_agg(true) as gives_back
    from ledger_entry e join ledger_account a on a.business_id = e.business_id and a.account_id = e.account_id
    where e.business_id = business and e.transaction_id = p_transaction_id
  ) l, post_transaction(p_kind, p_actor_id, p_actor_name, l.kinds, l.owners, l.units, l.amounts,
    original.reference, original.description, p_reason, l.gives_back, p_reverses => p_transaction_id) p;
end $$;

-- Gives back a part of what an account received in a transaction; all parts together never more than that (HL005).
create function refund_transaction(
  p_transaction_id bigint, p_kind text, p_actor_id text, p_actor_name text,
  p_from_kind text, p_from_owner text, p_to_kind text, p_to_owner text, p_unit text, p_amount bigint,
  p_reference text default null, p_description text default null, p_note text default null,
  out transaction_id bigint, out at timestamptz, out balances bigint[]
)
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  business text := current_business();
  source bigint;
  refundable bigint;
begin
  perform from ledger_transaction t
  where t.business_id = business and t.transaction_id = p_transaction_id for no key update;
  if not found then return; end if;
  if exists (select from ledger_transaction t where t.business_id = business and t.reverses = p_transaction_id) then
    raise exception 'the transaction was taken back' using errcode = 'HL006';
  end if;
  select a.account_id into source from ledger_account a where a.business_id = business
    and a.kind = p_from_kind and a.owner_id = p_from_owner and a.unit = p_unit;
  select coalesce(sum(e.amount), 0) into refundable from ledger_entry e
  where e.business_id = business and e.account_id = source and e.transaction_id in (
    select p_transaction_id union all
    select t.transaction_id from ledger_transaction t
    where t.business_id = business and t.refunds = p_transaction_id);
  if p_amount > refundable then
    raise exception 'more than can be refunded' using errcode = 'HL005', detail = greatest(refundable, 0)::text;
  end if;
  select p.* into transaction_id, at, balances from post_transaction(p_kind, p_actor_id, p_actor_name,
    array[p_from_kind, p_to_kind], array[p_from_owner, p_to_owner], array[p_unit, p_unit], array[-p_amount, p_amount],
    p_reference, p_description, p_note, p_gives_back => array[false, true], p_refunds => p_transaction_id) p;
end $$;

revoke all on function post_transaction, hold_balance, settle_hold, reverse_transaction, refund_transaction from public;
grant execute on function post_transaction, hold_balance, settle_hold, reverse_transaction, refund_transaction to hub_app;
