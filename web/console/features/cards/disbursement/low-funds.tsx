import { Alert } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { isOpenTo } from '#console/access.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { disbursementApi } from '#contract/cards/disbursement.ts'
import { formatMoney } from '#ui/text/format.ts'

/** Warns those who may know that there is little left to give out. */
export function LowFunds() {
  const me = useMe()
  const { BusinessId: businessId } = useBusiness()
  const row = disbursementApi.getDisbursementAccount
  const { data } = useRead(row, isOpenTo(me, row.access) ? { params: { businessId } } : null)
  if (!data?.IsLow) return null
  return (
    <Alert color="orange" p="sm" mb="md" title="The disbursement account runs low.">
      {formatMoney(data.FundsAvailable)} is left to give out. Cards and transfers of points are refused when
      it is empty.
    </Alert>
  )
}
