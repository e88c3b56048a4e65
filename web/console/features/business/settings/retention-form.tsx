import { NativeSelect, SimpleGrid, Stack } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.layer.css'
import { type ReactNode, useRef, useState } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { formDraftOf } from '#console/drafts/draft.ts'
import { useMe } from '#console/session.ts'
import { LeaveQuestion } from '#console/unsaved.tsx'
import {
  monthsInWords,
  type RetentionKind,
  retentionKinds,
  retentionLabels,
  type RetentionMonths,
  retentionSays,
  shorterKinds,
  shortestMonths,
} from '#contract/business/retention-words.ts'
import { type Falling, type Retention, retentionApi, RetentionFields } from '#contract/business/retention.ts'
import {
  fieldsIn,
  type Revised,
  revised,
  unlessChanged,
  useRevisedSave,
} from '#parts/conflict/revised-save.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import { unchanged } from '#ui/form/why-not.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { type SubmitResult, takeOverSaved, useZodForm } from '#ui/form/zod-form.ts'
import { call } from '#web/api-client.ts'
import { ShorterDialog } from './shorter-dialog.tsx'

type Asked = { readonly mine: RetentionMonths; readonly falling: readonly Falling[] }

/** A select for each kind. What makes more fall away is counted and asked about before it is saved. */
export function RetentionForm({ retention }: { retention: Retention }) {
  const { form, start, isSubmitting, submit, asked, confirm, takeBack, question } =
    useRetentionForm(retention)
  return (
    <form noValidate onSubmit={submit}>
      <LeaveQuestion
        isDirty={form.isDirty() && !isSubmitting && !asked}
        // Sent is not saved: what makes more fall away is asked about first. Saved, the form begins anew.
        draft={formDraftOf('retention', { form, isSaved: false }, start.revision)}
      />
      <Stack gap="md" align="flex-start">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md" verticalSpacing="md" w="100%">
          {retentionKinds.map((kind) => (
            <MonthsSelect
              key={kind}
              kind={kind}
              set={start.fields[kind]}
              value={form.values[kind]}
              error={form.errors[kind]}
              onChange={(months) => form.setFieldValue(kind, months)}
            />
          ))}
        </SimpleGrid>
        <WorkingButton type="submit" isWorking={isSubmitting} whyNot={form.isDirty() ? null : unchanged}>
          Save retention
        </WorkingButton>
      </Stack>
      {asked && <ShorterDialog falling={asked.falling} onConfirm={confirm} onClose={takeBack} />}
      {question}
    </form>
  )
}

function useRetentionForm(retention: Retention) {
  const { BusinessId: businessId } = useBusiness()
  const [start, setStart] = useState(() => revisedOf(retention))
  const [asked, setAsked] = useState<Asked | null>(null)
  const { save, question } = useRetentionSave()
  const { form, isSubmitting, submit } = useZodForm({
    schema: RetentionFields,
    initialValues: start.fields,
    onSubmit: async (mine): Promise<SubmitResult> => {
      const shorter = shorterKinds(start.fields, mine)
      if (shorter.length === 0) return fieldsOf(await send(mine, false))
      const query = Object.fromEntries(shorter.map((kind) => [kind, mine[kind]]))
      const counted = await call(retentionApi.previewRetention, { params: { businessId }, query })
      if (counted.ok) setAsked({ mine, falling: counted.data.Results })
      else toasts.error('What would fall away could not be counted.', counted.message)
      return { ok: true }
    },
  })
  const begin = (now: Revised<RetentionFields>, sent: RetentionFields) => {
    setStart(now)
    takeOverSaved(form, sent, now.fields)
  }
  const send = async (mine: RetentionMonths, isMeant: boolean) => {
    const answer = await save(mine, start, isMeant)
    if (answer.ok) begin(revisedOf(answer.data), mine)
    return answer
  }
  // Somebody else has saved: where nothing is lost by it, theirs is shown.
  if (retention.Revision !== start.revision && !form.isDirty() && !isSubmitting)
    begin(revisedOf(retention), form.getValues())
  const confirm = async () => (asked ? send(asked.mine, true) : { ok: false })
  return { form, start, isSubmitting, submit, asked, confirm, takeBack: () => setAsked(null), question }
}

type SelectProps = {
  kind: RetentionKind
  /** What is saved, which can be chosen whatever it is: a program may have set it. */
  set: number | null
  value: number | null
  error: ReactNode
  onChange: (months: number | null) => void
}

function MonthsSelect({ kind, set, value, error, onChange }: SelectProps) {
  const { IsSuperAdmin } = useMe()
  return (
    <NativeSelect
      label={retentionLabels[kind]}
      description={retentionSays[kind]}
      disabled={kind === 'AuditTrail' && !IsSuperAdmin}
      error={error}
      value={value ?? ''}
      data={choicesOf(kind, set)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : Number(currentTarget.value))
      }
    />
  )
}

const usualMonths = [3, 6, 12, 18, 24, 36, 60, 84, 120]

function choicesOf(kind: RetentionKind, set: number | null) {
  const usual = usualMonths.filter((months) => months >= shortestMonths[kind])
  const months = [...new Set(set === null ? usual : [...usual, set])].toSorted((one, other) => one - other)
  return [
    { value: '', label: 'For good' },
    ...months.map((each) => ({ value: String(each), label: monthsInWords(each) })),
  ]
}

function useRetentionSave() {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId }
  const isShorterMeant = useRef(false)
  const { run } = useAction(retentionApi.saveRetention, {
    success: 'Retention updated.',
    failure: unlessChanged('Retention update failed.'),
  })
  const { save, question } = useRevisedSave({
    what: 'business',
    send: (months: RetentionFields, revision) =>
      run({ params, query: { revision }, body: { ...months, IsShorter: isShorterMeant.current } }),
    read: async () => revised(await call(retentionApi.getRetention, { params }), revisedOf),
    words: { wordsOf: (months, kind) => monthsInWords(months[kind]) },
  })
  return {
    question,
    save: (mine: RetentionMonths, start: Revised<RetentionFields>, isMeant: boolean) => {
      isShorterMeant.current = isMeant
      return save(mine, start)
    },
  }
}

function revisedOf(retention: Retention): Revised<RetentionFields> {
  return { fields: fieldsIn(retention as RetentionFields, retentionKinds), revision: retention.Revision }
}
