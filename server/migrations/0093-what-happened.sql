-- What happened while somebody was away: one line for a user of what it is about, which comes up again when it happens again.
-- The user is no reference: super administrators are of no business. What is told names nobody who isn't staff; who else it is
-- about is read where that is kept, and falls away with it.
create table user_notice (
  business_id text not null references business,
  notice_id text not null default gen_random_uuid()::text,
  uid text not null,
  kind text not null,
  subject_id text not null,
  told jsonb not null default '{}',
  -- To the millisecond, as those who read up to a moment have it.
  at timestamptz(3) not null default now(),
  read_at timestamptz,
  primary key (business_id, notice_id),
  unique (business_id, uid, kind, subject_id)
);
call isolate_by_business('user_notice');
create index user_notice_newest on user_notice (business_id, uid, at desc, notice_id desc);
create index user_notice_unread on user_notice (business_id, uid, at) where read_at is null;
create index user_notice_about on user_notice (business_id, kind, subject_id) where read_at is null;
create index user_notice_age on user_notice (business_id, at);

-- The user whose call wrote it, who is told when it can't be delivered; null for what the clock or a stranger caused.
alter table outbox_message add column sender_id text;
