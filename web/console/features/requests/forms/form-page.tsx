import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { usePageParams } from '#console/page-params.ts'
import { ConsolePage } from '#console/page.tsx'
import { useRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { messages } from '#contract/messages.ts'
import { requestFormsApi, type RequestForm } from '#contract/requests/request-forms.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { FormEditor } from './form-editor.tsx'
import { formValuesOf, type FormValues } from './form-values.ts'
import { useSaveForm } from './save-form.ts'
import { ShareDialog } from './share-dialog.tsx'

/** A form, to be changed and shared. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const { formId } = usePageParams('requestForm')
  const { data, error, retry } = useRead(requestFormsApi.getRequestForm, { params: { businessId, formId } })
  const under = [{ label: 'Forms', href: pageHref('requestForms', { businessId }) }]
  if (data) return <Loaded form={data} under={under} />
  return (
    <ConsolePage title={error ? 'Form' : undefined} under={under}>
      {error ? (
        <ErrorState title={messages.generic.pageError} detail={error.message} onRetry={retry} />
      ) : (
        <Skeleton height="24rem" />
      )}
    </ConsolePage>
  )
}

type Stored = { form: RequestForm; values: FormValues }

function Loaded({ form: loaded, under }: { form: RequestForm; under: { label: string; href: string }[] }) {
  const { BusinessId: businessId } = useBusiness()
  const navigate = useNavigate()
  const [isSharing, setSharing] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const [{ form, values }, setStored] = useState(() => storedOf(loaded))
  const { save, question } = useSaveForm(form, (saved) => setStored(storedOf(saved)))
  // Somebody else has saved: where nothing is lost by it, theirs is shown.
  if (loaded.Revision > form.Revision && !isDirty) setStored(storedOf(loaded))
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
        stored={values}
        revision={form.Revision}
        paymentMode={form.PaymentMode}
        previewUrl={`${new URL(form.Url).pathname}?preview=yes`}
        onSave={save}
        onCancel={() => void navigate({ to: pageHref('requestForms', { businessId }) })}
        onDirty={setDirty}
      />
      {isSharing && <ShareDialog form={form} onClose={() => setSharing(false)} />}
      {question}
    </ConsolePage>
  )
}

function storedOf(form: RequestForm): Stored {
  return { form, values: formValuesOf(form) }
}
