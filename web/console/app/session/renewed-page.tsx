import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { tellOfRenewal, useSession } from '#console/session.ts'
import { identityApi } from '#contract/access/identity.ts'
import { IdentityCard } from '#features/identity/identity-card.tsx'
import { IdentityFrame } from '#features/identity/identity-frame.tsx'
import { call } from '#web/api-client.ts'
import { Splash } from '#app/states/full-page.tsx'
import { whoseParam } from './whose-param.ts'

/** What Microsoft's window shows at the end: the pages of the same person go on, those of nobody else. */
export function RenewedPage() {
  const session = useSession()
  const [wanted] = useState(() => new URLSearchParams(location.search).get(whoseParam))
  const uid = session.status === 'signed-in' ? session.me.Uid : null
  const isOther = uid !== null && uid !== wanted

  useEffect(() => {
    if (uid === null) return
    // The other tabs aren't told: they wait for the one whose pages they show.
    if (isOther) void call(identityApi.signOut)
    else {
      tellOfRenewal()
      window.close()
    }
  }, [uid, isOther])

  if (session.status === 'loading') return <Splash />
  return (
    <IdentityFrame>
      <IdentityCard title={uid === wanted ? 'You are signed in again' : 'You are not signed in'}>
        <Text>
          {isOther
            ? 'This was another account. Close this window, and sign in with the one that you were using.'
            : 'You can close this window and go on where you were.'}
        </Text>
      </IdentityCard>
    </IdentityFrame>
  )
}
