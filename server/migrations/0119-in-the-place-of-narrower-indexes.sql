-- Those of 0117 begin with the same columns, and serve what these did.
drop index member_by_financial_date;
drop index card_offers_due;
drop index card_expiries_due;
-- The one of 0075 does, in the order of the passes.
drop index pass_of_configuration;
