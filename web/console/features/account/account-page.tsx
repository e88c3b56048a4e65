import { Stack } from '@mantine/core'
import { ConsolePage } from '#console/page.tsx'
import { readQuery, useRead } from '#console/queries.ts'
import type { QueryClient } from '@tanstack/react-query'
import { accountApi } from '#contract/access/account.ts'
import { messages } from '#contract/messages.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Panels } from '#ui/layout/panel.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SigningInSection } from './signing-in-section.tsx'

export function preload(client: QueryClient) {
  void client.prefetchQuery(readQuery(accountApi.getMyAccount))
}

/** What people see and change of their own account: a section each, in its order. */
export function Page() {
  const { data: account, error, retry, isRefreshing } = useRead(accountApi.getMyAccount)
  return (
    <ConsolePage title="My account">
      {!account && error && (
        <ErrorState title={messages.generic.pageError} detail={error.message} onRetry={retry} />
      )}
      <Stack gap="md">
        {account && (
          <Panels>
            <ProfileSection account={account} />
            <SigningInSection account={account} />
          </Panels>
        )}
        <SecondFactorSection />
        {!(error && !account) && (
          <SessionsSection sessions={account?.Sessions} isRefreshing={isRefreshing} onRetry={retry} />
        )}
      </Stack>
    </ConsolePage>
  )
}
