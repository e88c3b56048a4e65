import { Text } from '@mantine/core'
import { byAdministrator, deedOf } from '#contract/audit/audit-words.ts'
import type { AuditEntry } from '#contract/audit/audit.ts'

/** What somebody did; in the trail of a business it says who isn't one of its own people. */
export function Deed({ entry, isInBusiness = false }: { entry: AuditEntry; isInBusiness?: boolean }) {
  return (
    <>
      <strong>{entry.ActorName}</strong>{' '}
      {isInBusiness && entry.IsByAdministrator && (
        <Text span inherit c="dimmed">
          ({byAdministrator}){' '}
        </Text>
      )}
      {deedOf(entry)}
    </>
  )
}
