-- Whether a browser was sent to Microsoft to have its user asked, and not just named: that alone shows that it is them. Who was
-- sent there by a version that doesn't say has shown nothing.
alter table identity.microsoft_flow add column is_proof boolean not null default false;
