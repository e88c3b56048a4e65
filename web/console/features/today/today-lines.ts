import {
  IconAlertTriangle,
  IconCake,
  IconCalendarDue,
  IconCalendarEvent,
  IconCoins,
  IconFileImport,
  IconMailX,
  IconReceiptRefund,
  IconTruckDelivery,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
  type Icon,
} from '@tabler/icons-react'
import { pageHref } from '#contract/console-paths.ts'
import { daysOfWeek, patientDays, type TodayLine, type TodayLineName } from '#contract/today/today.ts'

export const icons: Readonly<Record<TodayLineName, Icon>> = {
  applications: IconUserPlus,
  renewals: IconUserCheck,
  events: IconCalendarEvent,
  due: IconCalendarDue,
  lapsed: IconUserMinus,
  birthdays: IconCake,
  funds: IconCoins,
  refunds: IconReceiptRefund,
  orders: IconTruckDelivery,
  imports: IconFileImport,
  messages: IconMailX,
  jobs: IconAlertTriangle,
}

/** Where a line leads: the list, narrowed down to what the line counts. */
export function listHref(line: TodayLineName, businessId: string): string {
  const params = { businessId }
  const members = (name: string) => pageHref('members', params, { filter: `${name}=${daysOfWeek}` })
  switch (line) {
    case 'applications':
      return pageHref('membershipRequests', params, { waiting: 'me' })
    case 'renewals':
      return pageHref('renewalRequests', params, { waiting: 'me' })
    case 'events':
      return pageHref('events', params, { tab: 'today', status: 'Published' })
    case 'due':
      return members('DueWithinDays')
    case 'lapsed':
      return members('LapsedWithinDays')
    case 'birthdays':
      return members('BirthdayWithinDays')
    case 'funds':
      return pageHref('cherrypay-disbursement-account-transactions', params)
    case 'refunds':
      return pageHref('payments', params, { for: 'CardReload', state: 'Paid' })
    case 'orders':
      return pageHref('cardOrders', params, { status: 'Ordered', placedDays: String(patientDays) })
    case 'imports':
      return pageHref('memberImports', params, { finished: String(daysOfWeek) })
    case 'messages':
      return pageHref('outbox', {}, { state: 'Failed', forBusiness: businessId })
    case 'jobs':
      return pageHref('failedJobs', {}, { state: 'Failed', forBusiness: businessId })
  }
}

/** Where one of those leads that a line names. Requests are gone through from there, one after the other. */
export function itemHref({ Line }: TodayLine, id: string, businessId: string): string {
  const inTurn = { review: 'queue' }
  if (Line === 'applications') return pageHref('membershipRequest', { businessId, sessionId: id }, inTurn)
  if (Line === 'renewals') return pageHref('renewalRequest', { businessId, sessionId: id }, inTurn)
  if (Line === 'refunds') return pageHref('payment', { businessId, paymentId: id })
  return Line === 'imports'
    ? pageHref('memberImport', { businessId, importId: id })
    : pageHref('member', { businessId, memberId: id })
}
