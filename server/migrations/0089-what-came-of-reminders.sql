-- A link knows which reminder it came with, and the reminder when its link was opened first. The former version makes links
-- without it: of those nothing is known.
alter table renewal_link add reminder_id bigint;
alter table renewal_reminder add opened_at timestamptz;
-- What the list of a form's reminders goes by.
create index renewal_reminder_by_form on renewal_reminder (business_id, form_id, id desc);
