import { z } from 'zod'
import { CardProgramType } from '#contract/cards/card-programs.ts'
import { countedPage, countedPaging, endpoint, file, may, paging } from '#contract/endpoint.ts'
import { requestOutcomes } from '#contract/requests/decisions.ts'
import { NextStep } from '#contract/requests/requests.ts'
import { Instant } from '#contract/values/instants.ts'
import { TimeZone } from '#contract/values/time-zones.ts'

const path = '/api/cherrypay/v1/{businessId}'
/** What is about money. */
export const financial = { access: may('Reporting.Financial'), mayLag: true } as const
const membership = { access: may('Reporting.Membership'), mayLag: true } as const

const text = z.string().nullable()
const instant = z.iso.datetime()
const money = z.number()

/** What a report can be saved as. */
export const fileFormats = ['csv', 'xlsx'] as const
export const FileFormat = z.enum(fileFormats)
export type FileFormat = z.infer<typeof FileFormat>

/** The zone that days are counted and instants told in; without one it is the business's. */
export const timeZone = TimeZone.optional()

/** So many at a time: ten, unless somebody wants more. */
export const rows = { ...paging, limit: paging.limit.unwrap().default(10) }
/** From this moment on, and until before that one. */
const days = { startDate: Instant.optional(), endDate: Instant.optional() }
const id = z.string().max(100).optional()

const cardsFilters = { ...days, cardProgramId: id }
const applicationFilters = {
  ...days,
  registrationFormConfigurationId: id,
  isFinalised: z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => value && value === 'true'),
}
const renewalFilters = { ...days, membershipRenewalFormConfigurationId: id }
const asFile = { timeZone }

/** What the weeks before now had, the oldest first. */
const Trend = z.array(z.number())

export const Kpi = z.object({
  CardIssuedCount: z.number(),
  /** Null where there was none yet; so are the other days. */
  CardLastIssuedDaysAgo: z.number().nullable(),
  CardInitialFundValue: money,
  FundsTransferredValue: money,
  FundsTransferredCount: z.number(),
  FundsLastTransferredDaysAgo: z.number().nullable(),
  PointsTransferredValue: z.number(),
  PointsTransferredCount: z.number(),
  PointsLastTransferredDaysAgo: z.number().nullable(),
  /** The last 12 weeks: of the funds what there was at the end of each, of the others what was added in it. */
  Trends: z.object({
    FundsAvailable: Trend,
    CardIssuedCount: Trend,
    CardInitialFundValue: Trend,
    FundsTransferredValue: Trend,
    PointsTransferredValue: Trend,
  }),
})
export type Kpi = z.infer<typeof Kpi>

export const CardByMember = z.object({
  CardId: z.string(),
  Email: text,
  FirstName: z.string(),
  LastName: z.string(),
  Phone: text,
  MembershipNumber: text,
  MembershipType: text,
  MembershipLevel: text,
  ExternalAccountId: text,
  CardProgramType,
  CardCreatedDateTime: instant,
  CardIssuedByUser: z.string(),
  InitialCardValue: money,
})
export type CardByMember = z.infer<typeof CardByMember>

/** Who asked, when, and how to reach them. */
const requestOfPatron = {
  SessionId: z.string(),
  RequestSubmittedDateTime: instant,
  MemberId: text,
  FirstName: text,
  LastName: text,
  BirthDate: text,
  MobileNumber: text,
  EmailAddress: text,
}

export const MembershipApplication = z.object({
  ...requestOfPatron,
  RegistrationFormConfigurationName: z.string(),
  MembershipNumber: text,
  SubmissionAccepted: z.boolean().nullable(),
  FinalisedDate: instant.nullable(),
  FinalisedByUser: text,
})
export type MembershipApplication = z.infer<typeof MembershipApplication>

export const RenewalApplication = z.object({
  ...requestOfPatron,
  MembershipRenewalFormConfigurationName: z.string(),
  NextStep,
  /** What was decided; null as long as nothing is. */
  Outcome: z.enum(requestOutcomes).nullable(),
  ErrorMessage: text,
  RenewalFeeFullFeeDescription: text,
  SelectedRenewalFeeItemDescriptions: text,
  TotalAmountPaid: money.nullable(),
  TotalTaxAmount: money.nullable(),
  TotalAmountPaidIncludingTax: money.nullable(),
  PaymentDate: instant.nullable(),
  PaymentProviderPaymentId: text,
})
export type RenewalApplication = z.infer<typeof RenewalApplication>

export const PassByMember = z.object({
  BusinessId: z.string(),
  MemberId: z.string(),
  MembershipNumber: text,
  FirstName: z.string(),
  LastName: z.string(),
  BirthDate: text,
  MembershipType: text,
  MemberLevel: text,
  EmailAddress: text,
  MobileNumber: text,
  PhoneNumber: text,
})
export type PassByMember = z.infer<typeof PassByMember>

export const reportsApi = {
  listPassesByMember: endpoint({
    method: 'GET',
    path: `${path}/passes-by-member`,
    title: 'Passes by member',
    ...financial,
    shows: ['pass', 'member'],
    query: z.object({ ...countedPaging, ...rows }),
    output: countedPage(PassByMember),
  }),
  exportPassesByMember: endpoint({
    method: 'GET',
    path: `${path}/passes-by-member/{format}`,
    title: 'Passes by member, as a file',
    ...financial,
    shows: ['pass', 'member'],
    params: { format: FileFormat },
    query: z.object(asFile),
    leavesEntry: true,
    output: file,
  }),
  getKpi: endpoint({
    method: 'GET',
    path: `${path}/kpi/all`,
    title: 'Summary figures',
    ...financial,
    shows: ['card', 'points', 'disbursementAccount'],
    query: z.object({ timeZone }),
    output: Kpi,
  }),
  sumDisbursementTransactions: endpoint({
    method: 'GET',
    path: `${path}/disbursement-account-transactions/totals`,
    title: 'Transactions of the disbursement account, added up',
    ...financial,
    shows: ['disbursementAccount'],
    output: z.object({ Count: z.number(), CameIn: money, WentOut: money, Balance: money }),
  }),
  /** Newest first; so are the others. */
  listCardsByMember: endpoint({
    method: 'GET',
    path: `${path}/reports/cards/cherrypay-cards-by-member`,
    title: 'Cards by member',
    ...financial,
    shows: ['card', 'member'],
    query: z.object({ ...countedPaging, ...rows, ...cardsFilters }),
    output: countedPage(CardByMember),
  }),
  sumCardsByMember: endpoint({
    method: 'GET',
    path: `${path}/reports/cards/cherrypay-cards-by-member/totals`,
    title: 'Cards by member, added up',
    ...financial,
    shows: ['card', 'member'],
    query: z.object(cardsFilters),
    output: z.object({ Count: z.number(), InitialCardValue: money }),
  }),
  exportCardsByMember: endpoint({
    method: 'GET',
    path: `${path}/reports/cards/cherrypay-cards-by-member/{format}`,
    title: 'Cards by member, as a file',
    ...financial,
    shows: ['card', 'member'],
    params: { format: FileFormat },
    query: z.object({ ...cardsFilters, ...asFile }),
    leavesEntry: true,
    output: file,
  }),
  listMembershipApplications: endpoint({
    method: 'GET',
    path: `${path}/membership-application`,
    title: 'Membership applications',
    ...membership,
    shows: ['request', 'member'],
    query: z.object({ ...countedPaging, ...rows, ...applicationFilters }),
    output: countedPage(MembershipApplication),
  }),
  exportMembershipApplications: endpoint({
    method: 'GET',
    path: `${path}/membership-application/{format}`,
    title: 'Membership applications, as a file',
    ...membership,
    shows: ['request', 'member'],
    params: { format: FileFormat },
    query: z.object({ ...applicationFilters, ...asFile }),
    leavesEntry: true,
    output: file,
  }),
  listRenewalApplications: endpoint({
    method: 'GET',
    path: `${path}/membership-renewal-request`,
    title: 'Membership renewal applications',
    ...membership,
    shows: ['request', 'member'],
    query: z.object({ ...countedPaging, ...rows, ...renewalFilters }),
    output: countedPage(RenewalApplication),
  }),
  sumRenewalApplications: endpoint({
    method: 'GET',
    path: `${path}/membership-renewal-request/totals`,
    title: 'Membership renewal applications, added up',
    ...membership,
    shows: ['request', 'member'],
    query: z.object(renewalFilters),
    output: z.object({
      Count: z.number(),
      PaidCount: z.number(),
      TotalTaxAmount: money,
      TotalAmountPaidIncludingTax: money,
    }),
  }),
  exportRenewalApplications: endpoint({
    method: 'GET',
    path: `${path}/membership-renewal-request/{format}`,
    title: 'Membership renewal applications, as a file',
    ...membership,
    shows: ['request', 'member'],
    params: { format: FileFormat },
    query: z.object({ ...renewalFilters, ...asFile }),
    leavesEntry: true,
    output: file,
  }),
}
