import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import {
  NewSavedReport,
  savedReportsApi,
  schedules,
  type ReportName,
  type SavedReport,
} from '#contract/reports/saved-reports.ts'
import { FormModal } from '#ui/form/form-modal.tsx'

const Fields = NewSavedReport.pick({ Name: true, IsShared: true, Schedule: true })

const scheduleLabels = {
  Never: 'Never',
  Daily: 'Every day',
  Weekly: 'Every Monday',
  Monthly: 'On the first of every month',
} as const

type Props = { onClose: () => void } & (
  | { saved: SavedReport }
  /** The report that is being looked at, and the filters of its address. */
  | { report: ReportName; search: string }
)

/** Gives a report and its filters a name, for oneself or everyone, and says when its link is to be sent. */
export function SavedReportDialog({ onClose, ...about }: Props) {
  const { BusinessId: businessId, TimeZone } = useBusiness()
  const texts = {
    success: 'Report saved.',
    failure: 'The report could not be saved.',
  }
  const create = useAction(savedReportsApi.saveReport, texts)
  const update = useAction(savedReportsApi.updateSavedReport, texts)
  const before = 'saved' in about ? about.saved : null
  return (
    <FormModal
      title={before ? 'Change saved report' : 'Save report'}
      submitLabel="Save"
      schema={Fields}
      initialValues={{
        Name: before?.Name ?? '',
        IsShared: before?.IsShared ?? false,
        Schedule: before?.Schedule ?? 'Never',
      }}
      onSubmit={async (body) =>
        fieldsOf(
          'saved' in about
            ? await update.run({ params: { businessId, savedReportId: about.saved.SavedReportId }, body })
            : await create.run({
                params: { businessId },
                body: { ...body, Report: about.report, Search: about.search },
              }),
        )
      }
      onClose={onClose}
      draft={keptAs(`report ${'saved' in about ? about.saved.SavedReportId : about.report}`)}
    >
      {(form) => (
        <>
          <TextInput label="Name" autoComplete="off" required {...form.getInputProps('Name')} />
          <Checkbox
            label="Share with everyone in this business"
            {...form.getInputProps('IsShared', { type: 'checkbox' })}
          />
          <NativeSelect
            label="Send me the link by e-mail"
            description={`At 7 in the morning by the clocks of the business (${TimeZone}). The link needs sign-in, and its dates move on to the days since the last one.`}
            data={schedules.map((value) => ({ value, label: scheduleLabels[value] }))}
            {...form.getInputProps('Schedule')}
          />
        </>
      )}
    </FormModal>
  )
}
