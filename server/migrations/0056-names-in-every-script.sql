-- Membership numbers are in the order of signs, and text that one is part of had its capitals made small as far as ASCII goes:
-- Cyrillic and Greek names were kept as they are written, and never found. Only theirs are written anew.
create or replace function plain(value text) returns text
  language plpgsql immutable parallel safe strict as $$
begin
  if octet_length(value) = length(value) then return lower(value); end if;
  return lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFC)) collate "default");
end $$;
call for_each_business($$
  update member set middle_name = middle_name
  where business_id = $1 and search_text <> lower(search_text collate "default") $$);
