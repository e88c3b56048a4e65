-- Whether a scan may be a pass's is asked of its length alone: the condition of a trigger is planned anew for each
-- statement, and what a function in it is made of read with it, which took a fifth of the time of writing a scan.
-- Of a longer code the pass is looked up in vain, by its index. With the condition of 0095: what a pass that moves here was
-- used for is counted in it.
create or replace trigger passes_are_used_insert after insert on event_scan
  for each row when (length(new.code) >= 12 and current_setting('app.moved_in', true) is distinct from 'yes')
  execute function count_pass_use();
create or replace trigger passes_are_used_update after update of result, undone_at on event_scan
  for each row when (length(new.code) >= 12) execute function count_pass_use();
