import { Button } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { businessHref, useBusiness } from '#console/business.ts'
import { ConsolePage } from '#console/page.tsx'
import { useRead } from '#console/queries.ts'
import { messages } from '#contract/messages.ts'
import { requestFormsApi } from '#contract/request-forms.ts'
import type { FormFields, RequestForm } from '#contract/request-forms.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { FormEditor } from './form-editor.tsx'
import { valuesOf } from './form-values.ts'
import { showsForms } from './shows-forms.ts'
import { ShareDialog } from './share-dialog.tsx'

/** A form, to be changed and shared. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const { formId = '' }: { formId?: string } = useParams({ strict: false })
  const { data, error, retry } = useRead(requestFormsApi.getRequestForm, { params: { businessId, formId } })
  const under = [{ label: 'Forms', href: businessHref(businessId, 'request-forms') }]
  if (data) return <Loaded key={data.Revision} form={data} under={under} />
  return (
    <ConsolePage title="Form" under={under}>
      {error ? (
        <ErrorState title={messages.generic.pageError} detail={error.message} onRetry={retry} />
      ) : (
        <Skeleton height="24rem" />
      )}
    </ConsolePage>
  )
}

function Loaded({ form, under }: { form: RequestForm; under: { label: string; href: string }[] }) {
  const { BusinessId: businessId } = useBusiness()
  const navigate = useNavigate()
  const [isSharing, setSharing] = useState(false)
  const { run } = useAction(requestFormsApi.updateRequestForm, {
    success: 'Form saved.',
    failure: 'The form could not be saved.',
    refreshes: showsForms,
  })
  // Read again it would be shown anew, and lose what was typed: it is what it was when it was opened.
  const [start] = useState(form)
  const save = (body: FormFields) =>
    run({ params: { businessId, formId: form.FormId }, query: { revision: start.Revision }, body })
  return (
    <ConsolePage
      title={form.DisplayName}
      under={under}
      action={
        <Button variant="default" onClick={() => setSharing(true)}>
          Share
        </Button>
      }
    >
      <FormEditor
        initialValues={valuesOf(start)}
        paymentMode={form.PaymentMode}
        previewUrl={`${new URL(form.Url).pathname}?preview=yes`}
        onSave={save}
        onCancel={() => void navigate({ to: businessHref(businessId, 'request-forms') })}
      />
      {isSharing && <ShareDialog form={form} onClose={() => setSharing(false)} />}
    </ConsolePage>
  )
}
