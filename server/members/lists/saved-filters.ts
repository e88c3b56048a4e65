import sql, { type Sql } from 'sql-template-tag'
import { printFilter } from '#contract/members/member-filter.ts'
import type { SavedFilter, savedFiltersApi } from '#contract/members/saved-filters.ts'
import { can, type Who } from '#platform/access'
import type { Call } from '#platform/call'
import { requireQuota } from '#platform/limits'
import { conflict, forbidden, notFound } from '#platform/refusals'

/** The user's own saved filters and those that others share, by name. */
export async function listSavedFilters({ db, who }: Call<typeof savedFiltersApi.listSavedFilters>) {
  const Results = await db.rows<SavedFilter>(sql`
    select ${filterColumns(who)} from saved_filter
    where business_id = ${db.businessId} and (owner_id = ${who.uid} or is_shared)
    order by plain(name), owner_name, saved_filter_id`)
  return { Results }
}

/** Saves a filter under a name that its owner has no other for. */
export async function saveFilter(call: Call<typeof savedFiltersApi.saveFilter>): Promise<SavedFilter> {
  const { db, who, body } = call
  await requireQuota(
    db,
    'savedFilters',
    sql`select from saved_filter where business_id = ${db.businessId} and owner_id = ${who.uid}`,
  )
  const saved = await db.maybe<SavedFilter>(sql`
    insert into saved_filter (business_id, owner_id, owner_name, name, query, is_shared)
    values (${db.businessId}, ${who.uid}, ${who.name}, ${body.Name}, ${printFilter(body.Query)}, ${body.IsShared})
    on conflict do nothing returning ${filterColumns(who)}`)
  if (!saved) throw conflict('filter_name_taken', 'You have a filter of this name already.')
  call.audit({ record: filterRecord(saved), after: filterInWords(saved) })
  return saved
}

/** Deletes a saved filter: people their own, administrators also one that is shared. */
export async function deleteSavedFilter(
  call: Call<typeof savedFiltersApi.deleteSavedFilter>,
): Promise<undefined> {
  const { db, who, params } = call
  const saved = await db.maybe<SavedFilter>(sql`
    select ${filterColumns(who)} from saved_filter
    where business_id = ${db.businessId} and saved_filter_id = ${params.filterId}
      and (owner_id = ${who.uid} or is_shared) for update`)
  if (!saved) throw notFound('The filter')
  if (!saved.CanDelete) throw forbidden('Only who saved a filter, or who manages users, can delete it.')
  await db.run(sql`
    delete from saved_filter where business_id = ${db.businessId} and saved_filter_id = ${saved.FilterId}`)
  call.audit({ record: filterRecord(saved), before: filterInWords(saved) })
}

const filterColumns = (who: Who): Sql => sql`
  saved_filter_id as "FilterId", name as "Name", query as "Query", is_shared as "IsShared",
  owner_name as "OwnerName", owner_id = ${who.uid} as "IsMine",
  (owner_id = ${who.uid} or ${can(who, 'User.Management')}::boolean) as "CanDelete"`

function filterRecord({ FilterId, Name }: SavedFilter) {
  return { kind: 'Saved filter', id: FilterId, name: Name }
}

function filterInWords({ Query, IsShared }: SavedFilter) {
  return { Filter: Query, Shared: IsShared }
}
