import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'
import type { businessApi } from '#contract/business/business.ts'
import { registerWords } from '#contract/business/register-words.ts'
import { usualTimeZone } from '#contract/values/time-zones.ts'

type Values = z.input<typeof businessApi.createBusiness.body>

/** An ABN that the register doesn't confirm: whoever means it says so, and what the register would have said. */
export function UnconfirmedFields({ form }: { form: UseFormReturnType<Values> }) {
  const state = form.getInputProps('State')
  return (
    <>
      <Checkbox
        label={registerWords.meant}
        description={registerWords.meantHint}
        {...form.getInputProps('IsAbnUnconfirmed', { type: 'checkbox' })}
      />
      <TextInput label="Name" {...form.getInputProps('Name')} />
      <TextInput
        label="State"
        placeholder="NSW"
        {...state}
        onChange={(event) => {
          state.onChange(event)
          form.setFieldValue('TimeZone', usualTimeZone(event.currentTarget.value))
        }}
      />
      <TextInput label="Post code" inputMode="numeric" {...form.getInputProps('Postcode')} />
    </>
  )
}
