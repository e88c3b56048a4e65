-- The list of a business's users is in this order. A search walks it too: a business has few users, and with
-- row-level security a trigram index would not be used.
create unique index business_user_by_email on business_user (business_id, email);
