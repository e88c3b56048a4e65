import type { Database, Queries } from '#platform/database'
import { forgetOldIntents } from '#platform/http'
import { inLane, type InPieces, type Tasks } from '#platform/jobs'
import type { Settings } from '#platform/settings'
import type { Installation } from '#server/backup/nightly'
import { clubOf, logoOf } from '#server/business'
import { pointsRecountTasks } from '#server/business/points'
import { retentionSchedule, retentionTasks } from '#server/business/retention'
import { restWhileSuspended, type Standings } from '#server/business/standing'
import { eraseEnded } from '#server/business/whole'
import { tellLowBalances } from '#server/cards/disbursement'
import { expireCards } from '#server/cards/issuing'
import { doorListSchedule, doorListTasks } from '#server/events/doors'
import { eventSchedule, eventTasks } from '#server/events/record'
import type { Identity } from '#server/identity'
import { expireHolds } from '#server/ledger'
import { keepLedgerSums } from '#server/ledger/sums'
import { contactChangeSchedule, contactChangeTasks } from '#server/members/contacts'
import { memberImportSchedule, memberImportTasks } from '#server/members/import'
import { standingSchedule, standingTasks } from '#server/members/lifecycle'
import { memberMergeSchedule, memberMergeTasks } from '#server/members/merge'
import { styledLetter } from '#server/messaging'
import type { Backstage as RequestBackstage } from '#server/payments'
import { expirePoints } from '#server/points'
import { sendDueReports } from '#server/reports'
import { keepRecordSums } from '#server/reports/sums'
import { queueNews as queueWalletNews } from '#server/wallets/news'
import type { Surroundings as Wallets } from '#server/wallets/surroundings'
import { approvalSchedule, approvalTasks } from './approvals/tasks.ts'
import { backupSchedule, backupTasks } from './backup/tasks.ts'
import { bellSchedule, bellTasks } from './bell/tasks.ts'
import { cardSchedule, cardTasks } from './cards/tasks.ts'
import { messagingSchedule, messagingTasks } from './messaging/tasks.ts'
import { operationsSchedule, operationsTasks } from './operations/tasks.ts'
import { passSchedule, passTasks } from './passes/tasks.ts'
import { requestSchedule, requestTasks } from './requests/tasks.ts'
import { todaySchedule, todayTasks } from './today/tasks.ts'
import { walletSchedule, walletTasks } from './wallets/tasks.ts'

/** The work of the job queue, by name; that of a suspended business rests. */
export function jobsOf(
  database: Database,
  standings: Standings,
  settings: Settings,
  identity: Identity,
  requests: RequestBackstage,
  wallets: Wallets,
  installation: Pick<Installation, 'databaseUrl' | 'secret'>,
): Tasks {
  return restWhileSuspended(database, standings, {
    ...messagingTasks(database, settings, inClubsLook),
    ...requestTasks(requests),
    ...cardTasks(requests),
    ...pointsRecountTasks(database),
    ...memberImportTasks(database),
    ...contactChangeTasks(database, requests.publicUrl),
    ...memberMergeTasks(database),
    ...standingTasks(database),
    ...passTasks(database, queueWalletNews),
    ...walletTasks(wallets),
    ...doorListTasks(database),
    ...eventTasks(database),
    ...approvalTasks(database),
    ...todayTasks(database),
    ...bellTasks(database),
    ...backupTasks({ ...installation, database, backups: settings.backups }),
    erase_ended_businesses: inLane('maintenance', () => eraseEnded(database)),
    ...retentionTasks(database, settings),
    ...operationsTasks(database),
    forget_old_intents: inLane('maintenance', (turn: InPieces) => forgetOldIntents(database, turn)),
    remove_expired: inLane('maintenance', () => identity.removeExpired()),
    expire_holds: inLane('at_once', (turn: InPieces) => expireHolds(database, turn)),
    expire_points: inLane('maintenance', (clock: InPieces) => expirePoints(database, clock)),
    expire_cards: inLane('maintenance', (turn: InPieces) => expireCards(database, turn)),
    tell_low_balances: inLane('maintenance', () => tellLowBalances(database)),
    keep_ledger_sums: inLane('maintenance', (turn: InPieces) => keepLedgerSums(database, turn)),
    keep_record_sums: inLane('maintenance', (turn: InPieces) => keepRecordSums(database, turn)),
    send_due_reports: inLane('bulk', () => sendDueReports(database, requests.publicUrl)),
  })
}

/** A mail in the look of the business that it is of. */
const inClubsLook = async (db: Queries, text: string) =>
  styledLetter(text, await clubOf(db), await logoOf(db))

/** When the recurring part of it is due, as lines of a crontab, in UTC. */
export const scheduleOf = (settings: Settings): readonly string[] => [
  '17 3 * * * forget_old_intents',
  '41 * * * * remove_expired',
  '*/10 * * * * erase_ended_businesses',
  // However long its lane is, one of them waits at the most, and at the place of the first.
  '* * * * * expire_holds ?jobKey=expire_holds&jobKeyMode=preserve_run_at',
  '23 16 * * * expire_points',
  ...messagingSchedule,
  ...requestSchedule,
  ...cardSchedule,
  '7 * * * * expire_cards',
  '*/5 * * * * tell_low_balances',
  '*/10 * * * * keep_ledger_sums ?jobKey=keep_ledger_sums&jobKeyMode=preserve_run_at',
  '*/10 * * * * keep_record_sums ?jobKey=keep_record_sums&jobKeyMode=preserve_run_at',
  '4,34 * * * * send_due_reports',
  ...memberImportSchedule,
  ...contactChangeSchedule,
  ...memberMergeSchedule,
  ...standingSchedule,
  ...passSchedule,
  ...walletSchedule,
  ...doorListSchedule,
  ...eventSchedule,
  ...approvalSchedule,
  ...todaySchedule,
  ...bellSchedule,
  ...retentionSchedule,
  ...operationsSchedule,
  ...backupSchedule(settings),
]
