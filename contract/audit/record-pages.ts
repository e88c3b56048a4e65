import { pageHref } from '#contract/console-paths.ts'
import type { AuditEntry } from './audit.ts'

type About = Pick<AuditEntry, 'RecordKind' | 'RecordId' | 'RecordName'>

/** The page of the record that an entry is about, or the one where it is listed; null where there is none. */
export function pageOfRecord(businessId: string, { RecordKind, RecordId, RecordName }: About): string | null {
  if (RecordKind === null || RecordId === null) return null
  return pages[RecordKind]?.(businessId, RecordId, RecordName ?? '') ?? null
}

const pages: Readonly<Record<string, (businessId: string, id: string, name: string) => string>> = {
  Member: (businessId, memberId) => pageHref('member', { businessId, memberId }),
  Event: (businessId, eventId) => pageHref('event', { businessId, eventId }),
  Card: (businessId, cardId) => pageHref('card', { businessId, cardId }),
  Form: (businessId, formId) => pageHref('requestForm', { businessId, formId }),
  Import: (businessId, importId) => pageHref('memberImport', { businessId, importId }),
  'Pass configuration': (businessId, passConfigurationId) =>
    pageHref('passDesign', { businessId, passConfigurationId }),
  'Membership request': (businessId, sessionId) => pageHref('membershipRequest', { businessId, sessionId }),
  'Renewal request': (businessId, sessionId) => pageHref('renewalRequest', { businessId, sessionId }),
  Visitor: (businessId, visit) => pageHref('visitors', { businessId }, { visit }),
  User: (businessId, _, name) => pageHref('users', { businessId }, { q: name }),
  Approval: (businessId) => pageHref('approvals', { businessId }),
  Role: (businessId) => pageHref('roles', { businessId }),
}
