import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * The record that a page shows beside its list. The address names it, so that it can be shared, and the
 * browser's Back closes it.
 */
export function useOpened(name: string) {
  const { [name]: id, ...rest }: Record<string, unknown> = useSearch({ strict: false })
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return {
    id: typeof id === 'string' ? id : undefined,
    hrefOf: (recordId: string) =>
      `${pathname}?${new URLSearchParams({ ...(rest as Record<string, string>), [name]: recordId }).toString()}`,
    close: () =>
      void navigate({
        to: '.',
        search: ({ [name]: _, ...others }: Record<string, unknown>) => others,
        replace: true,
        resetScroll: false,
      }),
  }
}

/** The palette asks for a new one by the address, which then is the page's own again: at once, or when the page is ready for it. */
export function useAskedFor(open: () => void, isReady = true) {
  const asked = useOpened('new')
  const isAsked = asked.id !== undefined && isReady
  useEffect(() => {
    if (!isAsked) return
    open()
    asked.close()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isAsked])
}
