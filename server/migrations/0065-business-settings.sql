-- What a business says of itself. The legal name is the register's, with the moment it was confirmed there; of those that are
-- here already nobody has asked yet. The former version writes none of these.
alter table business
  add column legal_name text,
  add column abn_confirmed_at timestamptz,
  add column contact_email text,
  add column contact_phone text,
  add column website text,
  add column postal_address text,
  add column colour text check (colour ~ '^#[0-9a-f]{6}$'),
  add column logo_file_id text,
  -- Each points to the other: a picture that is thrown away with all that a business has leaves the business without one.
  add foreign key (business_id, logo_file_id) references file on delete set null (logo_file_id);
