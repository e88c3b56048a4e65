import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import type { AddressComponent } from '#contract/business/addresses.ts'
import { useAddressSuggestions } from './address-suggestions.ts'

/** An address in one line, and in its parts once it was chosen rather than typed. */
export type ChosenAddress = { FormattedAddress: string; AddressComponents: AddressComponent[] }

type Props = Omit<AutocompleteProps, 'value' | 'onChange' | 'data'> & {
  value?: ChosenAddress
  onChange: (address: ChosenAddress) => void
}

/** An Australian address, chosen among those that begin as typed. */
export function FoundAddressField({ value, onChange, ...props }: Props) {
  const { suggestions, search, note } = useAddressSuggestions()

  function change(text: string) {
    const picked = suggestions.find(({ Description }) => Description === text)
    // What was picked needs no search.
    if (!picked) search(text.trim())
    onChange({ FormattedAddress: text, AddressComponents: picked?.address_components ?? [] })
  }

  return (
    <Autocomplete
      autoComplete="off"
      placeholder="Number, street and suburb"
      description={note}
      value={value?.FormattedAddress ?? ''}
      data={suggestions.map(({ Description }) => Description)}
      // The server has chosen them already.
      filter={({ options }) => options}
      onChange={change}
      {...props}
    />
  )
}
