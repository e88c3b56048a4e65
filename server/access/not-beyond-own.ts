import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { forbidden } from '#platform/refusals'
import { permissionsOfRole } from './roles.ts'

/** Refuses to hand out a role that may what its giver may not. */
export async function requireHoldsRole(db: Queries, who: Who, role: string): Promise<void> {
  if (!(await holdsRole(db, who, role))) throw forbidden('You can’t give a role that may more than yours.')
}

/** Refuses to let somebody into venues that their giver is kept out of; none named means all. */
export function requireHoldsVenues(who: Who, venueNos: readonly string[]): void {
  if (!holdsVenues(who, venueNos)) throw forbidden('You can’t give venues that you don’t have yourself.')
}

/**
 * Refuses to have the mail of an account go elsewhere to whoever may less than its user: where the mail goes, a link for a new
 * password goes, and with it all that the user may.
 */
export async function requireMayAsMuch(
  db: Queries,
  who: Who,
  user: { readonly role: string | null; readonly venueNos: readonly string[] },
): Promise<void> {
  const isEnough =
    (user.role === null || (await holdsRole(db, who, user.role))) && holdsVenues(who, user.venueNos)
  if (!isEnough)
    throw forbidden(
      'This user may more than you. Their e-mail address is changed by somebody who may as much.',
    )
}

async function holdsRole(db: Queries, who: Who, role: string): Promise<boolean> {
  if (who.isSuperAdmin) return true
  return (await permissionsOfRole(db, role)).every((permission) => who.permissions.has(permission))
}

function holdsVenues({ venues }: Who, venueNos: readonly string[]): boolean {
  return venues === null || (venueNos.length > 0 && venueNos.every((venueNo) => venues.includes(venueNo)))
}
