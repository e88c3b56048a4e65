-- The designs of wallet passes. A design is one document, checked by the contract on its way in.
create table pass_configuration (
  business_id text not null references business,
  pass_configuration_id text not null default gen_random_uuid(),
  document jsonb not null,
  -- Grows with every save of the document: a save that started from an older one is refused.
  version integer not null default 1,
  display_name text not null generated always as (document ->> 'DisplayName') stored,
  -- When the design last changed, its pictures included.
  updated_at timestamptz not null default now(),
  updated_by_name text not null,
  primary key (business_id, pass_configuration_id)
);
call isolate_by_business('pass_configuration');
create index pass_configuration_by_name on pass_configuration (business_id, lower(display_name), pass_configuration_id);

-- The pictures of a design: files, because wallets and patrons fetch them without an account.
create table pass_image (
  business_id text not null,
  pass_configuration_id text not null,
  image_type text not null,
  file_id text not null,
  primary key (business_id, pass_configuration_id, image_type),
  foreign key (business_id, pass_configuration_id) references pass_configuration,
  foreign key (business_id, file_id) references file
);
call isolate_by_business('pass_image');

-- Whoever designs a pass wants to see the longest names it will have to show.
create index member_longest_names on member
  (business_id, (length(first_name) + length(last_name)) desc) where deleted_at is null;
