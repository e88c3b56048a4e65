import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { pageHref } from '#contract/console-paths.ts'
import { ApplyAtDesk } from '#features/requests/desk/apply-at-desk.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Link } from '#ui/layout/navigation.tsx'

type Props = {
  text: string
  kind: 'application' | 'renewal'
  forms: ComponentProps<typeof ApplyAtDesk>['forms']
}

/** No request has come yet: with a form people can be asked to fill it in, without one it is the first thing to make. */
export function NoRequests({ text, kind, forms }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const makesForms = useCanOpen('newRequestForm')
  const canRemind = useCanOpen('renewalReminders')
  if (forms.length === 0) {
    const href = pageHref('newRequestForm', { businessId })
    return <EmptyState text={text} action={makesForms && <Way href={href} label="Make the first form" />} />
  }
  if (kind === 'application') return <EmptyState text={text} action={<ApplyAtDesk forms={forms} />} />
  const href = pageHref('renewalReminders', { businessId })
  return <EmptyState text={text} action={canRemind && <Way href={href} label="See who is reminded" />} />
}

function Way({ href, label }: { href: string; label: string }) {
  return (
    <Button component={Link} variant="default" href={href}>
      {label}
    </Button>
  )
}
