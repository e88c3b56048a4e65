import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Copies `value`; `label` says what that is: 'card number'. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const { copy, copied } = useClipboard()
  return (
    <ActionIcon
      variant="subtle"
      color={copied ? 'green.9' : 'gray.7'}
      size="sm"
      aria-label={copied ? 'Copied' : `Copy ${label}`}
      aria-live="polite"
      onClick={() => copy(value)}
    >
      {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    </ActionIcon>
  )
}
