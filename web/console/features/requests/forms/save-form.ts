import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { venuesApi } from '#contract/business/venues.ts'
import { formPartInWords, formParts, type FormPart } from '#contract/requests/form-words.ts'
import { requestFormsApi, type FormFields, type RequestForm } from '#contract/requests/request-forms.ts'
import {
  fieldsIn,
  revised,
  unlessChanged,
  useRevisedSave,
  type Revised,
} from '#parts/conflict/revised-save.ts'
import { call } from '#web/api-client.ts'

/** Saves a form that was read as `stored`. Where somebody was faster, `question` asks whose is kept. */
export function useSaveForm(stored: RequestForm, onStored: (saved: RequestForm) => void) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, formId: stored.FormId }
  const venues = useRead(venuesApi.listVenues, { params: { businessId } }).data?.Results ?? []
  const { run } = useAction(requestFormsApi.updateRequestForm, {
    success: 'Form saved.',
    failure: unlessChanged('The form could not be saved.'),
  })
  const { save, question } = useRevisedSave<FormFields, RequestForm>({
    what: 'form',
    send: (body, revision) => run({ params, query: { revision }, body }),
    read: async () => revised(await call(requestFormsApi.getRequestForm, { params }), revisedOf),
    words: {
      labels: formParts,
      // Two venues may have one name.
      sameBy: (form, part: FormPart) => (part === 'VenueNo' ? form.VenueNo : formPartInWords(form, part)),
      wordsOf: (form, part: FormPart) =>
        part === 'VenueNo'
          ? venues.find(({ VenueNo }) => VenueNo === form.VenueNo)?.DisplayName
          : formPartInWords(form, part),
    },
  })

  return {
    save: async (mine: FormFields) => {
      const answer = await save(mine, revisedOf(stored))
      if (answer.ok) onStored(answer.data)
      return answer
    },
    question,
  }
}

function revisedOf(form: RequestForm): Revised<FormFields> {
  return { fields: fieldsIn(form, Object.keys(formParts) as FormPart[]), revision: String(form.Revision) }
}
