import {
  IconCalendarEvent,
  IconCreditCard,
  IconForms,
  IconTruckDelivery,
  IconUser,
  IconUserCircle,
  IconUserPlus,
} from '@tabler/icons-react'
import { isOpenTo } from '#console/access.ts'
import { useSearchRead, type Read } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { usersApi, type User } from '#contract/access/users.ts'
import type { Business } from '#contract/business/business.ts'
import { cardsApi, type CardSummary } from '#contract/cards/cards.ts'
import { pageHref } from '#contract/console-paths.ts'
import { doorPath } from '#contract/door-path.ts'
import { atTheDoor, type Access } from '#contract/endpoint.ts'
import { eventsApi, type EventListItem } from '#contract/events/events.ts'
import { memberCodesApi } from '#contract/members/member-codes.ts'
import { membersApi, type FoundMember } from '#contract/members/members.ts'
import { cardOrdersApi, type CardOrderSummary } from '#contract/orders/card-orders.ts'
import { requestFormsApi, type FormListItem } from '#contract/requests/request-forms.ts'
import { type MembershipRequest, type RenewalRequest, requestsApi } from '#contract/requests/requests.ts'
import { formatDate, formatDays } from '#ui/text/format.ts'
import type { Jump } from './jump.ts'

// One letter would find everybody.
export const shortest = 2
export const limit = 5

export type RecordJumps = {
  jumps: Jump[]
  /** What was found before is still there, or nothing is yet. */
  isSearching: boolean
  /** Not all could be looked for. */
  hasFailed: boolean
}

type Search = { q: string; business: Business | null }
/** A list that takes words to look for. */
type Searched = { readonly access: Access }

/** What a list finds for those who may read it, each as a jump. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- who calls it says what the list has.
function useFound<Item>(
  row: Searched,
  { q, business }: Search,
  jumpOf: (item: Item) => Jump,
  query?: object,
) {
  const me = useMe()
  const isWanted =
    business !== null && q.length >= shortest && isOpenTo(me, row.access, business.LicencedHubProducts)
  const read = useSearchRead(
    // They differ in what they find alone.
    row as typeof membersApi.listMembers,
    isWanted ? { params: { businessId: business.BusinessId }, query: query ?? { q, limit } } : null,
  )
  const items = isWanted ? ((read.data?.Results ?? []) as unknown as Item[]) : []
  return {
    jumps: items.map(jumpOf),
    isSearching: isWanted && isOnItsWay(read),
    hasFailed: isWanted && read.error !== null,
  }
}

/** The records of a business that a text finds, of those that the user may look for. */
export function useRecordJumps(q: string, business: Business | null): RecordJumps {
  const me = useMe()
  const businessId = business?.BusinessId ?? ''
  const search = { q, business }
  const doings = { manages: isOpenTo(me, eventsApi.updateEvent.access), scans: isOpenTo(me, atTheDoor) }
  // A card number, or the code of a pass, is in no list of words. One that several have leads nowhere.
  const byCode = useFound<FoundMember>(
    memberCodesApi.findMemberByCode,
    search,
    (member) => ({ ...memberJump(businessId, member, q), isExact: true }),
    { code: q },
  )
  const others = [
    useFound<FoundMember>(membersApi.listMembers, search, (member) => memberJump(businessId, member, q)),
    useFound<EventListItem>(eventsApi.listEvents, search, (event) => eventJump(businessId, event, doings)),
    useFound<CardSummary>(cardsApi.listCards, search, (card) => cardJump(businessId, card, q)),
    useFound<CardOrderSummary>(cardOrdersApi.listCardOrders, search, (order) => orderJump(businessId, order)),
    useFound<MembershipRequest>(requestsApi.listMembershipRequests, search, (request) =>
      requestJump(businessId, 'membershipRequest', request),
    ),
    useFound<RenewalRequest>(requestsApi.listRenewalRequests, search, (request) =>
      requestJump(businessId, 'renewalRequest', request),
    ),
    useFound<User>(usersApi.listUsers, search, (user) => userJump(businessId, user, q)),
    useFound<FormListItem>(requestFormsApi.listRequestForms, search, (form) => formJump(businessId, form)),
  ]
  return {
    jumps: [...byCode.jumps, ...others.flatMap(({ jumps }) => jumps)],
    isSearching: byCode.isSearching || others.some(({ isSearching }) => isSearching),
    hasFailed: others.some(({ hasFailed }) => hasFailed),
  }
}

export function isOnItsWay({ data, error, isStale }: Read<unknown>): boolean {
  return !error && (isStale || data === undefined)
}

/** What tells a member from others of the same name. */
export function memberPlace(member: FoundMember): string {
  const number = member.MembershipNumber ?? member.BadgeNumber
  return [
    number === null ? 'Member' : `Member ${number}`,
    member.BirthDate && `born ${formatDate(member.BirthDate)}`,
    member.Suburb,
    member.Standing,
  ]
    .filter(Boolean)
    .join(', ')
}

const to = (href: string) => ({ key: href, href })
const isSame = (one: string | null, q: string) => one !== null && one.toLowerCase() === q.toLowerCase()

function memberJump(businessId: string, member: FoundMember, q: string): Jump {
  return {
    ...to(pageHref('member', { businessId, memberId: member.id })),
    label: `${member.FirstName} ${member.LastName}`,
    place: memberPlace(member),
    icon: IconUser,
    isExact: isSame(member.MembershipNumber, q) || isSame(member.BadgeNumber, q),
  }
}

function cardJump(businessId: string, card: CardSummary, q: string): Jump {
  return {
    ...to(pageHref('card', { businessId, cardId: card.CardId })),
    label: `${card.FirstName} ${card.LastName}`,
    place: `${card.CardProgramDescription}, ${card.AccountStatus}`,
    icon: IconCreditCard,
    isExact: isSame(card.ExternalAccountId, q),
  }
}

function orderJump(businessId: string, order: CardOrderSummary): Jump {
  return {
    ...to(pageHref('cardOrders', { businessId }, { order: order.OrderId })),
    label: order.MemberName,
    place: `Order of ${formatDate(order.OrderDate)}, ${order.OrderStatus}`,
    icon: IconTruckDelivery,
  }
}

function requestJump(
  businessId: string,
  page: 'membershipRequest' | 'renewalRequest',
  {
    SessionId: sessionId,
    DisplayName,
    RequestSubmittedDateTime: at,
    NextStep,
  }: MembershipRequest | RenewalRequest,
): Jump {
  const kind = page === 'membershipRequest' ? 'Application' : 'Renewal'
  return {
    ...to(pageHref(page, { businessId, sessionId })),
    label: DisplayName ?? 'Request',
    place: `${kind} of ${formatDate(at)}, ${NextStep}`,
    icon: IconUserPlus,
  }
}

function userJump(businessId: string, user: User, q: string): Jump {
  return {
    ...to(pageHref('users', { businessId }, { q: user.Email })),
    label: user.DisplayName,
    place: `User, ${user.Email}`,
    icon: IconUserCircle,
    isExact: isSame(user.Email, q),
  }
}

function formJump(businessId: string, form: FormListItem): Jump {
  return {
    ...to(pageHref('requestForm', { businessId, formId: form.FormId })),
    label: form.DisplayName,
    place: `Form, ${form.IsOpen ? 'open' : 'closed'}`,
    icon: IconForms,
  }
}

type Doings = { manages: boolean; scans: boolean }

/** To the event; for those who only scan to its door, and for those who only see it to the list. */
function eventJump(businessId: string, event: EventListItem, doings: Doings): Jump {
  return {
    key: `event ${event.id}`,
    label: event.EventName,
    place: `Event, ${formatDays(event.EventStartDate, event.EventEndDate)}`,
    icon: IconCalendarEvent,
    href: eventHref(businessId, event.id, doings),
  }
}

function eventHref(businessId: string, eventId: string, { manages, scans }: Doings): string {
  if (manages) return pageHref('event', { businessId, eventId })
  if (!scans) return pageHref('events', { businessId })
  return doorPath(businessId, eventId)
}
