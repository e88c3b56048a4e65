import { SimpleGrid, TextInput } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import type { CardProgram } from '#contract/cards/card-programs.ts'
import { FoundAddressField } from '#parts/address-field.tsx'
import { MobileField } from '#parts/mobile-field.tsx'
import { formatMoney } from '#ui/text/format.ts'
import { MoneyField } from '#ui/form/money-field.tsx'
import type { DetailsValues } from './details-values.ts'

type Props = { form: UseFormReturnType<DetailsValues>; program: CardProgram }

/** The fields of a card's details. */
export function CardDetailsFields({ form, program }: Props) {
  const { MinimumInitialCardValue: least, MaximumInitialCardValue: most } = program
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <MoneyField
          label="Initial balance"
          required
          description={`More than ${formatMoney(least)}, less than ${formatMoney(most)}`}
          {...form.getInputProps('InitialCardValue')}
        />
        <span />
        <TextInput label="First name" autoComplete="off" required {...form.getInputProps('FirstName')} />
        <TextInput label="Last name" autoComplete="off" required {...form.getInputProps('LastName')} />
        <TextInput
          label="Email address"
          type="email"
          autoComplete="off"
          required
          {...form.getInputProps('EmailAddress')}
        />
        <MobileField required {...form.getInputProps('MobileNumber')} />
      </SimpleGrid>
      <FoundAddressField label="Postal address" required {...form.getInputProps('Address')} />
    </>
  )
}
