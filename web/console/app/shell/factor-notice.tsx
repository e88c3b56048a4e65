import { Alert, Anchor } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '#console/session.ts'
import { pageHref } from '#contract/console-paths.ts'
import { Link } from '#ui/layout/navigation.tsx'

const dayMs = 24 * 60 * 60 * 1000

/** Tells those who should set up a second factor, and have days left for it, how many. */
export function FactorNotice() {
  const { DueDate } = useMe().SecondFactor
  const [now] = useState(Date.now)
  const left = DueDate === null ? 0 : Date.parse(DueDate) - now
  if (left <= 0) return null
  const days = Math.ceil(left / dayMs)
  return (
    <Alert color="orange" mb="md" p="sm" role="status">
      A second factor will be required of you {days === 1 ? 'within a day' : `in ${days} days`}. Set it up
      under{' '}
      <Anchor component={Link} underline="always" href={pageHref('account', {})}>
        My account
      </Anchor>
      .
    </Alert>
  )
}
