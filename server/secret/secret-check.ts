import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'
import { createVault } from '#platform/secrets'
import { sealedColumns } from './sealed-columns.ts'
import { valuesOf } from './sealed-values.ts'

const purpose = 'hub secret check'
const context = 'check'

/** Whether the check that lies in a database is of this secret. */
export function isCheckOf(secret: string, sealed: Buffer): boolean {
  return createVault(secret, purpose).open(sealed, context) !== null
}

/** Has the database know this secret from now on, and no other. */
export async function writeCheck(db: Pick<Queries, 'run'>, secret: string): Promise<void> {
  const sealed = createVault(secret, purpose).seal(randomBytes(32), context)
  await db.run(sql`
    insert into secret_check (sealed) values (${sealed})
    on conflict (is_only) do update set sealed = excluded.sealed, at = now()`)
}

/** How a secret stands to a database: nothing may be sealed there yet. `isChecked` if the database knows its own by a check. */
export type Fit = { readonly state: 'fits' | 'differs' | 'nothing sealed'; readonly isChecked: boolean }

/** Whether a secret is that of the database: by its check, and where there is none yet by what else is sealed. */
export async function fitOf(db: Queries, secret: string | undefined): Promise<Fit> {
  const check = await db.maybe<{ sealed: Buffer }>(sql`select sealed from secret_check`)
  if (!check) return { state: await fitOfValues(db, secret), isChecked: false }
  const fits = secret !== undefined && isCheckOf(secret, check.sealed)
  return { state: fits ? 'fits' : 'differs', isChecked: true }
}

// Some may be of a secret from before, lost or changed: one that opens proves that this one was in use.
async function fitOfValues(db: Queries, secret: string | undefined): Promise<Fit['state']> {
  let state: Fit['state'] = 'nothing sealed'
  for (const column of sealedColumns) {
    const vault = secret === undefined ? null : createVault(secret, column.purpose)
    for await (const values of valuesOf(db, column)) {
      if (vault && values.some(({ sealed, context: of }) => vault.open(sealed, of) !== null)) return 'fits'
      state = 'differs'
    }
  }
  return state
}
