import { useDidUpdate } from '@mantine/hooks'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { createQueryClient } from '#console/queries.ts'
import { giveUpApproval } from '#console/questions/approval.ts'
import { MeContext } from '#console/session.ts'
import type { Me } from '#contract/access/session.ts'
import { inputSentence } from '#contract/words/input-words.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import { NavigationProvider } from '#ui/layout/navigation.tsx'
import { setDateLocale } from '#ui/text/format.ts'
import { Splash } from '#app/states/full-page.tsx'
import { SessionDialogs } from '#app/session/session-dialogs.tsx'
import { navigationOf } from './router-navigation.tsx'
import { createConsoleRouter } from './router.tsx'

// Forms say what the server would. Not on the first page, which has to be small: those of the way in have words of their own.
z.config({ customError: inputSentence })

/** The console of one signed-in user, with a cache and a router of its own. */
export function SignedInConsole({ me }: { me: Me }) {
  // Before anything of the page is drawn, and whenever its user has chosen another.
  setDateLocale(me.DateLocale)
  const [client] = useState(createQueryClient)
  const [router] = useState(() => createConsoleRouter({ me, client }))
  // Another role opens other pages.
  useDidUpdate(() => void router.invalidate(), [me])
  const [navigation] = useState(() => navigationOf(router))
  const isLoaded = useFirstPage(router)
  useEffect(() => takeAlong, [])
  if (!isLoaded) return <Splash />
  return (
    <MeContext value={me}>
      <QueryClientProvider client={client}>
        <NavigationProvider navigation={navigation}>
          <RouterProvider router={router} context={{ me, client }} />
          <SessionDialogs />
        </NavigationProvider>
      </QueryClientProvider>
    </MeContext>
  )
}

const firstPageMs = 200

/**
 * Whether the first page is there, or takes so long that the menu goes ahead of it. A router that is shown while it loads
 * has React hold back what has arrived for up to 300 ms.
 */
function useFirstPage(router: ReturnType<typeof createConsoleRouter>): boolean {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const goOn = () => setLoaded(true)
    const late = setTimeout(goOn, firstPageMs)
    void router.load().then(goOn, goOn)
    return () => clearTimeout(late)
  }, [router])
  return isLoaded
}

/** What is said to one user, and offered to be undone, is nothing to the next. */
function takeAlong(): void {
  toasts.clear()
  giveUpApproval()
}
