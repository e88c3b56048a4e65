-- Passes show what the business calls a status and a title, as they do levels and types (0107), not the keys of these: who
-- renames one of them has it on every phone. A gender is on none.
create or replace trigger passes_follow after update of value on option_list_item for each row
  when (new.value is distinct from old.value and new.list in ('MemberLevel', 'MembershipType', 'Status', 'Title'))
  execute function roll_out_designs();
