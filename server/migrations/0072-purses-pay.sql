-- The purse of a digital membership card is paid with at tills.
alter table till_hold
  drop constraint till_hold_account_kind_check,
  add constraint till_hold_account_kind_check check (account_kind in ('card', 'points', 'purse'));

-- Which pass has by now what is a pass's: the one that took its place, of the same design and of whoever its member is by now.
-- Without one it is the pass itself: what is in its purse goes on to the next when that is sent.
create function current_pass(pass text) returns text
  language sql stable
  return coalesce((
    select n.pass_id
    from (
      select p.pass_configuration_id, current_member(p.member_id) as member_id from pass p
      where p.business_id = current_business() and p.pass_id = pass collate "default"
    ) p
    join pass n on n.business_id = current_business() and n.member_id = p.member_id
      and n.pass_configuration_id = p.pass_configuration_id and n.revoked_at is null
  ), pass);

-- Whose an account of this kind and owner is by now: members are merged, and passes replaced.
create function current_holder(kind text, holder text) returns text
  language sql stable
  return case kind when 'points' then current_member(holder) when 'purse' then current_pass(holder) else holder end;

-- As in 0027, but money in purses finds its pass as points find their member.
create or replace function settle_hold(
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
  receiver text;
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
  receiver := current_holder(hold.kind, hold.owner_id);
  select p.* into transaction_id, at, balances from post_transaction(p_kind, p_actor_id, p_actor_name,
    array['in-flight'] || case when rest > 0 then array[hold.kind] else '{}' end
      || case when p_captured > 0 then array[p_to_kind] else '{}' end,
    array[hold.kind || '/' || hold.owner_id] || case when rest > 0 then array[receiver] else '{}' end
      || case when p_captured > 0 then array[p_to_owner] else '{}' end,
    array_fill(hold.unit, array[1 + (rest > 0)::integer + (p_captured > 0)::integer]),
    array[-hold.amount] || case when rest > 0 then array[rest] else '{}' end
      || case when p_captured > 0 then array[p_captured] else '{}' end,
    p_reference, p_description, p_note,
    p_gives_back => array[false, rest > 0 and receiver = hold.owner_id], p_hold_id => p_hold_id) p;
  update ledger_hold h set outcome = p_outcome, captured = p_captured, settled_by = settle_hold.transaction_id
  where h.business_id = business and h.hold_id = p_hold_id;
  select array[a.balance] into balances from ledger_account a
  where a.business_id = business and a.kind = hold.kind and a.owner_id = receiver and a.unit = hold.unit;
end $$;

create or replace function refund_transaction(
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
  receiver text := current_holder(p_to_kind, p_to_owner);
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
    array[p_from_kind, p_to_kind], array[p_from_owner, receiver], array[p_unit, p_unit], array[-p_amount, p_amount],
    p_reference, p_description, p_note,
    p_gives_back => array[false, receiver = p_to_owner], p_refunds => p_transaction_id) p;
end $$;
