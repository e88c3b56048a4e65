import sql from 'sql-template-tag'
import type { CardProgram } from '#contract/cards/card-programs.ts'
import type { Member } from '#contract/members/members.ts'
import type { CardOrder, cardOrdersApi } from '#contract/orders/card-orders.ts'
import { recordAudit, type Call } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import { readCardPrograms } from '#server/cards/programs'
import { lockMember } from '#server/members/record'
import { recordOrderChange, auditOrder, detailsOf, readOrder } from '#server/orders/record'

type OpenCall = Call<typeof cardOrdersApi.newCardOrder>

/**
 * The order of this program that the member has open, or a new one. The call is a GET by its specification and writes
 * all the same, so it brings its own transaction and its own entry in the audit trail.
 */
export function newCardOrder(call: OpenCall): Promise<CardOrder> {
  const { who, params } = call
  return call.db.transaction(async (tx) => {
    // Of two who ask at once the second waits here, and finds the order of the first.
    const member = await lockMember(tx, who, params.memberId)
    const program = await programToOrder(tx, params.cardProgramId)
    const orderId = (await openOrderOf(tx, member, program)) ?? (await startOrder(tx, call, member, program))
    return readOrder(tx, who, orderId)
  })
}

/** A program whose cards can be ordered; or why they can't. */
export async function programToOrder(db: Queries, cardProgramId: string): Promise<CardProgram> {
  const programs = await readCardPrograms(db)
  const program = programs.find(({ CardProgramId }) => CardProgramId === cardProgramId)
  if (!program) throw notFound('The card program')
  if (program.IsRetired)
    throw conflict(
      'program_retired',
      `${program.Description} is retired: no more of its cards can be ordered.`,
    )
  if (!program.IsPhysicalEnabled)
    throw conflict('program_not_physical', `${program.Description} has no plastic cards to order.`)
  return program
}

async function openOrderOf(tx: Transaction, member: Member, program: CardProgram): Promise<string | null> {
  const open = await tx.maybe<{ orderId: string; isUntouched: boolean }>(sql`
    select order_id as "orderId", initial_cents is null as "isUntouched" from card_order
    where business_id = ${tx.businessId} and member_id = ${member.id}
      and card_program_id = ${program.CardProgramId} and status = 'Incomplete'`)
  if (!open) return null
  if (open.isUntouched) await refresh(tx, open.orderId, member)
  return open.orderId
}

/** Nobody has confirmed anything yet: what is known of the member today counts. */
async function refresh(tx: Transaction, orderId: string, member: Member): Promise<void> {
  const details = detailsOf(member)
  await tx.run(sql`
    update card_order set membership_number = ${details.MembershipNumber}, first_name = ${details.FirstName},
      last_name = ${details.LastName}, email_address = ${details.EmailAddress},
      mobile_number = ${details.MobileNumber}, formatted_address = ${details.FormattedAddress},
      address_components = ${JSON.stringify(details.AddressComponents)}::jsonb
    where business_id = ${tx.businessId} and order_id = ${orderId}`)
}

async function startOrder(
  tx: Transaction,
  { who, origin, endpoint }: OpenCall,
  member: Member,
  program: CardProgram,
): Promise<string> {
  const details = detailsOf(member)
  const { orderId } = await tx.one<{ orderId: string }>(sql`
    insert into card_order (business_id, card_program_id, member_id, membership_number, first_name, last_name,
      email_address, mobile_number, formatted_address, address_components, ordered_by_id, ordered_by_name, last_change)
    values (${tx.businessId}, ${program.CardProgramId}, ${member.id}, ${details.MembershipNumber},
      ${details.FirstName}, ${details.LastName}, ${details.EmailAddress}, ${details.MobileNumber},
      ${details.FormattedAddress}, ${JSON.stringify(details.AddressComponents)}::jsonb, ${who.uid}, ${who.name}, '')
    returning order_id as "orderId"`)
  await recordOrderChange(tx, who, [orderId], 'Started')
  const order = await readOrder(tx, who, orderId)
  const action = { name: endpoint, title: 'Start a card order' }
  await recordAudit(tx, who, origin, action, [{ record: auditOrder(order), after: { Status: 'Incomplete' } }])
  return orderId
}
