-- Where a venue is, as maps tell it: phones bring passes up near it.
alter table venue
  add column latitude double precision,
  add column longitude double precision,
  add constraint venue_is_somewhere check (
    (latitude is null) = (longitude is null) and latitude between -90 and 90 and longitude between -180 and 180);

-- The venues and days of events that phones were last told of by a design that comes up for them, each as a text.
alter table pass_configuration add column comes_up_at text[];

-- A design of before comes up for neither, which is the same as its saying nothing of it.
create or replace function shown_of_design(document jsonb) returns jsonb language sql immutable as $$
  select ('{"iOSLocations": [], "iOSSharingProhibited": false, "iOSComesUpAtVenues": false, "iOSComesUpForEvents": false}'::jsonb
    || document) - array['DisplayName', 'PassUsageLimit', 'InvitationSMSMessageBodyFormat',
    'DependentOnRelatedTwoStepMembershipRequest']
$$;
create trigger passes_follow_relevance after update of comes_up_at on pass_configuration for each row
  when (new.comes_up_at is distinct from old.comes_up_at) execute function roll_out_design();
