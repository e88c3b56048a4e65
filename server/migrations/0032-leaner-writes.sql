-- Most text is ASCII, and has no accents to be taken off: looking for them took a tenth of the time of an import.
create or replace function plain(value text) returns text
  language plpgsql immutable parallel safe strict as $$
begin
  if octet_length(value) = length(value) then return lower(value); end if;
  return lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFC)));
end $$;

-- Without these the planner takes an e-mail for one of two hundred, and reads all members to find those of a file.
create statistics member_home_email_values on (home_contact ->> 'EmailAddress') from member;
create statistics member_work_email_values on (work_contact ->> 'EmailAddress') from member;
create statistics member_postal_email_values on (postal_contact ->> 'EmailAddress') from member;
analyze member;

-- The venue, which each member has, belongs to a business.
alter table member drop constraint member_business_id_fkey;

-- A scan writes each of these, at the moment when people wait. Who came is read from the list of all scans, which
-- says of each whether it counts; and the scans of a member are found in every event at once, as a merge needs them.
drop index event_scan_attendance;
drop index event_scan_newest;
create index event_scan_newest on event_scan (business_id, event_id, scanned_at, scan_id) include (result, undone_at);
drop index event_scan_of_member;
create index event_scan_of_member on event_scan (business_id, member_id, event_id);

-- Nor does a scan lock its event's row, which is the same for all doors: what a lock would keep from being deleted, nobody may.
revoke delete on event from hub_app;
alter table event_scan drop constraint event_scan_business_id_event_id_fkey;
