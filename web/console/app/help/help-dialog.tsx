import { Anchor, Kbd, Modal, Stack, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Kbd.layer.css'
import { useMatches, useParams } from '@tanstack/react-router'
import { useCanOpen } from '#console/can-open.ts'
import { useMe } from '#console/session.ts'
import { consolePaths, pageHref, type PageName } from '#contract/console-paths.ts'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { Link } from '#ui/layout/navigation.tsx'
import styles from './help-dialog.module.css'
import type { PageHelp } from './help-words.ts'
import { pageHelp } from './page-help.ts'

const shortcuts = [
  { keys: ['Ctrl', 'K'], does: 'Jump to a page or a record, or do something' },
  { keys: ['/'], does: 'Search the list on this page' },
  { keys: ['Esc'], does: 'Close what is open' },
  { keys: ['?'], does: 'This help' },
] as const

/** What the page is for that one is on, where one goes on from it, and what the keys do. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { close, modal } = useDialog(onClose)
  const help = pageHelp[useCurrentPage()]
  return (
    <Modal {...modal} title="Help" onClose={close} size="md">
      <Stack gap="md">
        {help.sentences.map((sentence) => (
          <Text key={sentence}>{sentence}</Text>
        ))}
        <Next {...help.next} onFollowed={close} />
        <Title order={3} size="h5">
          Keys
        </Title>
        <dl className={styles.keys}>
          {shortcuts.map(({ keys, does }) => (
            <div key={does}>
              <dt>
                {keys.map((key) => (
                  <Kbd key={key}>{key === 'Ctrl' && isMac() ? '⌘' : key}</Kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </Stack>
    </Modal>
  )
}

/** Only to what one may open. */
function Next({ page, label, onFollowed }: PageHelp['next'] & { onFollowed: () => void }) {
  const me = useMe()
  const { businessId = me.BusinessId } = useParams({ strict: false })
  const canOpen = useCanOpen(page)
  const isOfBusiness = consolePaths[page].includes('$businessId')
  if (!canOpen || (isOfBusiness && businessId === null)) return null
  return (
    <Anchor
      component={Link}
      href={pageHref(page, { businessId: businessId ?? '' })}
      className={styles.next}
      underline="always"
      onClick={onFollowed}
    >
      {label}
    </Anchor>
  )
}

/** The page of the address; where there is none, the start's. */
function useCurrentPage(): PageName {
  const path = useMatches().at(-1)?.fullPath.replace(/\/$/, '')
  const names = Object.keys(consolePaths) as PageName[]
  return names.find((name) => consolePaths[name] === path) ?? 'home'
}

const isMac = () => navigator.userAgent.includes('Mac')
