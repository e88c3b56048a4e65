import { Alert, Button, Group } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { pageHref } from '#contract/console-paths.ts'
import type { MemberImport } from '#contract/members/member-imports.ts'
import { Link } from '#ui/layout/navigation.tsx'
import { ImportCounts } from './import-counts.tsx'
import { RefusedDownload } from './import-refused.tsx'
import { ImportRows } from './import-rows.tsx'

/** What came of an import, and the rows to mend. */
export function ImportResult({ about }: { about: MemberImport }) {
  const { BusinessId: businessId } = useBusiness()
  const { State, Outcome, ImportId } = about
  return (
    <>
      {State === 'Cancelled' && (
        <Alert color="gray" mb="md" title="This import was cancelled.">
          What had been imported by then stays.
        </Alert>
      )}
      <section aria-label="Result">
        <ImportCounts outcome={Outcome} />
      </section>
      <Group gap="xs" my="lg">
        <Button component={Link} href={pageHref('members', { businessId })}>
          To the members
        </Button>
        <Button component={Link} href={pageHref('memberImports', { businessId })} variant="default">
          Import another file
        </Button>
        {Outcome.Refused > 0 && <RefusedDownload importId={ImportId} />}
      </Group>
      <ImportRows
        importId={ImportId}
        found={{ Refused: Outcome.Refused, Number: 0, NameAndBirthDate: 0, Email: 0 }}
      />
    </>
  )
}
