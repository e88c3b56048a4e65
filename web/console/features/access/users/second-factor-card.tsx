import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import {
  requiredOfWords,
  secondFactorPolicyApi,
  type SecondFactorPolicy,
} from '#contract/access/second-factor-policy.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { SecondFactorPolicyDialog } from './second-factor-policy-dialog.tsx'

/** Of whom the business requires a second factor, and the way to change it. */
export function SecondFactorCard() {
  const { BusinessId: businessId } = useBusiness()
  const { data: policy } = useRead(secondFactorPolicyApi.getSecondFactorPolicy, { params: { businessId } })
  const [isOpen, setOpen] = useState(false)
  // Nobody misses it while it can't be read: the users are what the page is for.
  if (!policy) return null
  const action = (
    <Button variant="default" size="xs" onClick={() => setOpen(true)}>
      Change
    </Button>
  )
  return (
    <Panel title="Second factor" action={action}>
      <Text>{policyInWords(policy)}</Text>
      {isOpen && <SecondFactorPolicyDialog policy={policy} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

function policyInWords({ RequiredOf, Roles, GraceDays }: SecondFactorPolicy): string {
  if (RequiredOf === 'nobody') return 'Required of nobody. Everyone can set one up under My account.'
  const whom = RequiredOf === 'roles' ? Roles.join(', ') : requiredOfWords[RequiredOf].toLowerCase()
  const days = GraceDays === 1 ? '1 day' : `${GraceDays} days`
  return `Required of ${whom}, ${GraceDays === 0 ? 'at once' : `with ${days} to set one up`}.`
}
