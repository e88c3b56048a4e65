import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { useBusinessDay } from '#console/days.ts'
import { draftKey, keepDraft, keptDraft } from '#console/drafts/kept-drafts.ts'
import { ConsolePage } from '#console/page.tsx'
import { useRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { pageHref } from '#contract/console-paths.ts'
import type { MemberFields } from '#contract/members/member-fields.ts'
import { memberOptionsApi, type MemberOption } from '#contract/members/member-options.ts'
import { membersApi } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { toasts } from '#ui/feedback/toasts.ts'
import { Link } from '#ui/layout/navigation.tsx'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { FormLoading } from './form-loading.tsx'
import { useKeepMember } from '#features/members/keep-member.ts'
import { MemberForm } from './member-form.tsx'
import { useMemberOptions } from './member-options.ts'
import { memberValuesOf } from './member-values.ts'
import { useMembersCrumb } from '#features/members/members-crumb.ts'
import { useMoving } from './moving.tsx'
import { refusalOfSave } from './save-refusal.ts'
import { VenueField } from './venue-field.tsx'

/** A new member: first the venue, then everything else. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const crumb = useMembersCrumb()
  return (
    <ConsolePage title="New Member" under={[crumb]}>
      <NewMember businessId={businessId} />
    </ConsolePage>
  )
}

function NewMember({ businessId }: { businessId: string }) {
  const { data, error, retry } = useRead(memberOptionsApi.listMemberVenues, { params: { businessId } })
  if (!data) return <FormLoading error={error} retry={retry} />
  if (data.data.length === 0) return <NoVenue />
  return <VenueFirst venues={data.data} />
}

/** A member belongs to a venue: who may adds one first. */
function NoVenue() {
  const { BusinessId: businessId } = useBusiness()
  const add = (
    <Button
      component={Link}
      variant="default"
      href={pageHref('configuration', { businessId }, { tab: 'venues' })}
    >
      Add a venue
    </Button>
  )
  return (
    <EmptyState
      text="A member belongs to a venue, and there is none yet."
      action={useCanOpen('configuration') && add}
    />
  )
}

function VenueFirst({ venues }: { venues: readonly MemberOption[] }) {
  const [venueId, setVenueId] = useVenue(venues)
  return (
    <>
      <VenueField venues={venues} value={venueId} onChange={setVenueId} />
      {venueId !== '' && <NewMemberForm venueId={venueId} />}
    </>
  )
}

/** The only one there is, or the one that a draft was begun with: who comes back to it is offered it at once. */
function useVenue(venues: readonly MemberOption[]) {
  const { Uid } = useMe()
  const [keyOf] = useState(() => (name: string) => draftKey(Uid, location.pathname, name))
  const [venueId, setVenueId] = useState(() => {
    const kept = keptDraft(keyOf('member')) && keptDraft(keyOf('venue'))?.changes.venueId
    return venues.find(({ Key }) => venues.length === 1 || Key === kept)?.Key ?? ''
  })
  const choose = (chosen: string) => {
    keepDraft(keyOf('venue'), { at: Date.now(), revision: null, changes: { venueId: chosen } })
    setVenueId(chosen)
  }
  return [venueId, choose] as const
}

function NewMemberForm({ venueId }: { venueId: string }) {
  const { BusinessId: businessId } = useBusiness()
  const navigate = useNavigate()
  const today = useBusinessDay()
  const { options, error, retry } = useMemberOptions(null)
  const { create, moveQuestion } = useCreateMember(venueId)
  if (!options) return <FormLoading error={error} retry={retry} />
  const isActiveOffered = options.statuses.some(({ Key }) => Key === 'Active')
  return (
    <>
      <MemberForm
        initialValues={memberValuesOf({ DateJoined: today, Status: isActiveOffered ? 'Active' : null })}
        options={options}
        onSave={(fields) => create(fields)}
        onCancel={() => void navigate({ to: pageHref('home', { businessId }) })}
      />
      {moveQuestion}
    </>
  )
}

function useCreateMember(venueId: string) {
  const { BusinessId: businessId } = useBusiness()
  const navigate = useNavigate()
  const keep = useKeepMember(businessId)
  const { run } = useAction(membersApi.createMember, {
    success: messages.members.created,
  })
  const moving = useMoving()
  async function create(fields: MemberFields, moveCodes?: 'true'): Promise<SubmitResult> {
    const query = { venueId, ...(moveCodes && { moveCodes }) }
    const answer = await run({ params: { businessId }, query, body: fields })
    if (!answer.ok && answer.code === 'code_movable') return moving.ask(answer, () => create(fields, 'true'))
    if (!answer.ok) {
      toasts.error(answer.message)
      return refusalOfSave(answer)
    }
    const member = answer.data.data
    keep(member)
    const page = pageHref('member', { businessId, memberId: member.id })
    void navigate({ to: page, replace: true, ignoreBlocker: true })
    return { ok: true }
  }
  return { create, moveQuestion: moving.question }
}
