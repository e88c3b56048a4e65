import {
  IconBuildingStore,
  IconCreditCard,
  IconCalendarEvent,
  IconForms,
  IconHistory,
  IconHome,
  IconReportAnalytics,
  IconMail,
  IconSettings,
  IconShieldCheck,
  IconTruckDelivery,
  IconUserCheck,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  IconWallet,
  type Icon,
} from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { isOpenTo } from '#console/access.ts'
import { administrator, may, signedIn, superAdministrator, type Access } from '#contract/endpoint.ts'
import { keepMembers } from '#contract/members/members.ts'
import type { Me } from '#contract/access/session.ts'

/** Who comes to a page, and what its address asks for beside its path. */
export type Visit = { me: Me; search: unknown }

/**
 * What a page's file exports: the page, and what it likes to have fetched when a pointer nears a link to it.
 * What has to be there before the page is shown it answers with a promise for.
 */
export type PageModule = {
  Page: ComponentType
  preload?: (client: QueryClient, params: Record<string, string>, visit: Visit) => Promise<void> | void
}

/** A line of the menu. Neighbours in the table with the same group stand under its heading. */
export type MenuEntry = { label: string | ((me: Me) => string); icon: Icon; group?: string }

export type PageRow = {
  path: string
  /** Who may see it; the menu and the palette leave it out for everyone else. */
  access: Access
  load: () => Promise<PageModule>
  menu?: MenuEntry
}

/** Where the pages of one business start. */
export const businessPath = '/businesses/$businessId'

/** Every page, in the order of the menu: a new one is a line here. */
export const pages: readonly PageRow[] = [
  {
    path: '/businesses',
    access: superAdministrator,
    load: () => import('#features/business/businesses/businesses-page.tsx'),
    menu: { label: 'Businesses', icon: IconBuildingStore },
  },
  {
    path: '/outbox',
    access: superAdministrator,
    load: () => import('#features/messaging/outbox-page.tsx'),
    menu: { label: 'Outbox', icon: IconMail },
  },
  {
    path: businessPath,
    access: signedIn,
    load: () => import('#features/business/business-home-page.tsx'),
    menu: { label: 'Home', icon: IconHome },
  },
  {
    path: `${businessPath}/members`,
    access: may('Member.ReadDetails'),
    load: () => import('#app/member/members-page.tsx'),
    menu: {
      label: (me) => (isOpenTo(me, may('Member.Search')) ? 'Members' : 'Venues'),
      icon: IconUsersGroup,
    },
  },
  {
    path: `${businessPath}/members/new`,
    access: may('Member.ReadDetails', 'HubMembership'),
    load: () => import('#features/members/form/new-member-page.tsx'),
  },
  {
    path: `${businessPath}/members/import`,
    access: keepMembers,
    load: () => import('#features/members/import/imports-page.tsx'),
  },
  {
    path: `${businessPath}/members/import/$importId`,
    access: keepMembers,
    load: () => import('#features/members/import/import-page.tsx'),
  },
  {
    path: `${businessPath}/members/$memberId/merge`,
    access: keepMembers,
    load: () => import('#features/members/merge/merge-page.tsx'),
  },
  {
    path: `${businessPath}/members/$memberId`,
    access: may('Member.ReadDetails'),
    load: () => import('#app/member/member-page.tsx'),
  },
  {
    path: `${businessPath}/events`,
    access: may('Member.ReadDetails'),
    load: () => import('#features/events/list/events-page.tsx'),
    menu: { label: 'Events', icon: IconCalendarEvent },
  },
  {
    path: `${businessPath}/events/new`,
    access: administrator,
    load: () => import('#features/events/form/new-event-page.tsx'),
  },
  {
    path: `${businessPath}/events/$eventId`,
    access: administrator,
    load: () => import('#features/events/event-page.tsx'),
  },
  {
    path: `${businessPath}/cards`,
    access: may('Member.InviteToCard'),
    load: () => import('#features/cards/list/cards-page.tsx'),
    menu: { label: 'Cards', icon: IconCreditCard, group: 'Cards' },
  },
  {
    path: `${businessPath}/card-orders`,
    access: may('Member.InviteToCard'),
    load: () => import('#features/orders/card-orders-page.tsx'),
    menu: { label: 'Card Orders', icon: IconTruckDelivery, group: 'Cards' },
  },
  {
    path: `${businessPath}/card-orders/bureau`,
    access: superAdministrator,
    load: () => import('#features/orders/bureau/bureau-page.tsx'),
  },
  {
    path: `${businessPath}/cards/order/$cardProgramId`,
    access: may('Member.InviteToCard'),
    load: () => import('#features/orders/wizard/order-wizard-page.tsx'),
  },
  {
    path: `${businessPath}/cards/$cardId`,
    access: may('Member.InviteToCard'),
    load: () => import('#features/cards/card/card-page.tsx'),
  },
  {
    path: `${businessPath}/pass-designer`,
    access: administrator,
    load: () => import('#features/pass-designer/list/passes-page.tsx'),
    menu: { label: 'Passes', icon: IconWallet },
  },
  {
    path: `${businessPath}/pass-designer/$passConfigurationId`,
    access: administrator,
    load: () => import('#features/pass-designer/designer-page.tsx'),
  },
  {
    path: `${businessPath}/membership-requests`,
    access: may('Reporting.Membership'),
    load: () => import('#features/requests/review/membership-requests-page.tsx'),
    menu: { label: 'Membership', icon: IconUserPlus, group: 'Membership' },
  },
  {
    path: `${businessPath}/membership-requests/$sessionId`,
    access: may('Reporting.Membership'),
    load: () => import('#features/requests/review/membership-request-page.tsx'),
  },
  {
    path: `${businessPath}/membership-renewal-requests`,
    access: may('Reporting.Membership'),
    load: () => import('#features/requests/review/renewal-requests-page.tsx'),
    menu: { label: 'Renewals', icon: IconUserCheck, group: 'Membership' },
  },
  {
    path: `${businessPath}/membership-renewal-requests/reminders`,
    access: may('Reporting.Membership'),
    load: () => import('#features/requests/reminders-page.tsx'),
  },
  {
    path: `${businessPath}/membership-renewal-requests/$sessionId`,
    access: may('Reporting.Membership'),
    load: () => import('#features/requests/review/renewal-request-page.tsx'),
  },
  {
    path: `${businessPath}/request-forms`,
    access: administrator,
    load: () => import('#features/requests/forms/forms-page.tsx'),
    menu: { label: 'Forms', icon: IconForms, group: 'Membership' },
  },
  {
    path: `${businessPath}/request-forms/new`,
    access: administrator,
    load: () => import('#features/requests/forms/new-form-page.tsx'),
  },
  {
    path: `${businessPath}/request-forms/$formId`,
    access: administrator,
    load: () => import('#features/requests/forms/form-page.tsx'),
  },
  {
    path: `${businessPath}/reports`,
    access: signedIn,
    load: () => import('#features/reports/reports-page.tsx'),
    menu: { label: 'Reports', icon: IconReportAnalytics },
  },
  {
    path: `${businessPath}/reports/passes-by-member`,
    access: may('Reporting.Financial'),
    load: () => import('#features/reports/passes-by-member-page.tsx'),
  },
  {
    path: `${businessPath}/reports/finance-close-pack`,
    access: may('Reporting.Financial'),
    load: () => import('#features/reports/close-pack/finance-close-pack-page.tsx'),
  },
  {
    path: `${businessPath}/reports/cherrypay-cards-by-member`,
    access: may('Reporting.Financial'),
    load: () => import('#features/reports/cards-by-member-page.tsx'),
  },
  {
    path: `${businessPath}/reports/cherrypay-disbursement-account-transactions`,
    access: may('Reporting.Financial'),
    load: () => import('#features/reports/disbursement-transactions-page.tsx'),
  },
  {
    path: `${businessPath}/reports/membership-applications`,
    access: signedIn,
    load: () => import('#features/reports/membership-applications-page.tsx'),
  },
  {
    path: `${businessPath}/reports/membership-renewal-applications`,
    access: signedIn,
    load: () => import('#features/reports/renewal-applications-page.tsx'),
  },
  {
    path: `${businessPath}/users`,
    access: may('User.Management'),
    load: () => import('#features/access/users/users-page.tsx'),
    menu: { label: 'Users', icon: IconUsers, group: 'Portal Management' },
  },
  {
    path: `${businessPath}/roles`,
    access: may('User.Management'),
    load: () => import('#features/access/roles/roles-page.tsx'),
    menu: { label: 'Roles', icon: IconShieldCheck, group: 'Portal Management' },
  },
  {
    path: `${businessPath}/audit`,
    access: may('User.Management'),
    load: () => import('#features/audit/audit-page.tsx'),
    menu: { label: 'Audit', icon: IconHistory, group: 'Portal Management' },
  },
  {
    path: `${businessPath}/configuration`,
    access: superAdministrator,
    load: () => import('./configuration-page.tsx'),
    menu: { label: 'Business Configuration', icon: IconSettings },
  },
]
