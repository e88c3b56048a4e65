-- What somebody shows beside the password. Like accounts, factors belong to people and to no business.
create table identity.factor (
  factor_id text primary key default gen_random_uuid()::text,
  uid text not null references identity.account on delete cascade,
  kind text not null check (kind in ('passkey', 'authenticator')),
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- Of a passkey: WebAuthn's names for it, and how often it says to have signed.
  credential_id text unique,
  public_key bytea,
  counter bigint,
  transports text[],
  -- Of an authenticator app: its secret, AES-256-GCM under a key made from the server's, and the last step of 30 seconds
  -- whose code was used. No code counts twice.
  secret bytea,
  last_step bigint,
  check (case kind
    when 'passkey' then num_nulls(credential_id, public_key, counter, transports) = 0 and num_nonnulls(secret, last_step) = 0
    else secret is not null and num_nonnulls(credential_id, public_key, counter, transports) = 0 end)
);
create index factor_by_account on identity.factor (uid, created_at);

-- Ways in for who has lost the rest, each for once. Of nearly 80 random bits, which can't be guessed back from their SHA-256.
create table identity.recovery_code (
  uid text not null references identity.account on delete cascade,
  code_hash bytea not null,
  primary key (uid, code_hash)
);

-- What was asked of a browser, to be answered once within minutes; kept as its SHA-256.
create table identity.challenge (
  secret_hash bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'passkey-sign-in', 'add-passkey', 'add-authenticator', 'prove')),
  -- Null where it isn't known yet who answers.
  uid text references identity.account on delete cascade,
  -- Of a sign-in: stands for the password that was right. Another one ends it.
  shown bytea,
  -- Of a new authenticator app: its secret, sealed.
  sealed bytea,
  expires_at timestamptz not null
);
create index challenge_by_account on identity.challenge (uid);
create index challenge_by_age on identity.challenge (expires_at);

-- Of whom a business requires a second factor, and how many days they have to set one up.
create table second_factor_policy (
  business_id text primary key references business,
  required_of text not null check (required_of in ('nobody', 'roles', 'everyone')),
  role_names text[] not null,
  grace_days integer not null check (grace_days between 0 and 90),
  required_since timestamptz not null default now()
);
call isolate_by_business('second_factor_policy');

-- Since when a user has the role they have: their days begin then, if the role asks for it.
alter table business_user add column role_given_at timestamptz not null default now();

create function note_role_given() returns trigger language plpgsql as $$
begin
  new.role_given_at := now();
  return new;
end $$;
create trigger note_role_given before update of role_name on business_user
  for each row when (new.role_name is distinct from old.role_name) execute function note_role_given();
