import { Alert, Text } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { walletsApi } from '#contract/passes/wallets.ts'
import { certificateNote, walletWarning } from './wallet-warning.ts'

/** Says what keeps passes from being installed on phones, as long as something does, and where it is wanted how long Apple's certificates last. */
export function WalletNotice({ tellsDays = false }: { tellsDays?: boolean }) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(walletsApi.getWalletSetup, { params: { businessId } })
  const [now] = useState(() => new Date())
  const warning = data && walletWarning(data)
  const note = data && certificateNote(data, now)
  return (
    <>
      {warning && <Notice color="orange" {...warning} />}
      {note && note.level !== 'calm' && (
        <Notice color={note.level === 'wrong' ? 'red' : 'orange'} {...note} />
      )}
      {tellsDays && note?.level === 'calm' && (
        <Text size="sm" c="dimmed" mb="md">
          {note.title}
        </Text>
      )}
    </>
  )
}

function Notice({ color, title, text }: { color: string; title: string; text: string }) {
  return (
    <Alert color={color} p="sm" mb="md">
      <strong>{title}</strong> {text}
    </Alert>
  )
}
