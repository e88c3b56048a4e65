import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { fillOptionLists, type OptionNames, usualOptions } from '#server/business/options'

const harbourside: OptionNames = {
  Title: [...usualOptions.Title, 'Mx', 'Prof', 'Rev'],
  Gender: ['Female', 'Male', 'Non-binary', 'Other', 'Prefer not to say'],
  MemberLevel: [...usualOptions.MemberLevel, 'Platinum', 'Diamond', 'Copper'],
  MembershipType: ['Ordinary', 'Social', 'Life', 'Junior', 'Sporting', 'Pensioner', 'Staff'],
  Status: [...usualOptions.Status, 'Resigned'],
}

/** The option lists of the demo's businesses: the usual ones, and Harbourside's own, of which two are offered no more. */
export async function seedOptionLists(platform: Transaction): Promise<void> {
  for (const businessId of ['valley-golf', 'summit-bowls'])
    await platform.asTenant(businessId, (tx) => fillOptionLists(tx))
  await platform.asTenant('harbourside', async (tx) => {
    await fillOptionLists(tx, harbourside)
    await tx.run(sql`
      update option_list_item set is_retired = true
      where business_id = ${tx.businessId} and (list, key) in (('MemberLevel', 'Copper'), ('MembershipType', 'Staff'))`)
    await tx.run(sql`
      update option_list_item set grace_days = 14
      where business_id = ${tx.businessId} and list = 'MembershipType' and key in ('Ordinary', 'Social')`)
  })
}
