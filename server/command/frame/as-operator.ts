import { userInfo } from 'node:os'
import { nobody, type Who } from '#platform/access'
import { type Action, type Change, recordAudit, type Trail } from '#platform/call'
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
  tx: Trail,
  action: Action,
  record: Change['record'],
  after?: Change['after'],
): Promise<void> {
  await recordChanges(tx, action, [{ record, ...(after && { after }) }])
}

function recordChanges(tx: Trail, action: Action, changes: readonly Change[]): Promise<void> {
  return recordAudit(tx, operator(), { address: '', requestId: `hub ${action.name}` }, action, changes)
}

/**
 * A release's hub runs as the user of the processes, and tells who called it. It takes no more trust than this: who may run a
 * command has the database's owner.
 */
const nameOfOperator = () => process.env.OPERATOR || userInfo().username

/** Whoever has the keyboard: may what super administrators may, and has told no business why they enter. */
export const operator = (): Who => ({
  ...nobody,
  name: `Operator (${nameOfOperator()})`,
  isSuperAdmin: true,
})

type Acting = { readonly db: Transaction; readonly who: Who; readonly audit: (change: Change) => void }

/** Does what the console does by a call, and records it as the call would, as done by the operator. */
export function actAsOperator<Result>(
  settings: Settings,
  action: Action,
  work: (acting: Acting) => Promise<Result>,
): Promise<Result> {
  return asOperator(settings, async (tx) => {
    const changes: Change[] = []
    const result = await work({ db: tx, who: operator(), audit: (change) => void changes.push(change) })
    if (changes.length > 0)
      await recordChanges(tx, { ...action, title: `${action.title} (operator)` }, changes)
    return result
  })
}
