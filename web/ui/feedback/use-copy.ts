import { useClipboard } from '@mantine/hooks'
import { useEffect } from 'react'
import { toasts } from './toasts.ts'

/**
 * Copies a text; where the browser doesn't allow it, the text is shown. `said` is the toast when it was copied, for
 * those that don't show `isCopied` themselves.
 */
export function useCopy(value: string, said?: string): { copy: () => void; isCopied: boolean } {
  const { copy, copied, error } = useClipboard()
  useEffect(() => {
    if (error) toasts.error('The browser does not allow copying. Here it is:', value)
  }, [error, value])
  useEffect(() => {
    if (copied && said) toasts.success(said)
  }, [copied, said])
  return { copy: () => copy(value), isCopied: copied }
}
