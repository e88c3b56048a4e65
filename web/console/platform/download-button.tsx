import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Endpoint } from '#contract/endpoint.ts'
import { formatBytes } from '#ui/text/format.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import type { CallInput } from '#web/api-client.ts'
import styles from './download-button.module.css'
import { useDownload, type DownloadTexts } from './downloads.ts'

type Props<Row extends Endpoint> = DownloadTexts & {
  row: Row
  input: CallInput<Row>
  /** What is fetched: 'Download CSV'. */
  label: string
}

/** Saves the file that a row answers with; meanwhile it tells how much has come, and can be called off. */
export function DownloadButton<Row extends Endpoint>({ row, input, label, ...texts }: Props<Row>) {
  const { start, cancel, bytes } = useDownload(row, texts)
  return (
    <div className={styles.group}>
      {bytes !== null && (
        <div className={styles.progress}>
          <span>{bytes === 0 ? 'Preparing…' : `${formatBytes(bytes)} so far`}</span>
          <Button variant="subtle" color="gray.7" px="xs" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      <WorkingButton
        variant="default"
        isWorking={bytes !== null}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void start(input)}
      >
        {label}
      </WorkingButton>
    </div>
  )
}
