import { SimpleGrid } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { reloadRuleLabels, type ReloadLimits } from '#contract/cards/reload-limits.ts'
import { MoneyField } from '#ui/form/money-field.tsx'

type Form = Pick<UseFormReturnType<ReloadLimits>, 'values'> & {
  getInputProps: (field: keyof ReloadLimits) => object
  setFieldValue: (field: keyof ReloadLimits, value: number | null) => void
}

/** How much may be added to the cards of a program. */
export function ReloadLimitFields({ form }: { form: Form }) {
  const field = (name: keyof ReloadLimits, description: string) => (
    <MoneyField
      label={reloadRuleLabels[name]}
      description={description}
      {...form.getInputProps(name)}
      value={form.values[name] ?? ''}
      onChange={(amount: number | '') => form.setFieldValue(name, amount === '' ? null : amount)}
    />
  )
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {field('MaximumBalance', 'Leave it empty for any amount.')}
      {field(
        'MaximumReloadPerDay',
        'To one card. Tills reload only cards that have this limit; left empty, the console adds any amount.',
      )}
    </SimpleGrid>
  )
}
