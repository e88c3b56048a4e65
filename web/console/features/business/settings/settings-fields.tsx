import { ColorInput, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/ColorInput.layer.css'
import '@mantine/core/styles/ColorPicker.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'
import { usualColour } from '#contract/business/look-colours.ts'
import type { SettingsFields as Fields } from '#contract/business/settings.ts'

/** What is filled in of a business. */
export function BusinessSettingsFields({ form }: { form: UseFormReturnType<z.input<typeof Fields>> }) {
  return (
    <>
      <TextInput
        label="Display name"
        description="As staff, patrons and mails call the business."
        {...form.getInputProps('DisplayName')}
      />
      <TextInput label="Email" type="email" {...form.getInputProps('EmailAddress')} />
      <TextInput label="Phone number" type="tel" {...form.getInputProps('PhoneNumber')} />
      <TextInput label="Website" type="url" placeholder="https://" {...form.getInputProps('Website')} />
      <Textarea
        label="Postal address"
        autosize
        minRows={2}
        maxRows={5}
        {...form.getInputProps('PostalAddress')}
      />
      <ColorInput
        label="Colour"
        description="Behind the name on pages and mails for patrons. What is written on it is dark or light, whichever can be read."
        format="hex"
        placeholder={usualColour}
        popoverProps={{ position: 'top-start' }}
        eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
        {...form.getInputProps('Colour')}
      />
    </>
  )
}
