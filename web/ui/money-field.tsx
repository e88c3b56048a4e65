import { NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import type { NumberInputProps } from '@mantine/core'

type Props = Omit<NumberInputProps, 'onChange'> & { onChange: (dollars: number | '') => void }

/** Dollars with two decimals. Tells a number at every moment; the kit tells a text while '2.50' is being typed. */
export function MoneyField({ onChange, ...props }: Props) {
  return (
    <NumberInput
      prefix="$"
      hideControls
      thousandSeparator=","
      decimalScale={2}
      fixedDecimalScale
      allowNegative={false}
      onChange={(value) => {
        const dollars = value === '' ? Number.NaN : Number(value)
        onChange(Number.isNaN(dollars) ? '' : dollars)
      }}
      {...props}
    />
  )
}
