import { Stack } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { settingsApi } from '#contract/business/settings.ts'
import { messages } from '#contract/messages.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { SupportAccessPanel } from '#features/business/support/support-access-panel.tsx'
import { LogoPanel } from './logo-panel.tsx'
import { RegistrationPanel } from './registration-panel.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import { SettingsForm } from './settings-form.tsx'
import { TimeZoneForm } from './time-zone-form.tsx'

/** What a business says of itself. The register's part and the time zone are super administrators'. */
export function Tab() {
  const { BusinessId: businessId } = useBusiness()
  const { IsSuperAdmin } = useMe()
  const { data, error, retry } = useRead(settingsApi.getBusinessSettings, { params: { businessId } })
  if (error && !data)
    return <ErrorState title={messages.generic.pageError} detail={error.message} onRetry={retry} />
  if (!data) return <Skeleton height="24rem" />
  return (
    <Stack gap="md">
      <SettingsForm settings={data} />
      <LogoPanel settings={data} />
      <SupportAccessPanel />
      {IsSuperAdmin && (
        <>
          <RegistrationPanel settings={data} />
          <Panel title="Time zone">
            <TimeZoneForm />
          </Panel>
        </>
      )}
      <RetentionPanel />
    </Stack>
  )
}
