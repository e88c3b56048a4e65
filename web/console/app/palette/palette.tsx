import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { memberActions } from '#app/member/member-actions.ts'
import { BusinessContext } from '#console/business.ts'
import { doorsPath } from '#contract/door-path.ts'
import { opened } from '#ui/layout/opened.tsx'
import { useCurrentBusiness } from '#app/current-business.ts'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { useJumps } from './jumps.ts'
import type { Deed, Jump } from './jump.ts'
import styles from './palette.module.css'
import { takeTyped } from './typed-ahead.ts'

/** Leads anywhere and begins anything by a few letters; open as long as it is mounted. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { business } = useCurrentBusiness()
  const [deed, setDeed] = useState<Deed | null>(null)
  const Dialog = dialogs.find(({ action }) => action === deed?.action)?.Dialog
  if (!deed || !business || !Dialog) return <Search onDeed={setDeed} onClose={onClose} />
  return (
    <BusinessContext value={business}>
      <Dialog member={deed.member} onClose={onClose} />
    </BusinessContext>
  )
}

const dialogs = memberActions.map((action) => ({
  action,
  Dialog: opened(async () => (await action.load()).Dialog),
}))

type SearchProps = { onDeed: (deed: Deed) => void; onClose: () => void }

function Search({ onDeed, onClose }: SearchProps) {
  const { close, modal } = useDialog(onClose)
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { jumps, word } = useJumps(text)
  const { store, places } = usePlaces(jumps, close)

  function choose(key: string) {
    const jump = jumps.find((each) => each.key === key)
    if (jump?.text) setText(jump.text)
    else if (jump?.deed) onDeed(jump.deed)
    else if (jump?.href) go(jump.href)
  }

  function go(href: string) {
    close()
    // The door is no page of the console.
    if (href.startsWith(doorsPath)) location.assign(href)
    else void navigate({ to: href })
  }

  return (
    // Over a record that opens by its address only now: whoever asks for the palette goes on with that.
    <Modal.Root {...modal} padding={0} size={560} yOffset="12dvh" zIndex={250}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label="Jump to">
        <Combobox store={store} onOptionSubmit={choose}>
          <Combobox.EventsTarget>
            <TextInput
              data-autofocus
              aria-label={purpose}
              placeholder={purpose}
              leftSection={<IconSearch size={18} aria-hidden />}
              variant="unstyled"
              classNames={{ root: styles.search, input: styles.input }}
              value={text}
              onFocus={() => setText(text + takeTyped())}
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

const purpose = 'Find anything, or say what to do'

/** The places as options, of which the first is chosen whenever they change. */
function usePlaces(jumps: Jump[], onEscape: () => void) {
  const store = useCombobox({ opened: true, onDropdownClose: onEscape })
  const { selectFirstOption } = store
  const names = jumps.flatMap((jump) => (jump.isStale ? [] : jump.key)).join(' ')
  useEffect(() => {
    if (names) selectFirstOption()
  }, [names, selectFirstOption])

  const places = jumps.map((jump) => (
    <Combobox.Option key={jump.key} value={jump.key} disabled={jump.isStale ?? false} className={styles.jump}>
      <jump.icon size={18} stroke={1.5} aria-hidden />
      <span>{jump.label}</span>
      <span className={styles.place}>{jump.place}</span>
    </Combobox.Option>
  ))
  return { store, places }
}
