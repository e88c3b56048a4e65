-- What the demo made that lets somebody in, by the id of the account or API key. Where the demo is off it is closed, and
-- closed_at says which of it that closed: somebody who was shut out before stays so when it is on again.
create table demo_access (
  kind text not null check (kind in ('account', 'API key')),
  id text not null,
  closed_at timestamptz,
  primary key (kind, id)
);

-- Of a demo that is there already: the accounts made in the transaction that noted they were, and so at its very moment.
insert into demo_access (kind, id)
select 'account', account.uid from identity.account
join demo_step on demo_step.name = 'accounts' and demo_step.at = account.created_at;
