-- Acts have permissions of their own. A role that a business made goes on allowing what it allowed: it is granted the acts that
-- one of its permissions meant until now, and the trail says so. The roles that every business has are the software's own.
create table pg_temp.known (place int, name text, display_name text, came_with text);
insert into pg_temp.known values
  (1, 'Member.ReadDetails', 'View Member Details', null),
  (2, 'Member.Search', 'Search Members', null),
  (3, 'Member.Create', 'Create Members', 'Member.ReadDetails'),
  (4, 'Member.Edit', 'Edit Members', 'Member.ReadDetails'),
  (5, 'Member.Delete', 'Delete Members', 'Member.ReadDetails'),
  (6, 'Member.Import', 'Import Members', 'Member.ReadDetails'),
  (7, 'Member.Merge', 'Merge Members', 'Member.ReadDetails'),
  (8, 'Member.Export', 'Export Members', 'Member.Search'),
  (9, 'Member.InviteToApp', 'Invite To Digital Membership', null),
  (10, 'Member.InviteToCard', 'Invite To Card', null),
  (11, 'Reporting.Financial', 'Financial Reports', null),
  (12, 'Reporting.Membership', 'Membership Reports', null),
  (13, 'User.Management', 'Manage Users', null),
  (14, 'Loyalty.CreditPoints', 'Award Points', null),
  (15, 'Cardholder.PointsToMoney', 'Transfer Points', null),
  (16, 'Loyalty.Reverse', 'Reverse Points', null),
  (17, 'Card.Manage', 'Manage Cards', 'Member.InviteToCard'),
  (18, 'Event.Manage', 'Manage Events', null),
  (19, 'Event.Scan', 'Scan At The Door', 'Member.ReadDetails'),
  (20, 'Pass.Design', 'Design Passes', null),
  (21, 'Form.Manage', 'Manage Forms', null),
  (22, 'Request.Decide', 'Decide Requests', 'Reporting.Membership'),
  (23, 'Request.Refund', 'Refund Payments', 'Reporting.Membership'),
  (24, 'Message.Send', 'Message Many', 'Member.InviteToApp');

call for_each_business($$
  with widened as (
    select r.name, r.permissions as was, array(
      select k.name from pg_temp.known k
      where k.name = any(r.permissions) or k.came_with = any(r.permissions) order by k.place
    ) as granted
    from role r where r.business_id = $1
  ), changed as (
    update role r set permissions = w.granted from widened w
    where r.business_id = $1 and r.name = w.name and r.permissions is distinct from w.granted
    returning r.name, w.was, w.granted
  )
  insert into audit_entry (business_id, actor_id, actor_name, address, request_id, action, title,
    record_kind, record_id, record_name, before, after)
  select $1, 'hub', 'Hub', '', 'upgrade', 'saveRoles', 'Change the roles', 'Role', name, name,
    jsonb_build_object('Permissions', array(
      select k.display_name from pg_temp.known k where k.name = any(was) order by k.place)),
    jsonb_build_object('Permissions', array(
      select k.display_name from pg_temp.known k where k.name = any(granted) order by k.place),
      'Reason', 'Acts have permissions of their own since this version: the role still allows what it allowed.')
  from changed $$);
drop table pg_temp.known;
