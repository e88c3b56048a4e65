import sql from 'sql-template-tag'
import { type Transaction, type Line, listenForever } from '#platform/database'

const channel = 'access_changed'

/** Stands for every user and business. */
export const everyone = '*'

/** Tells every process, once the transaction is committed, that what a user or a business (by id) may do has changed. */
export async function announceAccessChange(tx: Transaction, subject: string): Promise<void> {
  await tx.run(sql`select pg_notify(${channel}, ${subject})`)
  // This process needn't wait for the echo: its next request may come before it.
  tx.afterCommit(() => tx.changes.emit('access', subject))
}

/** Calls back for every announced change, and for everyone when the connection was lost: nothing may be remembered then. */
export function listenForAccessChanges(url: string, onChange: (subject: string) => void): Line {
  return listenForever(
    url,
    [channel],
    (_, subject) => onChange(subject || everyone),
    () => onChange(everyone),
  )
}
