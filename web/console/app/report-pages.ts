import { consolePaths } from '#contract/console-paths.ts'
import { may, signedIn } from '#contract/endpoint.ts'
import type { PageRow } from './page-row.ts'

/** A page for each report; the way to them is the page Reports. */
export const reportPages: readonly PageRow[] = [
  {
    path: consolePaths['passes-by-member'],
    access: may('Reporting.Financial'),
    load: () => import('#features/reports/passes-by-member-page.tsx'),
  },
  {
    path: consolePaths['finance-close-pack'],
    access: may('Reporting.Financial'),
    load: () => import('#features/reports/close-pack/finance-close-pack-page.tsx'),
  },
  {
    path: consolePaths['cherrypay-cards-by-member'],
    access: may('Reporting.Financial'),
    load: () => import('#features/reports/cards-by-member-page.tsx'),
  },
  {
    path: consolePaths['cherrypay-disbursement-account-transactions'],
    access: may('Reporting.Financial'),
    load: () => import('#features/reports/disbursement-transactions-page.tsx'),
  },
  {
    path: consolePaths['membership-applications'],
    access: signedIn,
    load: () => import('#features/reports/membership-applications-page.tsx'),
  },
  {
    path: consolePaths['membership-renewal-applications'],
    access: signedIn,
    load: () => import('#features/reports/renewal-applications-page.tsx'),
  },
]
