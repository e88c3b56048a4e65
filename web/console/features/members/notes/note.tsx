import { ActionIcon } from '@mantine/core'
import { IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { memberNotesApi, type MemberNote } from '#contract/members/member-notes.ts'
import { DateText } from '#ui/date/date-text.tsx'
import styles from './member-notes.module.css'

type Props = { memberId: string; note: MemberNote; onDelete: () => void }

/** A note; anybody may pin it, and who wrote it may delete it. */
export function Note({ memberId, note, onDelete }: Props) {
  return (
    <li className={styles.note} data-pinned={note.IsPinned || undefined}>
      <p className={styles.text}>{note.Text}</p>
      <div className={styles.foot}>
        <span className={styles.who}>
          {note.IsPinned && 'Pinned · '}
          {note.ActorName} · <DateText value={note.At} />
        </span>
        <span className={styles.buttons}>
          <PinButton memberId={memberId} note={note} />
          {note.CanDelete && (
            <ActionIcon variant="subtle" color="red.8" aria-label="Delete note" onClick={onDelete}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </span>
      </div>
    </li>
  )
}

function PinButton({ memberId, note }: { memberId: string; note: MemberNote }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(memberNotesApi.pinMemberNote, {
    failure: 'The note could not be pinned.',
  })
  const params = { businessId, memberId, noteId: note.NoteId }
  return (
    <ActionIcon
      variant="subtle"
      color="gray.7"
      aria-label={note.IsPinned ? 'Unpin note' : 'Pin note'}
      onClick={() => void run({ params, body: { IsPinned: !note.IsPinned } })}
    >
      {note.IsPinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
    </ActionIcon>
  )
}
