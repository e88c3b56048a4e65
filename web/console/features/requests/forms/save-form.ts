import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { call } from '#web/api-client.ts'
import { useBusiness } from '#console/business.ts'
import { requestFormsApi, type FormFields, type RequestForm } from '#contract/requests/request-forms.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import type { SubmitResult } from '#ui/form/zod-form.ts'

/** What I wanted to save, what I started from, and what somebody else has saved meanwhile. */
export type Conflict = { mine: FormFields; base: RequestForm; theirs: RequestForm }

const failed = 'The form could not be saved.'

/** Saves a form that was read as `stored`. Where somebody was faster, `conflict` says what there is to decide. */
export function useSaveForm(stored: RequestForm, onStored: (saved: RequestForm) => void) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, formId: stored.FormId }
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { run } = useAction(requestFormsApi.updateRequestForm, {
    success: 'Form saved.',
  })

  async function save(mine: FormFields, over = stored): Promise<SubmitResult> {
    const answer = await run({ params, query: { revision: over.Revision }, body: mine })
    if (answer.ok) onStored(answer.data)
    else if (answer.code === 'form_changed') return compare(mine)
    else toasts.error(failed, answer.message)
    return answer
  }

  async function compare(mine: FormFields): Promise<SubmitResult> {
    const now = await call(requestFormsApi.getRequestForm, { params })
    if (now.ok) setConflict({ mine, base: stored, theirs: now.data })
    else toasts.error(failed, now.message)
    return { ok: false }
  }

  return { save, conflict, dropConflict: () => setConflict(null) }
}
