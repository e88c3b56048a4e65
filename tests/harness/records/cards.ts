import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { api } from '#contract'
import type { CardType, NonMemberCardRequest } from '#contract/cards/card-issue.ts'
import { inDays } from '#tests/days.ts'
import { people, type TestHub } from '#tests/hub.ts'
import { readOutbox } from './outbox.ts'

const businessId = 'harbourside'

/** Somebody who is no member, and the card they get. */
export const stranger: z.input<typeof NonMemberCardRequest> = {
  FirstName: 'Harriet',
  LastName: 'Vale',
  MobileNumber: '+61491570150',
  EmailAddress: 'harriet@example.org',
  InitialCardValue: 50,
  OfferExpiryDate: inDays(20),
}

/** The id of a demo program. */
export async function programId(hub: TestHub, description: string): Promise<string> {
  const { rows } = await hub.owner.query<{ id: string }>(
    'select card_program_id as id from card_program where description = $1',
    [description],
  )
  return rows[0]!.id
}

type Sending = { who?: string; type?: CardType; headers?: Record<string, string> }

/** Sends a card to somebody who is no member: a Harbourside Gift Card, if nothing else is said. */
export async function send(
  hub: TestHub,
  given: Partial<typeof stranger> = {},
  { who = people.admin, type = 'instantgift', headers = {} }: Sending = {},
) {
  const CardProgramId = await programId(hub, 'Harbourside Gift Card')
  return hub.as(who)(api.issueNonMemberCard, {
    params: { businessId, cardType: type },
    body: { ...stranger, CardProgramId, ...given },
    headers,
  })
}

/** The messages that went to somebody, newest first. */
export function messagesTo(hub: TestHub, recipient: string) {
  return readOutbox(hub.owner, hub.secret, recipient)
}

/** The code in the newest message to somebody. */
export async function codeFor(hub: TestHub, recipient: string): Promise<string> {
  const [message] = await messagesTo(hub, recipient)
  return /\/claim\/(\S+)/.exec(message!.body)![1]!
}

/** A secret as the browser of a holder makes it. */
export const newHolderSecret = () => randomBytes(32).toString('base64url')

let holders = 0

/** Sends a card to somebody new and claims it; tells its id and what was answered. */
export async function claimedCard(hub: TestHub, given: Partial<typeof stranger> = {}, sending?: Sending) {
  const EmailAddress = `holder${++holders}@example.org`
  const { body: card } = await send(hub, { ...given, EmailAddress }, sending)
  const code = await codeFor(hub, EmailAddress)
  const Secret = newHolderSecret()
  const { body } = await hub.as(null)(api.claimCard, { params: { code }, body: { Secret } })
  return { cardId: card.CardId, claimed: body, code, Secret, EmailAddress }
}

/** What the disbursement account has, in dollars. */
export async function fundsOf(hub: TestHub) {
  const { body } = await hub.as(people.superAdmin)(api.getDisbursementAccount, { params: { businessId } })
  return { available: body.FundsAvailable, held: body.FundsHeld }
}
