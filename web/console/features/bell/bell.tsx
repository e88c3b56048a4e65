import { ActionIcon, Indicator, Popover } from '@mantine/core'
import '@mantine/core/styles/Indicator.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { useDocumentVisibility } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { refreshQueries } from '#console/queries.ts'
import { useStream } from '#console/stream.ts'
import { bellApi, BellNews } from '#contract/bell/bell.ts'
import { atMost, bellWords } from '#contract/bell/notice-words.ts'
import { NoticeList } from './notice-list.tsx'
import { useWaiting } from './waiting.ts'

/** What happened while one was away, in the business whose pages one is on. */
export function Bell() {
  const { businessId }: { businessId?: string } = useParams({ strict: false })
  return businessId ? <BellOf key={businessId} businessId={businessId} /> : null
}

function BellOf({ businessId }: { businessId: string }) {
  const [isOpen, setOpen] = useState(false)
  const waiting = useWaiting()
  useNews(businessId)
  // Where it can't be read, as by those who have yet to say why they come, there is none.
  if (!waiting) return null
  const { Unread } = waiting
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(24rem, calc(100vw - 16px))"
      trapFocus
      returnFocus
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <Indicator label={atMost(9, Unread)} disabled={Unread === 0} size={16} offset={7} color="red">
          <ActionIcon
            variant="subtle"
            color="gray.7"
            size={36}
            aria-label={bellWords.label(Unread)}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconBell size={20} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Indicator>
      </Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-label={bellWords.title}>
        {isOpen && <NoticeList businessId={businessId} onLeave={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Only where it is looked at: each stream takes one of the few connections that a browser has for all of its tabs. */
function useNews(businessId: string): void {
  const client = useQueryClient()
  const isSeen = useDocumentVisibility() === 'visible'
  useStream(bellApi.watchNotices, isSeen ? { params: { businessId } } : null, BellNews, () => {
    void refreshQueries(client, ['notice'])
  })
}
