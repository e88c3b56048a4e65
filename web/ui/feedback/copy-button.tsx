import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useCopy } from './use-copy.ts'

/** Copies `value`; `label` says what that is: 'card number'. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const { copy, isCopied } = useCopy(value)
  return (
    <ActionIcon
      variant="subtle"
      color={isCopied ? 'green.9' : 'gray.7'}
      size="sm"
      aria-label={isCopied ? 'Copied' : `Copy ${label}`}
      aria-live="polite"
      onClick={copy}
    >
      {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    </ActionIcon>
  )
}
