import sql from 'sql-template-tag'
import { type Database, noTenant } from '#platform/database'

/** Where a pass is that a wallet knows by its serial number. */
export type WalletPass = {
  readonly businessId: string
  readonly passId: string
  readonly serial: string
  readonly updateTag: number
  readonly changedAt: string
}

const columns = sql`
  business_id as "businessId", pass_id as "passId", serial, update_tag as "updateTag", changed_at as "changedAt"`

/** The pass of a serial number that somebody has claimed, whatever its business; null if there is none. */
export function passBySerial(database: Database, serial: string): Promise<WalletPass | null> {
  return database.forTenant(noTenant).maybe(sql`
    select ${columns} from pass where serial = ${serial} and claimed_at is not null`)
}

/** Those of a device's passes whose tag is above the one it names, the lowest first. */
export function passesChangedSince(
  database: Database,
  serials: readonly string[],
  tag: number,
): Promise<WalletPass[]> {
  return database.forTenant(noTenant).rows(sql`
    select ${columns} from pass where serial = any(${serials}) and update_tag > ${tag} order by update_tag`)
}
