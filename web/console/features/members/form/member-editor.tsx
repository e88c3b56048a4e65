import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ConsolePage } from '#console/page.tsx'
import type { Member } from '#contract/members/members.ts'
import { FormLoading } from './form-loading.tsx'
import { MemberForm } from './member-form.tsx'
import { useMemberOptions } from './member-options.ts'
import { useMembersCrumb } from '#features/members/members-crumb.ts'
import { memberValuesOf } from './member-values.ts'
import { useSaveMember } from './save-member.ts'

/** Changes a member. Who saves second is shown what the first has changed, and picks field by field. */
export function MemberEditor({ member }: { member: Member }) {
  // As it was when the form was opened, whatever is read meanwhile: a save says what it started from.
  const [start] = useState(member)
  const crumb = useMembersCrumb()
  const navigate = useNavigate()
  const { options, error, retry } = useMemberOptions(start.id)
  const view = (ignoreBlocker: boolean) =>
    void navigate({ to: '.', search: {}, replace: true, ignoreBlocker })
  const { save, moveQuestion, conflictQuestion } = useSaveMember(start.id, () => view(true))
  return (
    <ConsolePage title="Edit Member" subtitle={`${start.FirstName} ${start.LastName}`} under={[crumb]}>
      {options ? (
        <MemberForm
          initialValues={memberValuesOf(start)}
          options={options}
          revision={start.Revision}
          venueName={start.VenueName}
          onSave={(fields) => save(fields, start)}
          onCancel={() => view(false)}
        />
      ) : (
        <FormLoading error={error} retry={retry} />
      )}
      {moveQuestion}
      {conflictQuestion}
    </ConsolePage>
  )
}
