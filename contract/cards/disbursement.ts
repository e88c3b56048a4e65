import { z } from 'zod'
import { countedPage, countedPaging, endpoint, file, may, superAdministrator } from '#contract/endpoint.ts'
import { FileFormat, timeZone } from '#contract/reports/reports.ts'
import { revision } from '#contract/revisions.ts'
import { Dollars } from '#contract/values/dollars.ts'
import { needed } from '#contract/words/needed.ts'
import { CardTransaction } from './cards.ts'

const path = '/api/cherrypay/v1/{businessId}'
const access = may('Reporting.Financial')

const amount = (sentence: string) => Dollars.refine((dollars) => dollars > 0, sentence)

/** When somebody is told that the money runs low. */
export const LowBalanceNotice = z.object({
  Threshold: amount('Enter an amount above zero.'),
  EmailAddress: z
    .email('Enter the e-mail address of who is to be told.')
    .max(320, 'The e-mail address can have 320 characters at the most.'),
})
export type LowBalanceNotice = z.infer<typeof LowBalanceNotice>

/** The account that a business gives money out from. */
export const DisbursementAccount = z.object({
  AccountId: z.string(),
  FundsAvailable: z.number(),
  /** The value of cards that wait to be claimed. */
  FundsHeld: z.number(),
  CurrencyCode: z.literal('AUD'),
  LowBalanceNotice: LowBalanceNotice.nullable(),
  IsLow: z.boolean(),
  /** Another one, once somebody has changed the notice. */
  Revision: z.string(),
})
export type DisbursementAccount = z.infer<typeof DisbursementAccount>

export const DisbursementTransaction = CardTransaction.extend({ AccountId: z.string() })
export type DisbursementTransaction = z.infer<typeof DisbursementTransaction>

/** Money that came in. */
export const Deposit = z.object({
  Amount: amount('Enter an amount above zero.'),
  /** What the bank calls it. */
  Reference: z
    .string(needed('Reference is required.'))
    .trim()
    .min(1, 'Reference is required.')
    .max(100, 'A reference can have 100 characters at the most.'),
})

export const disbursementApi = {
  getDisbursementAccount: endpoint({
    method: 'GET',
    path: `${path}/reports/cards/disbursement-account-status`,
    title: 'The disbursement account',
    access,
    shows: ['disbursementAccount'],
    output: DisbursementAccount,
  }),
  /** Newest first. */
  listDisbursementTransactions: endpoint({
    method: 'GET',
    path: `${path}/disbursement-account-transactions`,
    title: 'Transactions of the disbursement account',
    access,
    shows: ['disbursementAccount'],
    mayLag: true,
    query: z.object(countedPaging),
    output: countedPage(DisbursementTransaction),
  }),
  exportDisbursementTransactions: endpoint({
    method: 'GET',
    path: `${path}/disbursement-account-transactions/{format}`,
    title: 'Transactions of the disbursement account, as a file',
    access,
    shows: ['disbursementAccount'],
    mayLag: true,
    params: { format: FileFormat },
    query: z.object({ timeZone }),
    leavesEntry: true,
    output: file,
  }),
  deposit: endpoint({
    method: 'POST',
    path: `${path}/disbursement-account/deposits`,
    title: 'Deposit money into the disbursement account',
    access: superAdministrator,
    changes: ['disbursementAccount'],
    asksAgain: 'money is deposited',
    body: Deposit,
    output: DisbursementAccount,
  }),
  setLowBalanceNotice: endpoint({
    method: 'PUT',
    path: `${path}/disbursement-account/low-balance-notice`,
    title: 'Change the low-balance notice',
    access: superAdministrator,
    changes: ['disbursementAccount'],
    query: z.object({ revision }),
    /** Null for none. */
    body: z.object({ Notice: LowBalanceNotice.nullable() }),
    output: DisbursementAccount,
  }),
}
