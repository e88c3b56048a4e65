import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { memberNotesApi, type MemberNote } from '#contract/members/member-notes.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

type Props = { memberId: string; note: MemberNote; onClose: () => void }

/** Asks, and deletes a note. */
export function DeleteNoteDialog({ memberId, note, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(memberNotesApi.deleteMemberNote, {
    success: 'Note deleted.',
    failure: 'The note could not be deleted.',
  })
  return (
    <ConfirmModal
      title="Delete this note?"
      text={note.Text}
      confirmLabel="Delete"
      danger
      onConfirm={() => run({ params: { businessId, memberId, noteId: note.NoteId } })}
      onClose={onClose}
    />
  )
}
