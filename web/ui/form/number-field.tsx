import { NumberInput, type NumberInputProps } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'

type Props = Omit<NumberInputProps, 'onChange'> & { onChange: (value: number | '') => void }

/** A number, not negative. Tells a number at every moment; the kit tells a text while '2.50' is being typed. */
export function NumberField({ onChange, ...props }: Props) {
  return (
    <NumberInput
      hideControls
      allowNegative={false}
      onChange={(value) => {
        const number = value === '' ? Number.NaN : Number(value)
        onChange(Number.isNaN(number) ? '' : number)
      }}
      {...props}
    />
  )
}
