-- Accounts and sessions belong to people, not to a business: nothing here has a business_id.
-- No secret is stored as it is: what is random is kept as its SHA-256, passwords as argon2id, private keys encrypted.
create schema identity;
grant usage on schema identity to hub_app;
alter default privileges in schema identity grant select, insert, update, delete on tables to hub_app;

create table identity.account (
  uid text primary key,
  email text not null unique check (email = lower(email)),
  display_name text not null,
  password_hash text,
  microsoft_key text unique, -- tid.oid
  is_disabled boolean not null default false,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  -- One way in: a link with Microsoft replaces the password.
  check (password_hash is null or microsoft_key is null)
);

-- A session is alive as long as its row is there.
create table identity.session (
  sid text primary key,
  uid text not null references identity.account on delete cascade,
  secret_hash bytea not null unique, -- of the cookie
  auth_time timestamptz not null,
  refreshed_at timestamptz not null
);
create index session_by_account on identity.session (uid);
create index session_by_age on identity.session (refreshed_at);

-- The links of invitation and reset e-mails: one of a kind for an account, so a new one replaces the old.
create table identity.ticket (
  uid text not null references identity.account on delete cascade,
  kind text not null check (kind in ('invitation', 'reset')),
  secret_hash bytea not null unique,
  expires_at timestamptz not null,
  primary key (uid, kind)
);
create index ticket_by_age on identity.ticket (expires_at);

-- Failed attempts by e-mail and address; the address is empty in the count over all addresses.
create table identity.attempt (
  purpose text not null check (purpose in ('sign-in', 'reset')),
  email text not null,
  address text not null,
  failures integer not null,
  expires_at timestamptz not null,
  primary key (purpose, email, address)
);
create index attempt_by_age on identity.attempt (expires_at);

create table identity.signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  private_key bytea not null, -- AES-256-GCM under a key made from the server's secret
  signs_from timestamptz not null
);

-- A browser that is away at Microsoft. State, nonce and PKCE verifier are made from the secret in its cookie.
create table identity.microsoft_flow (
  secret_hash bytea primary key,
  return_to text not null,
  expires_at timestamptz not null
);
create index microsoft_flow_by_age on identity.microsoft_flow (expires_at);

-- A Microsoft sign-in that waits for the password of the account with its e-mail address.
create table identity.pending_link (
  secret_hash bytea primary key, -- of the cookie
  uid text not null references identity.account on delete cascade,
  microsoft_key text not null,
  expires_at timestamptz not null
);
create index pending_link_by_account on identity.pending_link (uid);
create index pending_link_by_age on identity.pending_link (expires_at);
