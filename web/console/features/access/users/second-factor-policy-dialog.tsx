import { Checkbox, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import type { ComponentProps } from 'react'
import type { z } from 'zod'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useRead } from '#console/queries.ts'
import { rolesApi } from '#contract/access/roles.ts'
import {
  requiredOf,
  requiredOfWords,
  SecondFactorPolicy,
  secondFactorPolicyApi,
} from '#contract/access/second-factor-policy.ts'
import { messages } from '#contract/messages.ts'
import { revised, unlessChanged, useRevisedSave } from '#parts/conflict/revised-save.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { NumberField } from '#ui/form/number-field.tsx'
import { call } from '#web/api-client.ts'
import styles from './venues-field.module.css'

type Shown = z.output<typeof secondFactorPolicyApi.getSecondFactorPolicy.output>

/** Changes of whom a second factor is required, and how many days they have. */
export function SecondFactorPolicyDialog({ policy, onClose }: { policy: Shown; onClose: () => void }) {
  const { save, question } = usePolicySave()
  const start = revisedOf(policy)
  return (
    <>
      <FormModal
        title="Second factor"
        submitLabel="Save"
        schema={SecondFactorPolicy}
        initialValues={start.fields}
        onSubmit={async (mine) => fieldsOf(await save(mine, start))}
        onClose={onClose}
        draft={keptAs('second factor', { revision: start.revision })}
      >
        {(form) => (
          <>
            <NativeSelect label="Required of" {...form.getInputProps('RequiredOf')}>
              {requiredOf.map((whom) => (
                <option key={whom} value={whom}>
                  {requiredOfWords[whom]}
                </option>
              ))}
            </NativeSelect>
            {form.values.RequiredOf === 'roles' && <RolesField {...form.getInputProps('Roles')} />}
            {form.values.RequiredOf !== 'nobody' && (
              <NumberField
                label="Days to set one up"
                description="They are told how many are left. After that they can do nothing else first."
                allowDecimal={false}
                {...form.getInputProps('GraceDays')}
              />
            )}
          </>
        )}
      </FormModal>
      {question}
    </>
  )
}

function RolesField(input: Omit<ComponentProps<typeof Checkbox.Group>, 'children'>) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(rolesApi.listRoles, { params: { businessId } })
  const offered = data?.Results.map(({ Name }) => Name) ?? []
  // Of a draft from before one was removed: it can be taken out.
  const gone = data ? (input.value ?? []).map(String).filter((name) => !offered.includes(name)) : []
  return (
    <Checkbox.Group label="Roles" {...input}>
      <div className={styles.venues}>
        {offered.map((name) => (
          <Checkbox key={name} value={name} label={name} />
        ))}
        {gone.map((name) => (
          <Checkbox key={name} value={name} label={`${name} ${messages.generic.deprecated}`} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function usePolicySave() {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId }
  const { run } = useAction(secondFactorPolicyApi.setSecondFactorPolicy, {
    success: 'Second factor updated.',
    failure: unlessChanged('Second factor update failed.'),
  })
  return useRevisedSave({
    what: 'setting',
    send: (body: SecondFactorPolicy, revision) => run({ params, query: { revision }, body }),
    read: async () => revised(await call(secondFactorPolicyApi.getSecondFactorPolicy, { params }), revisedOf),
  })
}

function revisedOf({ Revision, ...fields }: Shown) {
  return { fields, revision: Revision }
}
