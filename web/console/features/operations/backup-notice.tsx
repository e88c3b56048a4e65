import { Alert, Text } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { useState } from 'react'
import { useRead } from '#console/queries.ts'
import { backupsApi } from '#contract/jobs/backups.ts'
import { backupWords } from './backup-words.ts'

/** When the last backup was taken: a quiet line while all is well, and a warning while it isn't. */
export function BackupNotice() {
  const { data } = useRead(backupsApi.getBackupStatus)
  const [now] = useState(() => new Date())
  if (!data) return null
  const { isWarning, title, text } = backupWords(data, now)
  if (!isWarning)
    return (
      <Text size="sm" c="dimmed" mb="md">
        {title}
      </Text>
    )
  return (
    <Alert color="orange" p="sm" mb="md">
      <strong>{title}</strong> {text}
    </Alert>
  )
}
