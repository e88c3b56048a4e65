import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { internationalMobile, lacksCountryCode } from '#contract/values/mobile.ts'

type Props = Omit<TextInputProps, 'onChange' | 'value'> & {
  value?: string
  onChange: (mobile: string) => void
}

/** A mobile number; one as it is dialled at home can be made international with a click. */
export function MobileField({ value = '', onChange, ...props }: Props) {
  const isHome = lacksCountryCode(value) && /^[\d\s()-]{10,}$/.test(value)
  return (
    <div>
      <TextInput
        label="Mobile number"
        type="tel"
        autoComplete="off"
        placeholder="+61 4…"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
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
