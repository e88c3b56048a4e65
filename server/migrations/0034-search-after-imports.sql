-- What an import adds to the trigram index waits in a list that every search goes through, until the next vacuum, which
-- may be far: so an import has it put in its place.
create function settle_member_search() returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.gin_clean_pending_list('public.member_search_text'::regclass);
end $$;
revoke all on function settle_member_search from public;
grant execute on function settle_member_search to hub_app;
