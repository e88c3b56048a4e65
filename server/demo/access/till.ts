import sql from 'sql-template-tag'
import { type CardStatus, cardStatusLabels } from '#contract/cards/card-status.ts'
import type { SingleQueries } from '#platform/database'

/** The business whose till it is. */
export const tillBusiness = 'harbourside'

/** The secret of the key with which the demo's toy till works; everybody knows it. */
export const demoTillSecret = 'hub_demo-till-at-the-main-bar'

/** What the toy till of the demo works with, and numbers to try: a card of each state, one to be reloaded, a member, and a digital card. */
export async function demoTill({ db }: { db: SingleQueries }) {
  const cards = await db.forTenant(tillBusiness).rows<{ status: CardStatus; code: string }>(sql`
    select distinct on (status) status, card_number as code from card
    where business_id = ${tillBusiness} and card_number is not null
    order by status, created_at`)
  const passes = await db.forTenant(tillBusiness).rows<{ code: string }>(sql`
    select coupon_code as code from pass_now
    where business_id = ${tillBusiness} and pass_configuration_id = 'member-card' and state = 'Active'
    order by created_at, pass_id limit 1`)
  const reloadable = await db.forTenant(tillBusiness).rows<{ code: string }>(sql`
    select c.card_number as code from card c
    join card_program p on p.business_id = c.business_id and p.card_program_id = c.card_program_id
    where c.business_id = ${tillBusiness} and c.status = 'Active' and p.program_type = 'Reloadable'
      and not c.card_number = any(${cards.map(({ code }) => code)})
    order by c.created_at limit 1`)
  return {
    BusinessId: tillBusiness,
    Secret: demoTillSecret,
    Codes: [
      ...cards.map(({ status, code }) => ({
        Label: `Card, ${cardStatusLabels[status].toLowerCase()}`,
        Code: code,
      })),
      ...reloadable.map(({ code }) => ({ Label: 'Card, reloadable', Code: code })),
      { Label: 'Member', Code: '10001' },
      ...passes.map(({ code }) => ({ Label: 'Digital card', Code: code })),
    ],
  }
}
