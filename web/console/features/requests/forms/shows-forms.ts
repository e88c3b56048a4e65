import type { Endpoint } from '#contract/endpoint.ts'
import { requestFormsApi } from '#contract/requests/request-forms.ts'

/** What a change of a form makes out of date. */
export const showsForms: readonly Endpoint[] = [
  requestFormsApi.listRequestForms,
  requestFormsApi.getRequestForm,
  requestFormsApi.listRegistrationForms,
  requestFormsApi.listRenewalForms,
]
