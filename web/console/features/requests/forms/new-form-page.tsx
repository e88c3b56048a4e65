import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { ConsolePage } from '#console/page.tsx'
import { pageHref } from '#contract/console-paths.ts'
import { FormKind, requestFormsApi, type FormFields } from '#contract/requests/request-forms.ts'
import { FormEditor } from './form-editor.tsx'
import { newForm } from './form-values.ts'

/** A new form; the address says of which kind. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const { kind }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { run } = useAction(requestFormsApi.createRequestForm, {
    success: 'Form created.',
    failure: 'The form could not be created.',
  })
  const formKind = FormKind.safeParse(kind).data ?? 'Registration'
  const blank = useMemo(() => newForm(formKind), [formKind])
  const forms = pageHref('requestForms', { businessId })

  async function save(body: FormFields) {
    const answer = await run({ params: { businessId }, body })
    if (!answer.ok) return answer
    const to = pageHref('requestForm', { businessId, formId: answer.data.FormId })
    void navigate({ to, replace: true, ignoreBlocker: true })
    return answer
  }

  return (
    <ConsolePage
      title={formKind === 'Registration' ? 'New application form' : 'New renewal form'}
      under={[{ label: 'Forms', href: forms }]}
    >
      <FormEditor stored={blank} onSave={save} onCancel={() => void navigate({ to: forms })} />
    </ConsolePage>
  )
}
