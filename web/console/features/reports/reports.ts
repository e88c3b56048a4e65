import type { ReportName } from '#contract/reports/saved-reports.ts'

type ReportLink = {
  name: ReportName
  description: string
}

/** The reports there are, as their index has them. */
export const reports: readonly ReportLink[] = [
  {
    name: 'passes-by-member',
    description: 'The members who hold a digital membership card.',
  },
  {
    name: 'cherrypay-cards-by-member',
    description: 'Every card that was issued, who it went to and what was put on it.',
  },
  {
    name: 'cherrypay-disbursement-account-transactions',
    description: 'What came into the account that cards are funded from, and what went out.',
  },
  {
    name: 'membership-applications',
    description: 'Who applied for membership, and what was decided.',
  },
  {
    name: 'membership-renewal-applications',
    description: 'Who renewed, what they chose and what they paid.',
  },
  {
    name: 'finance-close-pack',
    description: 'A day or a month to close: what moved, what is owed, what expired.',
  },
]
