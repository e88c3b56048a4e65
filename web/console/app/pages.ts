import {
  IconCash,
  IconCreditCard,
  IconCalendarEvent,
  IconForms,
  IconHistory,
  IconHome,
  IconReportAnalytics,
  IconSettings,
  IconShieldCheck,
  IconSignature,
  IconTruckDelivery,
  IconUserCheck,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react'
import { isOpenTo, isTied } from '#console/access.ts'
import { consolePaths } from '#contract/console-paths.ts'
import {
  approvalAccess,
  mayImportMembers,
  mayMergeMembers,
  readCards,
  readEvents,
  readRequests,
} from '#contract/access/shared-reads.ts'
import { may, mayToMember, signedIn, superAdministrator } from '#contract/endpoint.ts'
import type { PageRow } from './page-row.ts'
import { platformPages } from './platform-pages.ts'
import { reportPages } from './report-pages.ts'

/** Every page, in the order of the menu: a new one is a line here. */
export const pages: readonly PageRow[] = [
  {
    path: consolePaths.account,
    access: signedIn,
    load: () => import('#features/account/account-page.tsx'),
  },
  ...platformPages,
  {
    path: consolePaths.home,
    access: signedIn,
    load: () => import('#app/home-page.tsx'),
    menu: { label: 'Home', icon: IconHome },
  },
  {
    path: consolePaths.members,
    access: may('Member.ReadDetails'),
    load: () => import('#app/member/members-page.tsx'),
    menu: {
      label: (me) => (isOpenTo(me, may('Member.Search')) ? 'Members' : 'Venues'),
      icon: IconUsersGroup,
    },
  },
  {
    path: consolePaths.newMember,
    access: may('Member.Create', 'HubMembership'),
    load: () => import('#features/members/form/new-member-page.tsx'),
  },
  {
    path: consolePaths.doubledCodes,
    access: mayToMember('Member.Edit', 'HubMembership'),
    load: () => import('#features/members/codes/doubled-codes-page.tsx'),
  },
  {
    path: consolePaths.memberImports,
    access: mayImportMembers,
    load: () => import('#features/members/import/imports-page.tsx'),
  },
  {
    path: consolePaths.memberImport,
    access: mayImportMembers,
    load: () => import('#features/members/import/import-page.tsx'),
  },
  {
    path: consolePaths.sendings,
    access: may('Message.Send'),
    load: () => import('#features/passes/sending/sendings-page.tsx'),
  },
  {
    path: consolePaths.sending,
    access: may('Message.Send'),
    load: () => import('#features/passes/sending/sending-page.tsx'),
  },
  {
    path: consolePaths.mergeMember,
    access: mayMergeMembers,
    load: () => import('#features/members/merge/merge-page.tsx'),
  },
  {
    path: consolePaths.member,
    access: may('Member.ReadDetails'),
    load: () => import('#app/member/member-page.tsx'),
  },
  {
    path: consolePaths.events,
    access: readEvents,
    load: () => import('#features/events/list/events-page.tsx'),
    menu: { label: 'Events', icon: IconCalendarEvent },
  },
  {
    path: consolePaths.newEvent,
    access: may('Event.Manage'),
    load: () => import('#features/events/form/new-event-page.tsx'),
  },
  {
    path: consolePaths.event,
    access: may('Event.Manage'),
    load: () => import('#features/events/event-page.tsx'),
  },
  {
    path: consolePaths.whoIsIn,
    access: may('Event.Scan'),
    load: () => import('#features/events/attendance/who-is-in-page.tsx'),
  },
  {
    path: consolePaths.visitors,
    access: may('Event.Manage'),
    load: () => import('#features/visitors/visitors-page.tsx'),
    menu: { label: 'Visitors', icon: IconSignature },
  },
  {
    path: consolePaths.visitorsPrint,
    access: may('Event.Manage'),
    load: () => import('#features/visitors/print-page.tsx'),
  },
  {
    path: consolePaths.cards,
    access: readCards,
    load: () => import('#features/cards/list/cards-page.tsx'),
    menu: { label: 'Cards', icon: IconCreditCard, group: 'Cards' },
  },
  {
    path: consolePaths.cardOrders,
    access: may('Member.InviteToCard'),
    load: () => import('#features/orders/card-orders-page.tsx'),
    menu: { label: 'Card Orders', icon: IconTruckDelivery, group: 'Cards' },
  },
  {
    path: consolePaths.cardBureau,
    access: superAdministrator,
    load: () => import('#features/orders/bureau/bureau-page.tsx'),
  },
  {
    path: consolePaths.orderCard,
    access: may('Member.InviteToCard'),
    load: () => import('#features/orders/wizard/order-wizard-page.tsx'),
  },
  {
    path: consolePaths.card,
    access: readCards,
    load: () => import('#features/cards/card/card-page.tsx'),
  },
  {
    path: consolePaths.passDesigns,
    access: may('Pass.Design'),
    load: () => import('#features/pass-designer/list/passes-page.tsx'),
    menu: { label: 'Passes', icon: IconWallet },
  },
  {
    path: consolePaths.passDesign,
    access: may('Pass.Design'),
    load: () => import('#features/pass-designer/designer-page.tsx'),
  },
  {
    path: consolePaths.membershipRequests,
    access: readRequests,
    load: () => import('#features/requests/review/membership-requests-page.tsx'),
    menu: {
      label: 'Membership',
      icon: IconUserPlus,
      group: 'Membership',
      count: async () => (await import('#features/bell/counts.tsx')).ApplicationsCount,
    },
  },
  {
    path: consolePaths.membershipRequest,
    access: readRequests,
    load: () => import('#features/requests/review/membership-request-page.tsx'),
  },
  {
    path: consolePaths.renewalRequests,
    access: readRequests,
    load: () => import('#features/requests/review/renewal-requests-page.tsx'),
    menu: {
      label: 'Renewals',
      icon: IconUserCheck,
      group: 'Membership',
      count: async () => (await import('#features/bell/counts.tsx')).RenewalsCount,
    },
  },
  {
    path: consolePaths.renewalReminders,
    access: readRequests,
    load: () => import('#features/requests/reminders-page.tsx'),
  },
  {
    path: consolePaths.renewalRequest,
    access: readRequests,
    load: () => import('#features/requests/review/renewal-request-page.tsx'),
  },
  {
    path: consolePaths.requestForms,
    access: may('Form.Manage'),
    load: () => import('#features/requests/forms/forms-page.tsx'),
    menu: { label: 'Forms', icon: IconForms, group: 'Membership' },
  },
  {
    path: consolePaths.newRequestForm,
    access: may('Form.Manage'),
    load: () => import('#features/requests/forms/new-form-page.tsx'),
  },
  {
    path: consolePaths.requestForm,
    access: may('Form.Manage'),
    load: () => import('#features/requests/forms/form-page.tsx'),
  },
  ...reportPages,
  {
    path: consolePaths.payments,
    access: may('Reporting.Financial'),
    load: () => import('#features/payments/payments-page.tsx'),
    menu: { label: 'Payments', icon: IconCash },
  },
  {
    path: consolePaths.payment,
    access: may('Reporting.Financial'),
    load: () => import('#features/payments/payment-page.tsx'),
  },
  {
    path: consolePaths.approvals,
    access: approvalAccess,
    load: () => import('#features/approvals/approvals-page.tsx'),
    menu: {
      label: 'Approvals',
      icon: IconUserCheck,
      count: async () => (await import('#features/bell/counts.tsx')).ApprovalsCount,
    },
  },
  {
    path: consolePaths.users,
    access: may('User.Management'),
    load: () => import('#features/access/users/users-page.tsx'),
    menu: { label: 'Users', icon: IconUsers, group: 'Portal Management' },
  },
  {
    path: consolePaths.roles,
    access: may('User.Management'),
    load: () => import('#features/access/roles/roles-page.tsx'),
    menu: { label: 'Roles', icon: IconShieldCheck, group: 'Portal Management' },
  },
  {
    path: consolePaths.reports,
    access: signedIn,
    load: () => import('#features/reports/reports-page.tsx'),
    menu: {
      label: 'Reports',
      icon: IconReportAnalytics,
      // Everybody has reports: who has nothing else of the group finds them without its heading.
      group: (me) => (isOpenTo(me, may('User.Management')) ? 'Portal Management' : null),
    },
  },
  {
    path: consolePaths.audit,
    access: may('User.Management'),
    load: () => import('#features/audit/audit-page.tsx'),
    menu: { label: 'Audit', icon: IconHistory, group: 'Portal Management' },
  },
  {
    // Others have it under Business Configuration.
    path: consolePaths.settings,
    access: may('User.Management'),
    load: () => import('#features/business/settings/settings-page.tsx'),
    menu: { label: 'Business Settings', icon: IconSettings, group: 'Portal Management', isFor: isTied },
  },
  {
    path: consolePaths.configuration,
    access: superAdministrator,
    load: () => import('./configuration-page.tsx'),
    menu: { label: 'Business Configuration', icon: IconSettings },
  },
]
