import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, type RefObject } from 'react'
import { focusFirstWrongField } from '#ui/form/zod-form.ts'

const all = [
  { key: 'details', label: 'Details' },
  { key: 'address', label: 'Address' },
  { key: 'contact', label: 'Contact' },
] as const

type FormTab = (typeof all)[number]['key']

/** The tab that a field of the form is on. */
export function tabOf(field: string): FormTab {
  if (/^(Home|Work|Postal|Default)Address/.test(field)) return 'address'
  return /^(Home|Work|Postal|Default)ContactDetails/.test(field) ? 'contact' : 'details'
}

/**
 * The tab of the form that is shown; it is in the address. Some fields of other tabs may be on the first one, too: what is
 * wrong in them is seen there.
 */
export function useFormTab(form: RefObject<HTMLFormElement | null>, alsoFirst: readonly string[] = []) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const current = all.find(({ key }) => key === search.tab)?.key ?? 'details'
  const awaited = useRef<FormTab | null>(null)

  // Another tab's field can take the focus only once that tab is shown.
  useEffect(() => {
    if (awaited.current !== current || !form.current) return
    awaited.current = null
    focusFirstWrongField(form.current)
  }, [current, form])

  const change = (tab: string) =>
    // It is the same form on every tab: nothing is lost, and nobody is asked.
    void navigate({
      to: '.',
      search: { ...search, tab },
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })

  function reveal(wrongFields: string[]) {
    const tabs = wrongFields.map(tabOf)
    const first = all.find(({ key }) => tabs.includes(key))
    const isSeen = (field: string) =>
      tabOf(field) === current || (current === 'details' && alsoFirst.includes(field))
    if (!first || tabs.includes(current) || wrongFields.every(isSeen)) return
    awaited.current = first.key
    change(first.key)
  }
  return { all, current, change, reveal }
}
