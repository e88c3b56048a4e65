import { IconCalendarEvent, IconCreditCard, IconUser } from '@tabler/icons-react'
import { isOpenTo } from '#console/access.ts'
import { useSearchRead, type Read } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { pageHref } from '#contract/console-paths.ts'
import type { Business } from '#contract/business/business.ts'
import { cardsApi, type CardSummary } from '#contract/cards/cards.ts'
import { atTheDoor } from '#contract/endpoint.ts'
import { eventsApi, type EventListItem } from '#contract/events/events.ts'
import { memberCodesApi } from '#contract/members/member-codes.ts'
import { membersApi, type MemberListItem } from '#contract/members/members.ts'
import { formatDays } from '#ui/text/format.ts'
import type { Jump } from './jump.ts'

// One letter would find everybody.
const shortest = 2
const limit = 5

export type RecordJumps = {
  jumps: Jump[]
  /** What was found before is still there, or nothing is yet. */
  isSearching: boolean
  /** Not all could be looked for. */
  hasFailed: boolean
}

/** The members, cards and events of a business that a text finds, of those that the user may look for. */
export function useRecordJumps(q: string, business: Business | null): RecordJumps {
  const me = useMe()
  const businessId = business?.BusinessId ?? ''
  const isWanted = business !== null && q.length >= shortest
  const inputFor = ({ access }: Pick<typeof membersApi.listMembers, 'access'>) =>
    isWanted && isOpenTo(me, access, business.LicencedHubProducts)
      ? { params: { businessId }, query: { q, limit } }
      : null
  const [ofMembers, ofCards, ofEvents] = [
    inputFor(membersApi.listMembers),
    inputFor(cardsApi.listCards),
    inputFor(eventsApi.listEvents),
  ]
  const members = useSearchRead(membersApi.listMembers, ofMembers)
  // A card number, or the code of a pass, is in no list of words. One that several have leads nowhere.
  const byCode = useSearchRead(
    memberCodesApi.findMemberByCode,
    ofMembers && { ...ofMembers, query: { code: q } },
  )
  const cards = useSearchRead(cardsApi.listCards, ofCards)
  const events = useSearchRead(eventsApi.listEvents, ofEvents)
  if (!isWanted) return { jumps: [], isSearching: false, hasFailed: false }
  const doings = {
    manages: isOpenTo(me, eventsApi.updateEvent.access),
    scans: isOpenTo(me, atTheDoor),
  }
  return {
    jumps: [
      ...eachOnce([...(byCode.data?.Results ?? []), ...(members.data?.Results ?? [])]).map((member) =>
        memberJump(businessId, member),
      ),
      ...(events.data?.Results ?? []).map((event) => eventJump(businessId, event, doings)),
      ...(cards.data?.Results ?? []).map((card) => cardJump(businessId, card)),
    ],
    isSearching:
      (ofMembers !== null && (isOnItsWay(members) || isOnItsWay(byCode))) ||
      (ofCards !== null && isOnItsWay(cards)) ||
      (ofEvents !== null && isOnItsWay(events)),
    hasFailed: Boolean(members.error ?? cards.error ?? events.error),
  }
}

function eachOnce(members: readonly MemberListItem[]): MemberListItem[] {
  return [...new Map(members.map((member) => [member.id, member])).values()]
}

function isOnItsWay({ data, error, isStale }: Read<unknown>): boolean {
  return !error && (isStale || data === undefined)
}

function memberJump(businessId: string, member: MemberListItem): Jump {
  const number = member.MembershipNumber ?? member.BadgeNumber
  return {
    label: `${member.FirstName} ${member.LastName}`,
    place: number === null ? 'Member' : `Member ${number}`,
    icon: IconUser,
    href: pageHref('member', { businessId, memberId: member.id }),
  }
}

function cardJump(businessId: string, card: CardSummary): Jump {
  return {
    label: `${card.FirstName} ${card.LastName}`,
    place: `${card.CardProgramDescription}, ${card.AccountStatus}`,
    icon: IconCreditCard,
    href: pageHref('card', { businessId, cardId: card.CardId }),
  }
}

type Doings = { manages: boolean; scans: boolean }

/** To the event; for those who only scan to its door, and for those who only see it to the list. */
function eventJump(businessId: string, event: EventListItem, doings: Doings): Jump {
  return {
    label: event.EventName,
    place: `Event, ${formatDays(event.EventStartDate, event.EventEndDate)}`,
    icon: IconCalendarEvent,
    href: eventHref(businessId, event.id, doings),
  }
}

function eventHref(businessId: string, eventId: string, { manages, scans }: Doings): string {
  if (manages) return pageHref('event', { businessId, eventId })
  if (!scans) return pageHref('events', { businessId })
  return `/scan/${encodeURIComponent(businessId)}/${encodeURIComponent(eventId)}`
}
