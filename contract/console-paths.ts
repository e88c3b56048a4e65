/** Where all pages of a business are. */
export const businessPath = '/businesses/$businessId'
const business = businessPath

/** Where the pages of the console are: whoever leads to one names it, and nothing else spells its path out. */
export const consolePaths = {
  account: '/account',
  businesses: '/businesses',
  administrators: '/administrators',
  platformAudit: '/platform-audit',
  outbox: '/outbox',
  failedJobs: '/failed-jobs',
  growth: '/growth',
  home: business,
  members: `${business}/members`,
  newMember: `${business}/members/new`,
  doubledCodes: `${business}/members/doubled-codes`,
  memberImports: `${business}/members/import`,
  memberImport: `${business}/members/import/$importId`,
  sendings: `${business}/members/invitations`,
  sending: `${business}/members/invitations/$runId`,
  mergeMember: `${business}/members/$memberId/merge`,
  member: `${business}/members/$memberId`,
  events: `${business}/events`,
  newEvent: `${business}/events/new`,
  event: `${business}/events/$eventId`,
  whoIsIn: `${business}/events/$eventId/who-is-in`,
  visitors: `${business}/visitors`,
  visitorsPrint: `${business}/visitors/print`,
  cards: `${business}/cards`,
  orderCard: `${business}/cards/order/$cardProgramId`,
  card: `${business}/cards/$cardId`,
  cardOrders: `${business}/card-orders`,
  cardBureau: `${business}/card-orders/bureau`,
  passDesigns: `${business}/pass-designer`,
  passDesign: `${business}/pass-designer/$passConfigurationId`,
  membershipRequests: `${business}/membership-requests`,
  membershipRequest: `${business}/membership-requests/$sessionId`,
  renewalRequests: `${business}/membership-renewal-requests`,
  renewalReminders: `${business}/membership-renewal-requests/reminders`,
  renewalRequest: `${business}/membership-renewal-requests/$sessionId`,
  requestForms: `${business}/request-forms`,
  newRequestForm: `${business}/request-forms/new`,
  requestForm: `${business}/request-forms/$formId`,
  payments: `${business}/payments`,
  payment: `${business}/payments/$paymentId`,
  reports: `${business}/reports`,
  // Reports are saved by these names.
  'passes-by-member': `${business}/reports/passes-by-member`,
  'finance-close-pack': `${business}/reports/finance-close-pack`,
  'cherrypay-cards-by-member': `${business}/reports/cherrypay-cards-by-member`,
  'cherrypay-disbursement-account-transactions': `${business}/reports/cherrypay-disbursement-account-transactions`,
  'membership-applications': `${business}/reports/membership-applications`,
  'membership-renewal-applications': `${business}/reports/membership-renewal-applications`,
  users: `${business}/users`,
  roles: `${business}/roles`,
  approvals: `${business}/approvals`,
  audit: `${business}/audit`,
  configuration: `${business}/configuration`,
  settings: `${business}/settings`,
} as const

export type PageName = keyof typeof consolePaths
export type PagePath = (typeof consolePaths)[PageName]

type ParamName<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never

/** What the path of a page leaves open: a text for each name that begins with a dollar sign. */
export type PageParams<Page extends PageName> = {
  readonly [Name in ParamName<(typeof consolePaths)[Page]>]: string
}

const open = /\$(\w+)/g

/** The names of what a path leaves open. */
export function pathParamsOf(path: PagePath): string[] {
  return [...path.matchAll(open)].map(([, name = '']) => name)
}

/** The address of a page of the console, with what is asked of it beside its path. */
export function pageHref<Page extends PageName>(
  page: Page,
  params: PageParams<Page>,
  search: Readonly<Record<string, string>> | string = '',
): string {
  const given: Readonly<Record<string, string>> = params
  const path = consolePaths[page].replaceAll(open, (_, name: string) => encodeURIComponent(given[name] ?? ''))
  const query = new URLSearchParams(search).toString()
  return query === '' ? path : `${path}?${query}`
}
