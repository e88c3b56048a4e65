import type { ComponentProps } from 'react'
import { NumberField } from './number-field.tsx'

/** Dollars with two decimals. */
export function MoneyField(props: ComponentProps<typeof NumberField>) {
  return <NumberField prefix="$" thousandSeparator="," decimalScale={2} fixedDecimalScale {...props} />
}
