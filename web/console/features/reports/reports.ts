import type { ReportName } from '#contract/saved-reports.ts'

type ReportLink = {
  name: ReportName
  description: string
  /** Shown to users with Reporting.Financial only; the others are shown to all. */
  isFinancial: boolean
}

/** The reports there are, as their index has them. */
export const reports: readonly ReportLink[] = [
  {
    name: 'passes-by-member',
    description: 'The members who hold a digital membership card.',
    isFinancial: true,
  },
  {
    name: 'cherrypay-cards-by-member',
    description: 'Every card that was issued, who it went to and what was put on it.',
    isFinancial: true,
  },
  {
    name: 'cherrypay-disbursement-account-transactions',
    description: 'What came into the account that cards are funded from, and what went out.',
    isFinancial: true,
  },
  {
    name: 'membership-applications',
    description: 'Who applied for membership, and what was decided.',
    isFinancial: false,
  },
  {
    name: 'membership-renewal-applications',
    description: 'Who renewed, what they chose and what they paid.',
    isFinancial: false,
  },
  {
    name: 'finance-close-pack',
    description: 'A day or a month to close: what moved, what is owed, what expired.',
    isFinancial: true,
  },
]
