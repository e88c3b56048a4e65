import { Stack, Text } from '@mantine/core'
import { retentionLabels } from '#contract/business/retention-words.ts'
import type { Falling } from '#contract/business/retention.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { formatCount, formatDate } from '#ui/text/format.ts'

type Props = {
  falling: readonly Falling[]
  onConfirm: () => Promise<{ ok: boolean }>
  onClose: () => void
}

/** Says what falls away, kind by kind, before a shorter time is saved. */
export function ShorterDialog({ falling, onConfirm, onClose }: Props) {
  return (
    <ConfirmModal
      title="Keep records for a shorter time?"
      text={
        <Stack gap="sm">
          <Text>In the coming night this falls away, and nobody can bring it back:</Text>
          <Facts facts={falling.map((each) => [retentionLabels[each.Kind], fallingInWords(each)])} />
          <Text>
            From then on, each night what has become too old. Until then you can set it longer again.
          </Text>
        </Stack>
      }
      confirmLabel="Keep it shorter"
      danger
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

function fallingInWords({ Count, IsMore, KeptFrom }: Falling): string {
  const day = formatDate(KeptFrom).replaceAll(' ', '\u00A0')
  const count = Count === 0 ? 'None' : `${IsMore ? 'More than ' : ''}${formatCount(Count)}`
  return `${count} from before ${day}`
}
