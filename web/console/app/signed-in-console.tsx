import { useDidUpdate } from '@mantine/hooks'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { createQueryClient } from '#console/queries.ts'
import { MeContext } from '#console/session.ts'
import type { Me } from '#contract/access/session.ts'
import { NavigationProvider } from '#ui/layout/navigation.tsx'
import { navigationOf } from './router-navigation.tsx'
import { createConsoleRouter } from './router.tsx'

/** The console of one signed-in user, with a cache and a router of its own. */
export function SignedInConsole({ me }: { me: Me }) {
  const [client] = useState(createQueryClient)
  const [router] = useState(() => createConsoleRouter({ me, client }))
  // Another role opens other pages.
  useDidUpdate(() => void router.invalidate(), [me])
  const [navigation] = useState(() => navigationOf(router))
  return (
    <MeContext value={me}>
      <QueryClientProvider client={client}>
        <NavigationProvider navigation={navigation}>
          <RouterProvider router={router} context={{ me, client }} />
        </NavigationProvider>
      </QueryClientProvider>
    </MeContext>
  )
}
