-- What a visitor was signed in for, as with scans: a session or a day. The former version leaves it out, and their day does.
-- Who left is off the list of who is in, and stays in the register.
alter table visitor_entry
  add column occasion text,
  add column left_at timestamptz,
  add column left_by text;
