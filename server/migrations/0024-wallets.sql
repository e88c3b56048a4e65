-- Passes in people's wallets: where they are installed, and what the wallets have yet to be told.

-- What this installation has made for itself to sign with where the settings name nothing, sealed with its secret.
create table wallet_keys (
  name text primary key,
  sealed bytea not null
);

-- Devices that carry a pass in Apple Wallet, and how to reach them.
create table apple_registration (
  business_id text not null,
  pass_id text not null,
  device_id text not null,
  push_token text not null,
  created_at timestamptz not null default now(),
  primary key (business_id, pass_id, device_id),
  foreign key (business_id, pass_id) references pass
);
-- A device asks for all its passes, of whatever businesses.
call isolate_by_business('apple_registration', open_to_platform => true);
create index apple_registration_of_device on apple_registration (device_id, business_id, pass_id);
create index apple_registration_by_token on apple_registration (business_id, push_token);

-- Passes that somebody has asked to save to Google Wallet.
create table google_pass (
  business_id text not null,
  pass_id text not null,
  saved_at timestamptz not null default now(),
  primary key (business_id, pass_id),
  foreign key (business_id, pass_id) references pass
);
call isolate_by_business('google_pass');

-- The designs as Google last heard of them: one that is the same isn't sent again.
create table google_design (
  business_id text not null,
  pass_configuration_id text not null,
  content_hash bytea not null,
  primary key (business_id, pass_configuration_id),
  foreign key (business_id, pass_configuration_id) references pass_configuration
);
call isolate_by_business('google_design');

-- What wallets have yet to be told.
create table wallet_news (
  business_id text not null,
  wallet text not null check (wallet in ('apple', 'google')),
  pass_id text not null,
  -- A pass that changes again while it is being told stays here, by its later moment.
  queued_at timestamptz not null default clock_timestamp(),
  -- Until when a job has it in hand; should that job be lost, another takes it up.
  taken_until timestamptz,
  primary key (business_id, wallet, pass_id),
  foreign key (business_id, pass_id) references pass
);
call isolate_by_business('wallet_news', open_to_platform => true);
create index wallet_news_oldest on wallet_news (business_id, wallet, queued_at);
