import { useClipboard } from '@mantine/hooks'
import { useEffect } from 'react'
import { toasts } from './toasts.ts'

/** Copies a text; where the browser doesn't allow it, the text is shown. */
export function useCopy(value: string): { copy: () => void; isCopied: boolean } {
  const { copy, copied, error } = useClipboard()
  useEffect(() => {
    if (error) toasts.error('The browser does not allow copying. Here it is:', value)
  }, [error, value])
  return { copy: () => copy(value), isCopied: copied }
}
