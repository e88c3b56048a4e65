-- Number and birth date find a membership. Who sees or changes what is kept of a member has shown, by a link or a code to
-- a contact on file, that it is theirs; a renewal without the mark (also one begun before there was any) changes no
-- details. Of the code only a hash is kept, salted with the session's secret.
alter table request_session add proven_at timestamptz, add code_hash bytea, add code_expires_at timestamptz;
