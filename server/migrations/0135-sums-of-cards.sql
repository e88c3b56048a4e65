-- By itself: whoever writes cards and payments at once would wait for this, and this for them.
create function card_is_summed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_for_sums(old.business_id, 'Card', old.created_at, old.card_program_id, -1, old.initial_cents, 0);
  end if;
  if tg_op <> 'DELETE' then
    perform note_for_sums(new.business_id, 'Card', new.created_at, new.card_program_id, 1, new.initial_cents, 0);
  end if;
  return null;
end $$;
create trigger sums_have_new_card after insert on card
  for each row when (current_setting('app.moved_in', true) is distinct from 'yes') execute function card_is_summed();
create trigger sums_follow_card after update of created_at, card_program_id, initial_cents on card
  for each row when ((old.created_at, old.card_program_id, old.initial_cents)
    is distinct from (new.created_at, new.card_program_id, new.initial_cents))
  execute function card_is_summed();
create trigger sums_lose_card after delete on card for each row execute function card_is_summed();
