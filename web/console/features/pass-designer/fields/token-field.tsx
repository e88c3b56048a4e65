import { ActionIcon, Combobox, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import { IconBraces } from '@tabler/icons-react'
import { invitationLink } from '#contract/passes/invitation-text.ts'
import { passTokens } from '#contract/passes/pass-tokens.ts'
import styles from './fields.module.css'
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
}

type Offer = { name: string; label: string; sample: string }

const link: Offer = { name: invitationLink, label: 'Where the pass is claimed', sample: 'https://…' }

/** A text that may name dynamic data: an opening brace offers what there is. */
export function TokenField({ isLong = false, hasLink = false, ...field }: Props) {
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
        <Offers offers={query === null ? [] : offersFor(query, hasLink)} />
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Offers({ offers }: { offers: Offer[] }) {
  return (
    <Combobox.Options aria-label="Dynamic data" className={styles.offers}>
      {offers.length === 0 && <Combobox.Empty>There is no such dynamic data.</Combobox.Empty>}
      {offers.map((offer) => (
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

function offersFor(query: string, hasLink: boolean): Offer[] {
  const wanted = query.toLowerCase()
  const all: readonly Offer[] = hasLink ? [link, ...passTokens] : passTokens
  return all.filter(({ name, label }) => `${name} ${label}`.toLowerCase().includes(wanted))
}
