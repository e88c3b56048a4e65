import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { memberNotesApi, type MemberNote } from '#contract/members/member-notes.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import type { ListState } from '#ui/table/list-state.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { LoadMore } from '#ui/table/load-more.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { DeleteNoteDialog } from './delete-note-dialog.tsx'
import styles from './member-notes.module.css'
import { NewNote } from './new-note.tsx'
import { Note } from './note.tsx'

const failed = 'The notes could not be loaded.'

/** What colleagues wrote about a member, pinned ones first, and a place to write more. */
export function MemberNotes({ memberId }: { memberId: string }) {
  const { BusinessId: businessId } = useBusiness()
  const list = useCountedList(memberNotesApi.listMemberNotes, { params: { businessId, memberId } })
  const [doomed, setDoomed] = useState<MemberNote | null>(null)
  return (
    <Panel title="Notes">
      <NewNote memberId={memberId} />
      <NoteList list={list} memberId={memberId} onDelete={setDoomed} />
      {doomed && <DeleteNoteDialog memberId={memberId} note={doomed} onClose={() => setDoomed(null)} />}
    </Panel>
  )
}

type ListProps = {
  list: ListState<MemberNote>
  memberId: string
  onDelete: (note: MemberNote) => void
}

function NoteList({ list, memberId, onDelete }: ListProps) {
  const { rows, error, retry } = list
  if (!rows && error) return <ErrorState title={failed} detail={error.message} onRetry={retry} />
  if (!rows) return <Skeleton height="6rem" />
  if (rows.length === 0) return <output className={styles.none}>No notes yet.</output>
  return (
    <>
      <ul className={styles.notes} aria-label="Notes">
        {rows.map((note) => (
          <Note key={note.NoteId} memberId={memberId} note={note} onDelete={() => onDelete(note)} />
        ))}
      </ul>
      {list.hasMore && (
        <LoadMore
          count={rows.length}
          hasMore
          isLoading={list.isLoadingMore}
          onLoadMore={list.loadMore}
          error={error && { title: failed, detail: error.message, onRetry: retry }}
        />
      )}
    </>
  )
}
