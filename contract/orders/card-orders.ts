import { z } from 'zod'
import { AddressComponent, addressProblem } from '#contract/business/addresses.ts'
import type { CardProgram } from '#contract/cards/card-programs.ts'
import { CardChange } from '#contract/cards/cards.ts'
import { countedPage, countedPaging, endpoint, may, paging } from '#contract/endpoint.ts'
import { Address } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { inCents, moneyText } from '#contract/values/decimals.ts'
import { Dollars } from '#contract/values/dollars.ts'
import { Instant } from '#contract/values/instants.ts'
import { isInternationalMobile, lacksCountryCode, tidyMobile } from '#contract/values/mobile.ts'
import { needed } from '#contract/words/needed.ts'

const path = '/api/cherrypay/v1/{businessId}'
const access = may('Member.InviteToCard')
const text = messages.cardOrders

export const cardOrderStatuses = ['Incomplete', 'Ordered', 'Completed', 'Cancelled', 'Archived'] as const
export const CardOrderStatus = z.enum(cardOrderStatuses, 'There is no such status.')
export type CardOrderStatus = z.infer<typeof CardOrderStatus>

/** What can be done with an order, and from where. */
export const cardOrderRules = {
  edit: ['Incomplete'],
  cancel: ['Incomplete'],
  archive: ['Ordered', 'Completed'],
  complete: ['Ordered'],
} as const satisfies Record<string, readonly CardOrderStatus[]>
export type CardOrderAction = keyof typeof cardOrderRules

/** True if this may be done with an order where it stands. */
export function canDo(action: CardOrderAction, status: CardOrderStatus): boolean {
  return (cardOrderRules[action] as readonly CardOrderStatus[]).includes(status)
}

/** Why it may not, for a tooltip: 'Only Incomplete orders can be cancelled'. */
export function whyNotOrder(action: CardOrderAction): string {
  const done = { edit: 'changed', cancel: 'cancelled', archive: 'archived', complete: 'completed' }[action]
  return `Only ${cardOrderRules[action].join(' and ')} orders can be ${done}`
}

type Bounds = Pick<CardProgram, 'MinimumInitialCardValue' | 'MaximumInitialCardValue'>

/** What is wrong with the initial balance of an ordered card; null if nothing is. The form doesn't take the bounds themselves. */
export function orderValueProblem(
  value: number,
  { MinimumInitialCardValue: least, MaximumInitialCardValue: most }: Bounds,
  { isAtBoundsAllowed }: { isAtBoundsAllowed: boolean },
): string | null {
  if (value > most || (value === most && !isAtBoundsAllowed)) return text.aboveMaximum(moneyText(most))
  if (value < least || (value === least && !isAtBoundsAllowed)) return text.belowMinimum(moneyText(least))
  return null
}

const mobileLength = 12

function mobileProblem(mobile: string): string | null {
  if (lacksCountryCode(mobile)) return messages.sendCard.mobileNeedsCountry
  if (!isInternationalMobile(mobile)) return messages.sendCard.invalidMobile
  return tidyMobile(mobile).length === mobileLength ? null : text.mobileLength
}

const name = (sentence: string) => z.string(needed(sentence)).trim().min(1, sentence).max(100)

const required = {
  firstName: 'First name is required.',
  lastName: 'Last name is required.',
  mobile: 'Mobile number is required.',
}

const ChosenAddress = z.object({
  FormattedAddress: z.string(needed(text.addressRequired)).trim().max(500),
  AddressComponents: z.array(AddressComponent).max(50),
})

/** What is wrong with an address, as it was chosen or typed; null if nothing is. */
function chosenProblem({
  FormattedAddress,
  AddressComponents,
}: z.infer<typeof ChosenAddress>): string | null {
  return FormattedAddress === '' ? text.addressRequired : addressProblem(AddressComponents)
}

const Person = z.object({
  FirstName: name(required.firstName),
  LastName: name(required.lastName),
  EmailAddress: z
    .string(needed(text.emailRequired))
    .trim()
    .toLowerCase()
    .min(1, { error: text.emailRequired, abort: true })
    .pipe(z.email(text.invalidEmail).max(320, text.invalidEmail)),
  MobileNumber: z
    .string(needed(required.mobile))
    .trim()
    .min(1, { error: required.mobile, abort: true })
    .check((context) => {
      const problem = mobileProblem(context.value)
      if (problem) context.issues.push({ code: 'custom', input: context.value, message: problem })
    })
    .transform(tidyMobile),
})

/** Who a card is for, and where it is posted. */
export const CardOrderDetails = Person.extend(ChosenAddress.shape).check((context) => {
  const problem = chosenProblem(context.value)
  const field = context.value.FormattedAddress === '' ? 'FormattedAddress' : 'AddressComponents'
  if (problem) context.issues.push({ code: 'custom', input: context.value, path: [field], message: problem })
})
export type CardOrderDetails = z.infer<typeof CardOrderDetails>

/** What a card starts with. */
export const InitialBalance = z.number(needed(text.balanceRequired)).pipe(Dollars)

/**
 * What people fill in to order a card of a program with these bounds, which the form itself doesn't take, unless there is
 * nothing between them.
 */
export function orderFieldsOf(bounds: Bounds) {
  const cents = inCents(bounds.MaximumInitialCardValue) - inCents(bounds.MinimumInitialCardValue)
  const isAtBoundsAllowed = cents < 2
  return Person.extend({
    InitialCardValue: InitialBalance.check((context) => {
      const problem = orderValueProblem(context.value, bounds, { isAtBoundsAllowed })
      if (problem) context.issues.push({ code: 'custom', input: context.value, message: problem })
    }),
    Address: ChosenAddress.check((context) => {
      const problem = chosenProblem(context.value)
      if (problem) context.issues.push({ code: 'custom', input: context.value, message: problem })
    }),
  })
}

const optional = z.string().nullable()

export const PostalAddress = Address.extend({ AddressLine3: optional })
export type PostalAddress = z.infer<typeof PostalAddress>

export const CardOrder = z.object({
  OrderId: z.string(),
  MemberId: z.string(),
  CardProgramId: z.string(),
  CardProgramDescription: z.string(),
  OrderStatus: CardOrderStatus,
  /** Null until the details are confirmed. */
  InitialCardValue: z.number().nullable(),
  /** The member's own until they are confirmed. */
  MemberDetails: z.object({
    MembershipNumber: optional,
    FirstName: z.string(),
    LastName: z.string(),
    MobileNumber: optional,
    EmailAddress: optional,
    FormattedAddress: optional,
    AddressComponents: z.array(AddressComponent),
  }),
  /** The card whose place it takes, which has the money for it; null for an order of its own. */
  ReplacesCardId: optional,
  /** Null until the details are confirmed. */
  ConfirmedPostalAddress: PostalAddress.nullable(),
  CardId: optional,
  ExternalAccountId: optional,
  /** Grows with every change of the details. */
  Revision: z.number().int(),
})
export type CardOrder = z.infer<typeof CardOrder>

/** A row of the orders. */
export const CardOrderSummary = z.object({
  BusinessId: z.string(),
  OrderId: z.string(),
  OrderDate: z.iso.datetime(),
  MembershipNumber: optional,
  /** Null if the member has been deleted. */
  MemberId: optional,
  MemberName: z.string(),
  CardProgramId: z.string(),
  CardProgramDescription: z.string(),
  OrderStatus: CardOrderStatus,
  /** The batch it went to the bureau with. */
  BatchNumber: z.number().int().nullable(),
  CardId: optional,
  ExternalAccountId: optional,
  OrderedByUser: z.string(),
  /** The card whose place it takes; null for an order of its own. */
  ReplacesCardId: optional,
  LastChange: z.object({ Description: z.string(), Date: z.iso.datetime() }),
})
export type CardOrderSummary = z.infer<typeof CardOrderSummary>

// Nobody who writes it with one l or asks for all of them is sent away.
const statusFilter = z
  .string()
  .optional()
  .transform((status) =>
    status === 'Canceled' ? 'Cancelled' : status === 'All' ? undefined : status || undefined,
  )
  .pipe(CardOrderStatus.optional())

export const cardOrdersApi = {
  /** The member's open order of the program: one is made where there is none. */
  newCardOrder: endpoint({
    method: 'GET',
    path: `${path}/members/{memberId}/cards/orders/new-order/{cardProgramId}`,
    title: 'Start a card order',
    access,
    // It is asked for to be written, never to be kept.
    shows: [],
    changes: ['order'],
    output: CardOrder,
  }),
  saveCardOrderDetails: endpoint({
    method: 'PUT',
    path: `${path}/members/{memberId}/cards/orders/{orderId}/member-details`,
    title: 'Confirm the details of a card order',
    access,
    changes: ['order'],
    withoutRevision: 'Placing the order names the revision that was seen: nothing goes out unseen.',
    body: z.object({ InitialCardValue: InitialBalance, MemberDetails: CardOrderDetails }),
    output: CardOrder,
  }),
  confirmCardOrder: endpoint({
    method: 'POST',
    path: `${path}/members/{memberId}/cards/orders/{orderId}/confirm`,
    title: 'Place a card order',
    access,
    changes: ['order', 'card', 'member', 'disbursementAccount'],
    limited: { kind: 'Cards', act: 'confirmCardOrder' },
    /** The revision that was seen; without one the order is placed as it is. */
    query: z.object({ revision: z.coerce.number().int().optional() }),
    output: CardOrder,
  }),
  /** Newest first. */
  listCardOrders: endpoint({
    method: 'GET',
    path: `${path}/card-orders`,
    title: 'Card orders',
    access,
    shows: ['order'],
    query: z.object({
      ...countedPaging,
      limit: paging.limit.unwrap().default(10),
      createdFromDate: Instant.optional(),
      /** The moment before which it was started. */
      createdToDate: Instant.optional(),
      /** Placed more than so many days of the business ago. */
      placedDays: z.coerce.number().int().min(0).max(3650).optional(),
      /** Words that all have to occur in a name, a number, an e-mail address or an order's id. */
      q: z.string().max(200).optional(),
      /** The beginning of an account's id. */
      externalAccountId: z.string().trim().max(100).optional(),
      status: statusFilter,
    }),
    output: countedPage(CardOrderSummary),
  }),
  getCardOrder: endpoint({
    method: 'GET',
    path: `${path}/card-orders/{orderId}`,
    title: 'A card order',
    access,
    shows: ['order', 'member'],
    output: CardOrder,
  }),
  cancelCardOrder: endpoint({
    method: 'POST',
    path: `${path}/card-orders/{orderId}/cancel`,
    title: 'Cancel a card order',
    access,
    changes: ['order'],
    output: CardOrder,
  }),
  archiveCardOrder: endpoint({
    method: 'POST',
    path: `${path}/card-orders/{orderId}/archive`,
    title: 'Archive a card order',
    access,
    changes: ['order', 'card', 'disbursementAccount'],
    output: CardOrder,
  }),
  /** Newest first. */
  listCardOrderHistory: endpoint({
    method: 'GET',
    path: `${path}/card-orders/{orderId}/history`,
    title: 'What happened to a card order',
    access,
    shows: ['order'],
    query: z.object(countedPaging),
    output: countedPage(CardChange),
  }),
}
