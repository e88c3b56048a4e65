import { ActionIcon, Combobox, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import { IconBraces } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { takesToken, type TokenPlace } from '#contract/passes/token-places.ts'
import styles from './fields.module.css'
import { useOffers, type Offer } from './use-offers.ts'
import { useTokens } from './use-tokens.ts'

type Props = {
  label: string
  description?: string
  value: string
  onChange: (text: string) => void
  error?: string | undefined
  isLong?: boolean
  /** The invitation has the address where the pass is claimed, too. */
  hasLink?: boolean
  /** Where it is, if that doesn't take all there is. */
  place?: TokenPlace | null
}

/** A text that may name dynamic data: an opening brace offers what there is. */
export function TokenField({ isLong = false, hasLink = false, place = null, ...field }: Props) {
  const { input, combobox, query, type, insert, begin } = useTokens(field)
  const Field = isLong ? Textarea : TextInput
  const { label, description, value, error } = field
  return (
    <Combobox store={combobox} onOptionSubmit={insert} position="bottom-start">
      <Combobox.Target>
        <Field
          ref={input}
          label={label}
          description={description}
          error={error}
          value={value}
          {...(isLong && { rows: 3 })}
          onChange={type}
          onBlur={() => combobox.closeDropdown()}
          rightSection={
            <ActionIcon
              variant="subtle"
              aria-label={`Insert dynamic data into ${label}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={begin}
            >
              <IconBraces size={16} aria-hidden />
            </ActionIcon>
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={query === null}>
        {query !== null && (
          <Offers query={query} hasLink={hasLink} place={place} onCome={() => combobox.selectFirstOption()} />
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

type OffersProps = { query: string; hasLink: boolean; place: TokenPlace | null; onCome: () => void }

function Offers({ query, hasLink, place, onCome }: OffersProps) {
  const { offers, error } = useOffers(hasLink)
  // They may come after the brace was typed.
  const come = useEffectEvent(onCome)
  const areThere = offers !== undefined
  useEffect(() => {
    if (areThere) come()
  }, [areThere])
  const fitting = offers?.filter(({ name }) => takesToken(place, name))
  const found = fitting && matching(fitting, query)
  return (
    <Combobox.Options aria-label="Dynamic data" className={styles.offers}>
      {!found && <Combobox.Empty>{error ? failed(error.message) : 'Loading…'}</Combobox.Empty>}
      {found?.length === 0 && (
        <Combobox.Empty>
          {fitting?.length === 0 ? 'No dynamic data can stand here.' : 'There is no such dynamic data here.'}
        </Combobox.Empty>
      )}
      {found?.map((offer) => (
        <Combobox.Option key={offer.name} value={offer.name}>
          <span className={styles.offer}>
            <strong>{`{${offer.name}}`}</strong>
            <span>{offer.sample}</span>
          </span>
        </Combobox.Option>
      ))}
    </Combobox.Options>
  )
}

const failed = (why: string) => `What a pass can show could not be loaded. ${why}`

function matching(offers: readonly Offer[], query: string): Offer[] {
  const wanted = query.toLowerCase()
  return offers.filter(({ name, label }) => `${name} ${label}`.toLowerCase().includes(wanted))
}
