import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { IconSearch } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { formatAbn, isValidAbn, isValidAcn } from '#contract/values/abn.ts'
import type { AbnLookupResult, AbnLookupType } from '#contract/business/business.ts'
import { useDebounced } from '#ui/text/use-debounced.ts'
import styles from './abn-picker.module.css'
import { AbnResults } from './abn-results.tsx'

const types: { value: AbnLookupType; label: string; prompt: string }[] = [
  { value: 'name', label: 'Name', prompt: 'Name of the business' },
  { value: 'abn', label: 'ABN', prompt: 'ABN, eleven digits' },
  { value: 'acn', label: 'ACN', prompt: 'ACN, nine digits' },
]

type Props = {
  picked: string
  pickedName: string
  error: ReactNode
  onPick: (record: AbnLookupResult) => void
  /** The register has no entry for an ABN, or can't be asked, and it is wanted all the same. */
  onUnknown: (abn: string) => void
  /** Something else is searched for. */
  onSearch: () => void
  /** What is to be said of an entry beside what the register has. */
  children: ReactNode
}

/** Finds an entry of the business register by name, ABN or ACN, and picks it. */
export function AbnPicker({ error, pickedName, onSearch, children, ...choice }: Props) {
  const [type, setType] = useState<AbnLookupType>('name')
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState('')
  const search = useDebounced(setWanted)
  const mistake = mistakeIn(type, wanted)
  const prompt = types.find((each) => each.value === type)?.prompt

  function change(text: string) {
    setTyped(text)
    onSearch()
    search(text.trim())
  }

  return (
    <>
      <SegmentedControl
        aria-label="Search by"
        data={types}
        value={type}
        onChange={(value) => {
          setType(value)
          change('')
        }}
      />
      <TextInput
        data-autofocus
        label={prompt}
        type="search"
        autoComplete="off"
        inputMode={type === 'name' ? 'search' : 'numeric'}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        error={mistake ?? error}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter searches at once rather than saving.
          if (event.key !== 'Enter') return
          event.preventDefault()
          search.flush()
        }}
      />
      <Stack gap="md" className={styles.results}>
        {wanted && !mistake ? (
          <AbnResults type={type} q={wanted} isCurrent={typed.trim() === wanted} {...choice} />
        ) : (
          <Text c="dimmed">{unsearched(pickedName, choice.picked)}</Text>
        )}
        {children}
      </Stack>
    </>
  )
}

/** Said where nothing is searched for; something may have been picked before. */
function unsearched(name: string, abn: string): string {
  if (name === '') return 'Pick the business from what the Australian Business Register finds.'
  return `${name}, ABN ${formatAbn(abn)}`
}

function mistakeIn(type: AbnLookupType, text: string): string | null {
  if (text === '') return null
  if (type === 'abn' && !isValidAbn(text))
    return 'This is not an ABN: it has eleven digits, the first two of which check the others.'
  if (type === 'acn' && !isValidAcn(text))
    return 'This is not an ACN: it has nine digits, the last of which checks the others.'
  return null
}
