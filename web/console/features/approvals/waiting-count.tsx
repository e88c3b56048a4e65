import { Badge, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/Badge.layer.css'
import { useParams } from '@tanstack/react-router'
import { useRead } from '#console/queries.ts'
import { approvalsApi } from '#contract/approvals/approvals.ts'

/** How many requests wait that the user may decide; nothing where none do, or where that can't be read now. */
export function Count() {
  const { businessId }: { businessId?: string } = useParams({ strict: false })
  const { data } = useRead(approvalsApi.countApprovals, businessId ? { params: { businessId } } : null)
  if (!data || data.Count === 0) return null
  return (
    <Badge size="sm" circle={data.Count < 10} ml="auto">
      {data.Count}
      <VisuallyHidden> waiting</VisuallyHidden>
    </Badge>
  )
}
