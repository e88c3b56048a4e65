import sql, { type Sql } from 'sql-template-tag'
import {
  type ListedOption,
  optionListLabels,
  type OptionListName,
  optionLists,
  type optionListsApi,
} from '#contract/business/option-lists.ts'
import { type TypeTerm, typeTermInWords, usualTypeTerm } from '#contract/members/type-terms.ts'
import { type Call, revisionOf } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { requireQuota } from '#platform/limits'
import { conflict, invalid, notFound, type Refusal } from '#platform/refusals'

/** The option lists of the business, each in its order, with what has been retired. */
export async function listOptionLists(call: Call<typeof optionListsApi.listOptionLists>) {
  const { db } = call
  const rows = await db.rows<OptionRow & { list: OptionListName }>(sql`
    select list, ${optionColumns} from option_list_item
    where business_id = ${db.businessId} order by list, position`)
  const byList = Map.groupBy(rows, (row) => row.list)
  return {
    Results: optionLists.map((Name) => ({ Name, Options: (byList.get(Name) ?? []).map(withRevision) })),
  }
}

/** Adds an option at the end of a list. */
export async function addOption(call: Call<typeof optionListsApi.addOption>): Promise<ListedOption> {
  const { db, params, body } = call
  const options = await listToChange(db, params.list)
  if (options.some(({ Key }) => isSame(Key, body.Key)))
    throw conflict('option_exists', 'This list has an option of this key already.')
  requireFreeName(options, body.Value)
  await requireQuota(
    db,
    'options',
    sql`select from option_list_item where business_id = ${db.businessId} and list = ${params.list}`,
  )
  const Lasting = params.list === 'MembershipType' ? usualTypeTerm : null
  const option = { ...body, IsRetired: false, Position: options.length, Lasting }
  await db.run(sql`
    insert into option_list_item (business_id, list, key, value, position)
    values (${db.businessId}, ${params.list}, ${option.Key}, ${option.Value}, ${option.Position})`)
  call.audit({
    record: optionRecord(params.list, option),
    after: { Key: option.Key, ...optionInWords(option) },
  })
  return withRevision(option)
}

/** Renames, moves, retires or brings back an option. Members keep its key, whatever becomes of it. */
export async function updateOption(call: Call<typeof optionListsApi.updateOption>): Promise<ListedOption> {
  const { db, params, body } = call
  const options = await listToChange(db, params.list)
  const before = options.find(({ Key }) => Key === params.key)
  if (!before) throw notFound('The option')
  const others = options.filter((option) => option !== before)
  const { Value = before.Value, IsRetired = before.IsRetired, Position = before.Position } = body
  if (body.Lasting && !before.Lasting) throw onlyTypesLast()
  const Lasting = body.Lasting ?? before.Lasting
  requireFreeName(others, Value)
  const after = { Key: before.Key, Value, IsRetired, Lasting, Position: Math.min(Position, others.length) }
  await db.run(sql`
    update option_list_item set value = ${Value}, is_retired = ${IsRetired}
    where business_id = ${db.businessId} and list = ${params.list} and key = ${before.Key}`)
  if (body.Lasting) await saveLasting(db, before.Key, body.Lasting)
  if (after.Position !== before.Position)
    await saveOrder(db, params.list, others.toSpliced(after.Position, 0, after))
  call.audit({
    record: optionRecord(params.list, after),
    before: optionInWords(before),
    after: optionInWords(after),
    revision: { was: withRevision(before).Revision, is: withRevision(after).Revision },
  })
  return withRevision(after)
}

/** The options `o` of a list in their order: those that are offered, or all there ever were, as far as `narrowed` says. */
export function optionsOf(
  db: Queries,
  list: OptionListName,
  { isRetiredToo, narrowed }: { isRetiredToo: boolean; narrowed: Sql },
): Promise<OptionRow[]> {
  return db.rows<OptionRow>(sql`
    select ${optionColumns} from option_list_item o
    where business_id = ${db.businessId} and list = ${list} and (${isRetiredToo} or not is_retired) ${narrowed}
    order by position`)
}

type OptionRow = Omit<ListedOption, 'Revision'>

// Its place is no part of it: that changes with the others'.
function withRevision(option: OptionRow): ListedOption {
  const { Value, IsRetired, Lasting } = option
  return {
    ...option,
    Revision: revisionOf([Value, IsRetired, ...(Lasting ? [typeTermInWords(Lasting)] : [])]),
  }
}

const optionColumns = sql`
  key as "Key", value as "Value", is_retired as "IsRetired", position as "Position",
  case when list = 'MembershipType' then jsonb_build_object('Term', term, 'GraceDays', grace_days,
    'NeverLapses', never_lapses, 'IsProRata', is_pro_rata) end as "Lasting"`

/** A list in its order, for one change at a time: two at once would give the same place twice. */
async function listToChange(tx: Transaction, list: OptionListName): Promise<OptionRow[]> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`option-list ${tx.businessId} ${list}`}, 0))`,
  )
  return tx.rows<OptionRow>(sql`
    select ${optionColumns} from option_list_item
    where business_id = ${tx.businessId} and list = ${list} order by position`)
}

async function saveLasting(tx: Transaction, key: string, lasting: TypeTerm): Promise<void> {
  const { Term, GraceDays, NeverLapses, IsProRata } = lasting
  await tx.run(sql`
    update option_list_item set term = ${Term}::jsonb, grace_days = ${GraceDays}, never_lapses = ${NeverLapses},
      is_pro_rata = ${IsProRata}
    where business_id = ${tx.businessId} and list = 'MembershipType' and key = ${key}`)
}

function onlyTypesLast(): Refusal {
  const sentence = 'Only a type of membership lasts for a time.'
  return invalid(sentence, { Lasting: sentence })
}

async function saveOrder(tx: Transaction, list: OptionListName, order: readonly OptionRow[]): Promise<void> {
  await tx.run(sql`
    update option_list_item set position = place - 1
    from unnest(${order.map(({ Key }) => Key)}::text[]) with ordinality as wanted (wanted_key, place)
    where business_id = ${tx.businessId} and list = ${list} and key = wanted_key`)
}

// Members' fields are also filled in and searched by name: two of a name could not be told apart.
function requireFreeName(others: readonly OptionRow[], name: string): void {
  if (others.some(({ Value }) => isSame(Value, name)))
    throw conflict('option_name_taken', 'This list has an option of this name already.')
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function optionRecord(list: OptionListName, { Key, Value }: Pick<ListedOption, 'Key' | 'Value'>) {
  return { kind: `${optionListLabels[list]} option`, id: `${list}/${Key}`, name: Value }
}

function optionInWords({ Value, IsRetired, Position, Lasting }: OptionRow): Record<string, unknown> {
  const lasting = Lasting && { Lasts: typeTermInWords(Lasting) }
  return { Name: Value, Retired: IsRetired, Position: Position + 1, ...lasting }
}
