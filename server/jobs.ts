import type { Database } from '#platform/database.ts'
import { forgetOldIntents } from '#platform/idempotency.ts'
import type { Tasks } from '#platform/jobs.ts'
import type { Settings } from '#platform/settings.ts'
import { expireCards, tellLowBalances } from '#server/cards'
import type { Identity } from '#server/identity'
import { expireHolds } from '#server/ledger'
import {
  contactChangeSchedule,
  contactChangeTasks,
  memberImportSchedule,
  memberImportTasks,
} from '#server/members'
import { messagingSchedule, messagingTasks } from '#server/messaging'
import { passSchedule, passTasks } from '#server/passes'
import { expirePoints } from '#server/points'
import { keepDisbursementSums, sendDueReports } from '#server/reports'
import { requestSchedule, requestTasks, type RequestBackstage } from '#server/requests'
import { queueWalletNews, walletSchedule, walletTasks, type Wallets } from '#server/wallets'

/** The work of the job queue, by name. */
export function jobsOf(
  database: Database,
  settings: Settings,
  identity: Identity,
  requests: RequestBackstage,
  wallets: Wallets,
): Tasks {
  return {
    ...messagingTasks(database, settings),
    ...requestTasks(requests),
    ...memberImportTasks(database),
    ...contactChangeTasks(database, requests.publicUrl),
    ...passTasks(database, queueWalletNews),
    ...walletTasks(wallets),
    forget_old_intents: () => forgetOldIntents(database),
    remove_expired: () => identity.removeExpired(),
    expire_holds: () => expireHolds(database),
    expire_points: () => expirePoints(database),
    expire_cards: () => expireCards(database),
    tell_low_balances: () => tellLowBalances(database),
    keep_disbursement_sums: () => keepDisbursementSums(database),
    send_due_reports: () => sendDueReports(database, requests.publicUrl),
  }
}

/** When the recurring part of it is due, as lines of a crontab, in UTC. */
export const schedule: readonly string[] = [
  '17 3 * * * forget_old_intents',
  '41 * * * * remove_expired',
  '* * * * * expire_holds',
  '23 16 * * * expire_points',
  ...messagingSchedule,
  ...requestSchedule,
  '7 * * * * expire_cards',
  '*/5 * * * * tell_low_balances',
  '*/10 * * * * keep_disbursement_sums',
  '4,34 * * * * send_due_reports',
  ...memberImportSchedule,
  ...contactChangeSchedule,
  ...passSchedule,
  ...walletSchedule,
]
