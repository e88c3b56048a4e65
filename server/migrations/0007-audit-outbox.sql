-- The trail is read newest first, all of it or one kind of action; the second tells the kinds there are, too.
-- Parts of names are looked for while walking it: row-level security keeps a trigram index from being used.
create index audit_entry_newest on audit_entry (business_id, at desc, id desc);
create index audit_entry_by_action on audit_entry (business_id, action, at desc, id desc);

-- The outbox is read newest first over all businesses, and of a business by the primary key.
drop index outbox_message_newest;
create index outbox_message_newest on outbox_message (id);
create index outbox_message_by_state on outbox_message (state, id);
