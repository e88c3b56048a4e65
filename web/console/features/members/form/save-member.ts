import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { call } from '#web/api-client.ts'
import { useBusiness } from '#console/business.ts'
import type { MemberFields } from '#contract/members/member-fields.ts'
import { membersApi, type Member } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { useKeepMember } from '#features/members/keep-member.ts'
import { useMoving } from './moving.tsx'
import { refusalOf } from './save-refusal.ts'

const text = messages.members

/** What I wanted to save, what I started from, and what somebody else has saved meanwhile. */
type Conflict = { mine: MemberFields; base: Member; theirs: Member }

/** Saves a member that was read as `base`. Where somebody was faster, `conflict` says what there is to decide. */
export function useSaveMember(memberId: string, onSaved: () => void) {
  const { BusinessId: businessId } = useBusiness()
  const keep = useKeepMember(businessId)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const update = useAction(membersApi.updateMember, {
    success: text.updated,
    // The answer is the member, and is kept.
    except: [membersApi.getMember],
  })
  const params = { businessId, memberId }
  const moving = useMoving()

  async function save(mine: MemberFields, base: Member, moveCodes?: 'true'): Promise<SubmitResult> {
    const query = { revision: base.Revision, ...(moveCodes && { moveCodes }) }
    const answer = await update.run({ params, query, body: mine })
    if (answer.ok) {
      keep(answer.data.data)
      onSaved()
      return { ok: true }
    }
    if (answer.code === 'member_changed') return compare(mine, base)
    if (answer.code === 'code_movable') return moving.ask(answer, () => save(mine, base, 'true'))
    toasts.error(text.updateFailed, answer.message)
    return refusalOf(answer)
  }

  async function compare(mine: MemberFields, base: Member): Promise<SubmitResult> {
    const now = await call(membersApi.getMember, { params })
    const theirs = now.ok ? now.data.Results[0] : undefined
    if (theirs) setConflict({ mine, base, theirs })
    else toasts.error(text.updateFailed, now.ok ? undefined : now.message)
    return { ok: false }
  }

  return { save, moveQuestion: moving.question, conflict, dropConflict: () => setConflict(null) }
}
