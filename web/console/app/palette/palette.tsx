import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { useJumps } from './jumps.ts'
import type { Jump } from './jump.ts'
import styles from './palette.module.css'

/** Jumps to a page, a business, a member, a card or an event by a few letters; open as long as it is mounted. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { close, modal } = useDialog(onClose)
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { jumps, word } = useJumps(text)
  const { store, places } = usePlaces(jumps, close)

  function jump(href: string) {
    close()
    // The door is no page of the console.
    if (href.startsWith('/scan/')) location.assign(href)
    else void navigate({ to: href })
  }

  return (
    <Modal.Root {...modal} padding={0} size={560} yOffset="12dvh">
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label="Jump to">
        <Combobox store={store} onOptionSubmit={jump}>
          <Combobox.EventsTarget>
            <TextInput
              data-autofocus
              aria-label={purpose}
              placeholder={purpose}
              leftSection={<IconSearch size={18} aria-hidden />}
              variant="unstyled"
              classNames={{ root: styles.search, input: styles.input }}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </Combobox.EventsTarget>
          <Combobox.Options aria-label="Places to jump to" className={styles.list}>
            {places}
          </Combobox.Options>
        </Combobox>
        <output className={styles.none}>{word}</output>
      </Modal.Content>
    </Modal.Root>
  )
}

const purpose = 'Jump to a page, business, member, card or event'

/** The places as options, of which the first is chosen whenever they change. */
function usePlaces(jumps: Jump[], onEscape: () => void) {
  const store = useCombobox({ opened: true, onDropdownClose: onEscape })
  const { selectFirstOption } = store
  const names = jumps.flatMap((jump) => (jump.isStale ? [] : jump.href)).join(' ')
  useEffect(() => {
    if (names) selectFirstOption()
  }, [names, selectFirstOption])

  const places = jumps.map((jump) => (
    <Combobox.Option
      key={jump.href}
      value={jump.href}
      disabled={jump.isStale ?? false}
      className={styles.jump}
    >
      <jump.icon size={18} stroke={1.5} aria-hidden />
      <span>{jump.label}</span>
      <span className={styles.place}>{jump.place}</span>
    </Combobox.Option>
  ))
  return { store, places }
}
