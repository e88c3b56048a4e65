import { Alert } from '@mantine/core'
import { useRef, useState } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useSettings } from '#console/settings.ts'
import { businessApi, type Business } from '#contract/business/business.ts'
import { isUnconfirmed, registerIsMadeUp } from '#contract/business/register-words.ts'
import { messages } from '#contract/messages.ts'
import { usualTimeZone } from '#contract/values/time-zones.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { AbnPicker } from './abn-picker.tsx'
import { UnconfirmedFields } from './unconfirmed-fields.tsx'
import { ZoneSelect } from './zone-select.tsx'

const text = messages.business

const start = {
  ABN: '',
  Name: '',
  State: '',
  Postcode: '',
  TimeZone: usualTimeZone(''),
  IsAbnUnconfirmed: false,
}

const said: Parameters<typeof useAction>[1] = {
  success: text.created,
  // What is a question rather than a failure stands in the dialog, above its answer.
  failure: ({ status, code }) =>
    isUnconfirmed(code) ? null : status === 0 ? text.createFailedUnknown : text.createFailed,
}

/**
 * Makes a business of an entry of the business register, or of an ABN that it doesn't confirm; closes with the business it
 * made, if any.
 */
export function NewBusinessDialog({ onClose }: { onClose: (created: Business | null) => void }) {
  const created = useRef<Business | null>(null)
  const [unconfirmed, setUnconfirmed] = useState('')
  const { run } = useAction(businessApi.createBusiness, said)
  return (
    <FormModal
      title="New Business"
      submitLabel="Save"
      size="lg"
      schema={businessApi.createBusiness.body}
      initialValues={start}
      draft={keptAs('new business', { chosen: [unconfirmed, setUnconfirmed] })}
      onSubmit={async (body) => {
        const answer = await run({ body })
        if (answer.ok) created.current = answer.data
        if (answer.ok || !isUnconfirmed(answer.code)) return fieldsOf(answer)
        setUnconfirmed(body.ABN)
        return answer
      }}
      onClose={() => onClose(created.current)}
    >
      {(form) => (
        <>
          <RegisterNotice />
          <AbnPicker
            picked={form.values.ABN}
            pickedName={form.values.Name}
            error={form.errors['ABN']}
            onPick={({ ABN, Name, State, Postcode }) => {
              form.setValues({ ...start, ABN, Name, State, Postcode, TimeZone: usualTimeZone(State) })
              form.clearErrors()
            }}
            onUnknown={(ABN) => {
              setUnconfirmed(ABN)
              form.setValues({ ...start, ABN, IsAbnUnconfirmed: true })
              form.clearErrors()
            }}
            // Meant was that one, and no other.
            onSearch={() => form.values.ABN === unconfirmed && form.setValues(start)}
          >
            {form.values.ABN !== '' && form.values.ABN === unconfirmed && <UnconfirmedFields form={form} />}
          </AbnPicker>
          {form.values.ABN !== '' && <ZoneSelect {...form.getInputProps('TimeZone')} />}
        </>
      )}
    </FormModal>
  )
}

function RegisterNotice() {
  const { RegisterIsMadeUp } = useSettings()
  return RegisterIsMadeUp && <Alert color="orange">{registerIsMadeUp}</Alert>
}
