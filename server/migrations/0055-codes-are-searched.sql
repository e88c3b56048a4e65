-- Membership numbers are looked for from their start, whatever their capitals.
create index member_number_key on member (business_id, code_key(membership_number)) where deleted_at is null;
alter index member_number_key alter column 2 set statistics 10;
-- So are external account ids of orders; and cards by the last four digits, which are all that people see of them.
create index card_order_account_key on card_order (business_id, code_key(external_account_id));
create index card_last_four on card (business_id, (right(card_number, 4)));
