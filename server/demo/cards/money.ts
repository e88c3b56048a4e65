import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { carryOutDeeds, type Deed, postAgo } from '#server/demo/ledger'
import { disbursement, outside } from '#server/ledger'
import { seedCardOrders } from './card-orders.ts'
import { seedHarboursideCards, seedValleyCards } from './cards.ts'

const bank = { uid: 'super', name: 'Sam Super' }

function deposit(dollars: number, daysAgo: number, reference: string): Deed {
  const lines = [
    { account: outside('bank', 'AUD'), amount: -dollars * 100 },
    { account: disbursement, amount: dollars * 100 },
  ]
  return {
    daysAgo,
    carryOut: (tx) => postAgo(tx, daysAgo, { kind: 'Deposit', actor: bank, reference }, lines),
  }
}

/** The money Harbourside and Valley Golf give out, and the cards that it went on, sent and ordered: one history. */
export async function seedCards(platform: Transaction): Promise<void> {
  await platform.asTenant('harbourside', async (tx) => {
    await carryOutDeeds(tx, [
      deposit(50_000, 200, 'EFT 20931'),
      deposit(15_000, 150, 'EFT 21407'),
      ...(await seedHarboursideCards(tx)),
      ...(await seedCardOrders(tx)),
    ])
    await tx.run(sql`
      insert into disbursement_notice (business_id, threshold_cents, email_address)
      values (${tx.businessId}, 500000, 'finance@harbourside.example')`)
  })
  await platform.asTenant('valley-golf', async (tx) =>
    carryOutDeeds(tx, [deposit(5_000, 90, 'EFT 20977'), ...(await seedValleyCards(tx))]),
  )
}
