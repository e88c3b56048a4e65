import {
  IconCalendarEvent,
  IconCreditCard,
  IconForms,
  IconReportAnalytics,
  IconUser,
  IconUserPlus,
  IconWallet,
  type Icon,
} from '@tabler/icons-react'
import { recentsOf } from '#console/recents.ts'
import { useMe } from '#console/session.ts'
import type { Business } from '#contract/business/business.ts'
import type { Jump } from './jump.ts'

const kinds: Readonly<Record<string, readonly [string, Icon]>> = {
  members: ['Member', IconUser],
  events: ['Event', IconCalendarEvent],
  cards: ['Card', IconCreditCard],
  'membership-requests': ['Membership request', IconUserPlus],
  'membership-renewal-requests': ['Renewal request', IconUserPlus],
  'request-forms': ['Form', IconForms],
  'pass-designer': ['Pass', IconWallet],
  reports: ['Report', IconReportAnalytics],
}

/** What the user has opened last in a business, on this device. */
export function useRecentJumps(business: Business | null): Jump[] {
  const { Uid } = useMe()
  if (!business) return []
  return recentsOf(Uid, business.BusinessId).map(({ href, label }) => {
    const [kind, icon] = kinds[href.split('/')[3] ?? ''] ?? ['Page', IconUser]
    return { key: href, href, label, icon, place: `${kind}, opened lately` }
  })
}
