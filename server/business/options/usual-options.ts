import sql from 'sql-template-tag'
import { type OptionListName, optionLists } from '#contract/business/option-lists.ts'
import type { Transaction } from '#platform/database'

/** The names in each list, in their order. */
export type OptionNames = Readonly<Record<OptionListName, readonly string[]>>

/** What clubs usually offer. */
export const usualOptions: OptionNames = {
  Title: ['Mr', 'Mrs', 'Ms', 'Miss', 'Dr'],
  Gender: ['Male', 'Female', 'Other'],
  MemberLevel: ['Bronze', 'Silver', 'Gold'],
  MembershipType: ['Ordinary', 'Social', 'Life'],
  Status: ['Active', 'Inactive', 'Suspended', 'Deceased'],
}

/** Fills the lists of a business that has none yet; each option's key is its name. */
export async function fillOptionLists(tx: Transaction, names: OptionNames = usualOptions): Promise<void> {
  for (const list of optionLists)
    await tx.run(sql`
      insert into option_list_item (business_id, list, key, value, position, never_lapses)
      select ${tx.businessId}, ${list}, name, name, place - 1,
        ${list} = 'MembershipType' and name in ('Life', 'Honorary')
      from unnest(${names[list]}::text[]) with ordinality as wanted (name, place)`)
}
