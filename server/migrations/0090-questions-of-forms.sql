-- What a form asked of its own when it was sent, and what it cost line by line: the form may be another by the time
-- somebody reads it. Null for what was sent before there was any.
alter table request_session add questions jsonb, add price_lines jsonb;

-- What people add to a request: one file for each question that asks for one.
create table request_file (
  business_id text not null,
  session_id text not null,
  question_id text not null,
  -- Another one with every file: whoever has it by its id has the right one.
  file_id text not null default gen_random_uuid(),
  name text not null,
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  content bytea not null check (octet_length(content) <= 5242880),
  added_at timestamptz not null default now(),
  primary key (business_id, session_id, question_id),
  foreign key (business_id, session_id) references request_session
);
call isolate_by_business('request_file');
-- What is uploaded gets no smaller.
alter table request_file alter column content set storage external;

-- They go when the member goes whom the request made, as their photo does.
create function forget_request_files() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from public.request_file f using public.request_session s
  where s.business_id = new.business_id and s.member_id = new.member_id
    and f.business_id = s.business_id and f.session_id = s.session_id;
  return null;
end $$;
create trigger request_files_go_with_member after update of deleted_at on member
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function forget_request_files();

-- Who is named as proposer or seconder, and what they said to it. Nobody where no member has that number and name.
create table request_sponsor (
  business_id text not null,
  session_id text not null,
  role text not null check (role in ('Proposer', 'Seconder')),
  named_number text not null,
  named_last_name text not null,
  member_id text,
  secret_hash bytea,
  asked_at timestamptz,
  expires_at timestamptz,
  answered_at timestamptz,
  is_confirmed boolean,
  primary key (business_id, session_id, role),
  foreign key (business_id, session_id) references request_session,
  foreign key (business_id, member_id) references member
);
call isolate_by_business('request_sponsor');
create unique index request_sponsor_by_secret on request_sponsor (business_id, secret_hash);
create index request_sponsor_by_member on request_sponsor (business_id, member_id);

-- A link is worth no more than the contact that it was sent to: as in 0044, with these.
create or replace function end_proofs_of(business text, members text[]) returns void language plpgsql as $$
begin
  delete from renewal_link where business_id = business and member_id = any(members);
  update request_sponsor set secret_hash = null
  where business_id = business and member_id = any(members) and answered_at is null;
  update request_session s set proven_at = null, code_hash = null, code_expires_at = null,
    email = usual_contact(m.default_contact, m.home_contact, m.work_contact, m.postal_contact, 'EmailAddress'),
    mobile = usual_contact(m.default_contact, m.home_contact, m.work_contact, m.postal_contact, 'MobileNumber')
  from member m
  where s.business_id = business and s.member_id = any(members) and s.kind = 'Renewal' and s.finalised_at is null
    and s.deleted_at is null and m.business_id = s.business_id and m.member_id = s.member_id;
end $$;
create function leave_sponsor_link_behind() returns trigger language plpgsql as $$
begin
  new.secret_hash := null;
  return new;
end $$;
create trigger sponsor_links_stay_with_their_member before update of member_id on request_sponsor
  for each row when (old.member_id is distinct from new.member_id) execute function leave_sponsor_link_behind();
