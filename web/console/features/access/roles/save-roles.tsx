import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { readQuery } from '#console/queries.ts'
import { reloadMe, useMe } from '#console/session.ts'
import { messages } from '#contract/messages.ts'
import { rolesApi, type RoleChanges } from '#contract/access/roles.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import type { RoleDraft } from './role-draft.ts'
import { differencesInWords, usersAffected } from './role-words.ts'
import styles from './save-roles.module.css'

/** Saves a draft; `question` is what has to be settled before, if anything has. */
export function useSaveRoles(draft: RoleDraft, userCount: (name: string) => number, onRefresh: () => void) {
  const input = { params: { businessId: useBusiness().BusinessId } }
  const client = useQueryClient()
  const me = useMe()
  const [asked, setAsked] = useState<'affected' | 'meanwhile' | null>(null)
  const { run, isRunning } = useAction(rolesApi.saveRoles, {
    success: messages.roles.updated,
    failure: messages.roles.updateFailed,
    // The answer is the roles, and is kept.
    except: [rolesApi.listRoles],
  })
  const affected = usersAffected(draft.changes, userCount)
  const close = () => setAsked(null)

  async function send() {
    const query = { version: draft.base.Version }
    const answer = await run({ ...input, query, body: [...draft.roles] })
    if (answer.ok) {
      client.setQueryData(readQuery(rolesApi.listRoles, input).queryKey, answer.data)
      draft.discard()
      if (draft.changes.updated.some(({ after }) => after.Name === me.Role)) void reloadMe()
    } else if (answer.status === 409) {
      // Somebody has saved, or given a user the role that was to go: what was read is out of date.
      onRefresh()
      if (answer.code === 'roles_changed') setAsked('meanwhile')
    }
    return answer
  }

  function save() {
    if (draft.meanwhile) setAsked('meanwhile')
    else if (affected.length > 0) setAsked('affected')
    else void send()
  }

  const question = (
    <>
      {asked === 'affected' && <AffectedQuestion affected={affected} onConfirm={send} onClose={close} />}
      {asked === 'meanwhile' && draft.meanwhile && (
        <MeanwhileQuestion meanwhile={draft.meanwhile} onCatchUp={draft.catchUp} onClose={close} />
      )}
    </>
  )
  return { save, isSaving: isRunning, question }
}

type AffectedProps = { affected: string[]; onConfirm: () => Promise<{ ok: boolean }>; onClose: () => void }

/** Says who gains and loses what. */
function AffectedQuestion({ affected, onConfirm, onClose }: AffectedProps) {
  // Once it is saved nobody is affected any more, and the dialog is still to be seen closing.
  const [sentences] = useState(affected)
  return (
    <ConfirmModal
      title="Save roles?"
      text={
        <>
          This takes effect at once:
          <Sentences sentences={sentences} />
        </>
      }
      confirmLabel="Save"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

type MeanwhileProps = { meanwhile: RoleChanges; onCatchUp: () => void; onClose: () => void }

/** Shows what somebody else has saved, and puts one's own changes on top of it. */
function MeanwhileQuestion({ meanwhile, onCatchUp, onClose }: MeanwhileProps) {
  const isConfirmed = useRef(false)

  function end() {
    onClose()
    if (isConfirmed.current) onCatchUp()
  }

  return (
    <ConfirmModal
      title="The roles have changed"
      text={
        <>
          Somebody else has saved:
          <Sentences sentences={differencesInWords(meanwhile)} />
          Put your own changes on top of that, look them over, and save again.
        </>
      }
      confirmLabel="Put mine on top"
      onConfirm={async () => {
        isConfirmed.current = true
        return { ok: true }
      }}
      onClose={end}
    />
  )
}

function Sentences({ sentences }: { sentences: string[] }) {
  return (
    <ul className={styles.sentences}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
