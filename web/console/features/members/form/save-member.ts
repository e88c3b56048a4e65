import { useAction } from '#console/actions.ts'
import { call } from '#web/api-client.ts'
import { useBusiness } from '#console/business.ts'
import { MemberFields } from '#contract/members/member-fields.ts'
import { membersApi, type Member } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { recordChanged, useConflict } from '#parts/conflict/use-conflict.tsx'
import { toasts } from '#ui/feedback/toasts.ts'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { useKeepMember } from '#features/members/keep-member.ts'
import { differencesOf, memberWithTheirs } from '#features/members/merge/merge-fields.ts'
import { shownValue } from '#features/members/merge/picked-value.tsx'
import { useMoving } from './moving.tsx'
import { refusalOfSave } from './save-refusal.ts'

const text = messages.members

/** Saves a member that was read as `base`. Where somebody was faster, `question` asks whose is kept. */
export function useSaveMember(memberId: string, onSaved: () => void) {
  const { BusinessId: businessId } = useBusiness()
  const keep = useKeepMember(businessId)
  const conflict = useConflict('Somebody else has changed this member meanwhile.', shownValue)
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
    if (answer.code === recordChanged) return compare(answer.message, mine, base)
    if (answer.code === 'code_movable') return moving.ask(answer, () => save(mine, base, 'true'))
    toasts.error(text.updateFailed, answer.message)
    return refusalOfSave(answer)
  }

  async function compare(said: string, mine: MemberFields, base: Member): Promise<SubmitResult> {
    const now = await call(membersApi.getMember, { params })
    const theirs = now.ok ? now.data.Results[0] : undefined
    if (!theirs) {
      toasts.error(text.updateFailed, now.ok ? undefined : now.message)
      return { ok: false }
    }
    const saved = MemberFields.parse(theirs)
    const kept = await conflict.ask(said, differencesOf(MemberFields.parse(base), mine, saved))
    return kept ? save(memberWithTheirs(mine, saved, kept), theirs) : { ok: false }
  }

  return { save, moveQuestion: moving.question, conflictQuestion: conflict.question }
}
