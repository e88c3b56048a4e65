import sql from 'sql-template-tag'
import type { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import { passTokens, type PassValues, sampleValues } from '#contract/passes/pass-tokens.ts'
import { can } from '#platform/access'
import type { Call } from '#platform/call'
import { visibleTo } from '#server/members/record'
import { readConfiguration } from './configuration-record.ts'

/** The dynamic data that passes can show, each with a sample. */
export async function listPassTokens(call: Call<typeof passConfigurationsApi.listPassTokens>) {
  const { passConfigurationId } = call.query
  if (passConfigurationId !== undefined) await readConfiguration(call.db, passConfigurationId)
  return Object.fromEntries(
    passTokens.map(({ name, sample, label, isDate }) => [
      name,
      { SampleValue: sample, Description: label, IsDate: isDate ?? false },
    ]),
  )
}

/** So many members of the longest names are looked at. */
const looked = 50

type Longest = {
  first: string | null
  last: string | null
  full: string | null
  level: string | null
  type: string | null
}

/** Samples with the longest names there are: of the levels and types, and of the members for those who may read them. */
export async function listLongestPassValues(
  call: Call<typeof passConfigurationsApi.listLongestPassValues>,
): Promise<PassValues> {
  const { db, who } = call
  const { first, last, full, level, type } = await db.one<Longest>(sql`
    with longest as (
      select m.first_name as first, m.last_name as last from member m
      where m.business_id = ${db.businessId} and m.deleted_at is null and ${can(who, 'Member.Search')} ${visibleTo(who)}
      order by length(m.first_name) + length(m.last_name) desc limit ${looked}
    ), option as (
      select list, value from option_list_item
      where business_id = ${db.businessId} and list in ('MemberLevel', 'MembershipType')
    )
    select (select first from longest order by length(first) desc limit 1) as first,
      (select last from longest order by length(last) desc limit 1) as last,
      (select first || ' ' || last from longest limit 1) as full,
      (select value from option where list = 'MemberLevel' order by length(value) desc limit 1) as level,
      (select value from option where list = 'MembershipType' order by length(value) desc limit 1) as type`)
  const { FirstName, LastName, FullName, MemberLevel, MembershipType } = sampleValues
  return {
    ...sampleValues,
    FirstName: first ?? FirstName,
    PreferredName: first ?? FirstName,
    LastName: last ?? LastName,
    FullName: full ?? FullName,
    MemberLevel: level ?? MemberLevel,
    MembershipType: type ?? MembershipType,
  }
}
