import { Alert, Text } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { useRead } from '#console/queries.ts'
import { installationApi } from '#contract/jobs/installation.ts'
import { installationWords } from './installation-words.ts'

/** Who works, and where reports are read: a quiet line, and a warning for each clock and replica that isn't as it should be. */
export function InstallationNotice() {
  const { data } = useRead(installationApi.getInstallationState)
  if (!data) return null
  const { line, warnings } = installationWords(data)
  return (
    <>
      {warnings.map((warning) => (
        <Alert key={warning} color="orange" p="sm" mb="md">
          {warning}
        </Alert>
      ))}
      {line && (
        <Text size="sm" c="dimmed" mb="md">
          {line}
        </Text>
      )}
    </>
  )
}
