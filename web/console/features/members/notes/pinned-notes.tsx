import { useBusiness } from '#console/business.ts'
import { useList } from '#console/queries.ts'
import { memberNotesApi } from '#contract/members/member-notes.ts'
import styles from './member-notes.module.css'

/** What colleagues want everybody to know before anything else. All notes, with who wrote them, stand further down. */
export function PinnedNotes({ memberId }: { memberId: string }) {
  const { BusinessId: businessId } = useBusiness()
  const { rows = [] } = useList(memberNotesApi.listMemberNotes, { params: { businessId, memberId } })
  const pinned = rows.filter(({ IsPinned }) => IsPinned)
  if (pinned.length === 0) return null
  return (
    <section className={styles.pinned} aria-label="Pinned notes">
      {pinned.map(({ NoteId, Text }) => (
        <p key={NoteId} className={styles.text}>
          {Text}
        </p>
      ))}
    </section>
  )
}
