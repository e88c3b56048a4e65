import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { afterPress } from '#ui/form/after-press.ts'
import { internationalMobile, isHomeMobile } from '#contract/values/mobile.ts'

type Props = Omit<TextInputProps, 'onChange' | 'value'> & {
  value?: string | null
  onChange: (mobile: string) => void
}

/** A mobile number; one as it is dialled at home becomes international when the field is left, or by a click. */
export function MobileField({ value: given, onChange, onBlur, ...props }: Props) {
  const value = given ?? ''
  const isHome = isHomeMobile(value)
  return (
    <div>
      <TextInput
        label="Mobile number"
        type="tel"
        autoComplete="off"
        placeholder="+61 4…"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={(event) => {
          // First, so that the number is checked as it will be kept.
          afterPress(() => isHome && onChange(internationalMobile(value)))
          onBlur?.(event)
        }}
        {...props}
      />
      {isHome && (
        <Button variant="light" size="xs" mt={4} onClick={() => onChange(internationalMobile(value))}>
          Use {internationalMobile(value)}
        </Button>
      )}
    </div>
  )
}
