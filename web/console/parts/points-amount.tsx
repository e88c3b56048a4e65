import { SimpleGrid, Textarea } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { dollarsFor, pointsFor } from '#contract/points/points.ts'
import { MoneyField } from '#ui/form/money-field.tsx'
import { NumberField } from '#ui/form/number-field.tsx'

/** What a form about an amount of points holds; a number is empty while it is being typed. */
export type PointsValues = { PointsByDollarValue: number | ''; PointsByQuantity: number | ''; Note: string }

export const noPoints: PointsValues = { PointsByDollarValue: '', PointsByQuantity: '', Note: '' }

type Props<Values extends PointsValues> = {
  form: UseFormReturnType<Values>
  /** How many points a dollar is. */
  ratio: number
  /** It is where one begins. */
  isFirst?: boolean
}

/** Dollars and points, each made from the other while it is typed, and a note. */
export function PointsAmountFields<Values extends PointsValues>({ form, ratio, isFirst }: Props<Values>) {
  const set = (amounts: Partial<PointsValues>) => {
    form.setValues(amounts as Partial<Values>)
    form.clearFieldError('PointsByDollarValue')
    form.clearFieldError('PointsByQuantity')
  }
  return (
    <>
      <SimpleGrid cols={2} spacing="md">
        <MoneyField
          label="Dollars"
          required
          data-autofocus={isFirst || undefined}
          {...form.getInputProps('PointsByDollarValue')}
          onChange={(dollars) =>
            set({
              PointsByDollarValue: dollars,
              PointsByQuantity: dollars === '' ? '' : pointsFor(dollars, ratio),
            })
          }
        />
        <NumberField
          label="Points"
          required
          thousandSeparator=","
          decimalScale={2}
          {...form.getInputProps('PointsByQuantity')}
          onChange={(points) =>
            set({
              PointsByQuantity: points,
              PointsByDollarValue: points === '' ? '' : dollarsFor(points, ratio),
            })
          }
        />
      </SimpleGrid>
      <Textarea label="Note" required autosize minRows={2} maxRows={6} {...form.getInputProps('Note')} />
    </>
  )
}
