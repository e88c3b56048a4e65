-- How long a membership of a type lasts, and what comes after: of the list 'MembershipType' alone. Without a term of its own
-- it lasts as the form says. The defaults are for what the former version adds meanwhile.
alter table option_list_item
  add column term jsonb,
  add column grace_days integer not null default 0 check (grace_days between 0 and 366),
  add column never_lapses boolean not null default false,
  add column is_pro_rata boolean not null default false;
call for_each_business($$
  update option_list_item set never_lapses = true
  where business_id = $1 and list = 'MembershipType' and (key ~* '^(life|honorary)$'
    or value ~* '^(life|honorary)( member(ship)?)?$') $$);

-- Up to which day the members' histories tell of what the calendar alone has changed; within the next day, up to whom.
create table standing_told (
  business_id text not null references business,
  day date not null,
  after_member text not null default '',
  primary key (business_id)
);
call isolate_by_business('standing_told');
