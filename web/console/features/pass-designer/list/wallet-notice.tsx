import { Alert } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { walletsApi } from '#contract/passes/wallets.ts'
import { walletWarning } from './wallet-warning.ts'

/** Says what keeps passes from being installed on phones, as long as something does. */
export function WalletNotice() {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(walletsApi.getWalletSetup, { params: { businessId } })
  const [now] = useState(() => new Date())
  const warning = data && walletWarning(data, now)
  if (!warning) return null
  return (
    <Alert color="orange" p="sm" mb="md">
      <strong>{warning.title}</strong> {warning.text}
    </Alert>
  )
}
