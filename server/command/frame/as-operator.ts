import { userInfo } from 'node:os'
import { type Change, recordAudit } from '#platform/call'
import { noTenant, openDatabase, type Transaction } from '#platform/database'
import type { Settings } from '#platform/settings'
import { withDatabase } from './with-database.ts'

/** Works in one transaction of the server's own kind, that belongs to no business, as whoever has the keyboard. */
export function asOperator<Result>(
  settings: Settings,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return withDatabase(settings, async (url) => {
    const database = openDatabase(url, { ...settings.database, connections: 1, copies: 1 })
    try {
      return await database.transaction(noTenant, work)
    } finally {
      await database.close()
    }
  })
}

/** Puts what the operator did into the platform's trail, with the name that the machine knows them by. */
export async function recordByOperator(
  tx: Transaction,
  action: { readonly name: string; readonly title: string },
  record: Change['record'],
  after?: Change['after'],
): Promise<void> {
  const who = { uid: '', name: `Operator (${userInfo().username})` }
  const origin = { address: '', requestId: `hub ${action.name}` }
  await recordAudit(tx, who, origin, action, [{ record, ...(after && { after }) }])
}
