-- A link that opens something is for its recipient alone. It waits in the outbox with its message, and is taken out of
-- both once an adapter has sent it: null where there was none, empty once it is gone.
alter table outbox_message add column secret text;
