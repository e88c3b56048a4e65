import { Anchor, Alert } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { isOpenTo } from '#console/access.ts'
import { useBusiness } from '#console/business.ts'
import { useList } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { pageHref } from '#contract/console-paths.ts'
import { codeTexts, memberCodesApi } from '#contract/members/member-codes.ts'
import { Link } from '#ui/layout/navigation.tsx'

/** Says that there are codes to mend, to those who can; mostly there are none. */
export function DoubledCodesNotice() {
  const me = useMe()
  const { BusinessId: businessId, LicencedHubProducts: licences } = useBusiness()
  const mayMend = isOpenTo(me, memberCodesApi.listDoubledCodes.access, licences)
  const { rows = [] } = useList(
    memberCodesApi.listDoubledCodes,
    mayMend ? { params: { businessId }, query: { limit: 1 } } : null,
  )
  if (rows.length === 0) return null
  return (
    <Alert color="orange" mb="md">
      {codeTexts.doubledNotice}{' '}
      <Anchor component={Link} href={pageHref('doubledCodes', { businessId })} inherit underline="always">
        {codeTexts.doubledTitle}
      </Anchor>
    </Alert>
  )
}
