import { exportKind } from '#contract/audit/audit-words.ts'
import type { Database } from '#platform/database'
import type { Download } from '#platform/formats'
import { type Action, recordAudit } from './audit.ts'
import type { Call } from './call.ts'

type Asked = Pick<Call, 'who' | 'origin' | 'params' | 'query'> & { readonly businessId: string }

/**
 * Records that somebody takes a file away, before its first line is sent: what can't be recorded isn't given. Filters are
 * told as they were sent.
 */
export function recordDownload(
  database: Database,
  action: Action,
  { businessId, who, origin, params, query }: Asked,
  sent: object,
  download: Download,
): Promise<void> {
  const { businessId: _, ...named } = params as Record<string, unknown>
  const known = Object.keys(query as object)
  const filters = Object.entries(sent).filter(([name, value]) => known.includes(name) && value !== '')
  const file = download.name ?? action.title
  const change = {
    // A file may be named after one that somebody uploaded: its name is the business's to tell, its number the platform's, too.
    record: { kind: exportKind, id: action.name, name: file },
    after: Object.fromEntries(
      [...Object.entries(named), ...filters].map(([name, value]) => [capitalised(name), value]),
    ),
  }
  return database.transaction(businessId, (tx) => recordAudit(tx, who, origin, action, [change]))
}

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
