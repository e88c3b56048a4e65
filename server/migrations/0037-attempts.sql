-- Failed guesses at whatever can be guessed, by what is guessed and by whom or at whom. They belong to no business.
-- Those of the former version (identity.attempt, claim_attempt, renewal_attempt) run out by themselves within the hour.
create table attempt (
  kind text not null,
  subject text not null,
  failures integer not null,
  expires_at timestamptz not null,
  primary key (kind, subject)
);
create index attempt_by_age on attempt (expires_at);
