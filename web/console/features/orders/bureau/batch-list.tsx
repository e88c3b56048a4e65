import { Title } from '@mantine/core'
import { IconDownload, IconFileExport } from '@tabler/icons-react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useDownload } from '#console/downloads.ts'
import { useRead } from '#console/queries.ts'
import { capitalised, countedInWords } from '#contract/counted-words.ts'
import { cardOrderFulfilmentApi, type CardOrderBatch } from '#contract/orders/card-order-fulfilment.ts'
import { messages } from '#contract/messages.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable, type Column, type RowAction } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import styles from '#features/orders/orders.module.css'

const columns: Column<CardOrderBatch>[] = [
  { header: 'Batch', cell: (batch) => `Batch ${batch.BatchNumber}`, phone: 'title' },
  { header: 'Orders', cell: (batch) => batch.OrderCount.toLocaleString(), align: 'right' },
  { header: 'Waiting for an answer', cell: (batch) => batch.OpenCount.toLocaleString(), align: 'right' },
  { header: 'Exported', cell: (batch) => <DateText value={batch.CreatedDate} withTime /> },
  { header: 'By', cell: (batch) => batch.CreatedByUser, phone: 'hidden' },
]

/** The batches that went to the bureau, and the way to the next. */
export function BatchList() {
  const { BusinessId: businessId } = useBusiness()
  const list = useCountedList(cardOrderFulfilmentApi.listCardOrderBatches, { params: { businessId } })
  const { start } = useDownload(cardOrderFulfilmentApi.exportCardOrderBatch, {
    failure: 'The batch could not be downloaded.',
  })
  const download = (batchNumber: number) => void start({ params: { businessId, batchNumber } })
  return (
    <section className={styles.part} aria-labelledby="batches">
      <Title order={2} size="h3" id="batches">
        Batches
      </Title>
      <Export onExported={download} />
      <DataTable
        label="Batches"
        columns={columns}
        list={list}
        rowKey={(batch) => String(batch.BatchNumber)}
        rowMenu={(batch) => [downloadAction(() => download(batch.BatchNumber))]}
        empty="Nothing has been exported yet."
        errorTitle="The batches could not be loaded."
        loadMoreLabel={messages.generic.loadMore}
      />
    </section>
  )
}

const downloadAction = (onClick: () => void): RowAction => ({
  label: 'Download CSV',
  icon: <IconDownload size={16} aria-hidden />,
  onClick,
})

/** Puts what waits into a batch, and fetches its file. */
function Export({ onExported }: { onExported: (batchNumber: number) => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(cardOrderFulfilmentApi.countOrdersToExport, { params: { businessId } })
  const { run, isRunning } = useAction(cardOrderFulfilmentApi.createCardOrderBatch, {
    failure: 'The orders could not be exported.',
  })

  async function exportOrders() {
    const answer = await run({ params: { businessId } })
    if (answer.ok) onExported(answer.data.BatchNumber)
  }

  return (
    <div className={styles.line}>
      <WorkingButton
        isWorking={isRunning}
        whyNot={data?.Count === 0 ? waitingInWords(0) : null}
        leftSection={<IconFileExport size={16} aria-hidden />}
        onClick={() => void exportOrders()}
      >
        Export orders
      </WorkingButton>
      <output>{data && waitingInWords(data.Count)}</output>
    </div>
  )
}

function waitingInWords(count: number): string {
  if (count === 0) return 'No order waits to be exported.'
  return count === 1
    ? '1 order waits to be exported.'
    : `${capitalised(countedInWords(count))} orders wait to be exported.`
}
