import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'
import { version } from '#platform/settings'

export type OtherVersion = { readonly name: string; readonly version: string }

/** The processes at work that are of another version than this. One that missed a few beats is gone. */
export function otherVersions(db: Pick<Queries, 'rows'>): Promise<OtherVersion[]> {
  return db.rows<OtherVersion>(sql`
    select name, version from process_beat
    where beat_at >= now() - interval '5 minutes' and version <> ${version} order by name`)
}
