-- Nobody looks for a whole address or contact: what is looked for within has statistics of its own, and to sort the
-- others took most of the time of an analyze, which each import waits for.
alter table member
  alter home_address set statistics 0, alter work_address set statistics 0, alter postal_address set statistics 0,
  alter home_contact set statistics 0, alter work_contact set statistics 0, alter postal_contact set statistics 0;
alter table member_import_row
  alter fields set statistics 0, alter problems set statistics 0, alter needs set statistics 0;

-- An import looks for thousands of people in one question, and the planner weighs each of them against all that it
-- knows of names and e-mails: knowing less, it plans as well and five times as fast.
alter table member alter sort_name set statistics 10, alter membership_number set statistics 10;
alter statistics member_home_email_values set statistics 1;
alter statistics member_work_email_values set statistics 1;
alter statistics member_postal_email_values set statistics 1;
analyze member;
