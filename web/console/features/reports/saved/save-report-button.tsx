import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { IconBookmark } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReportName } from '#contract/reports/saved-reports.ts'
import { SavedReportDialog } from './saved-report-dialog.tsx'

/** Keeps the report as it is filtered now. */
export function SaveReportButton({ report }: { report: ReportName }) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [isOpen, setOpen] = useState(false)
  const given = Object.entries(search).map(([name, value]) => [name, String(value)])
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBookmark size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Save report
      </Button>
      {isOpen && (
        <SavedReportDialog
          report={report}
          search={new URLSearchParams(given).toString()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
