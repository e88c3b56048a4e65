import { Box, Button } from '@mantine/core'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useFilters } from '#console/filters.ts'
import { ConsolePage } from '#console/page.tsx'
import { listQuery, readQuery, useList } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { barcodeLabel } from '#contract/values/barcodes.ts'
import { hexOf } from '#contract/values/colour-values.ts'
import { messages } from '#contract/messages.ts'
import { passConfigurationsApi, type PassConfigurationSummary } from '#contract/passes/pass-configurations.ts'
import { walletsApi } from '#contract/passes/wallets.ts'
import { DataTable, type Column, type RowAction } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'
import { DuplicatePassDialog, NewPassDialog } from './new-pass-dialog.tsx'
import styles from './passes-page.module.css'
import { WalletNotice } from './wallet-notice.tsx'

const Search = z.object({ q: z.string().catch('') })

const columns: Column<PassConfigurationSummary>[] = [
  { header: 'Name', cell: (pass) => <PassName pass={pass} />, width: '28%', phone: 'title' },
  { header: 'Description', cell: (pass) => pass.PassDescription || '-' },
  { header: 'Barcode', cell: (pass) => barcodeLabel(pass.BarcodeType) },
  { header: 'Last changed', cell: (pass) => <DateText value={pass.DateUpdated} withTime /> },
  { header: 'By', cell: (pass) => pass.UpdatedByUser },
]

/** Fetches the first passes ahead. */
export function preload(client: QueryClient, { businessId = '' }: Record<string, string>): void {
  void client.prefetchInfiniteQuery(
    listQuery(passConfigurationsApi.listPassConfigurations, { params: { businessId }, query: { q: '' } }),
  )
  void client.prefetchQuery(readQuery(walletsApi.getWalletSetup, { params: { businessId } }))
}

/** The designs of the business's wallet passes. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const filters = useFilters(Search)
  const { q } = filters.values
  const list = useList(passConfigurationsApi.listPassConfigurations, { params: { businessId }, query: { q } })
  const [copied, setCopied] = useState<PassConfigurationSummary | null>(null)
  const menu = (pass: PassConfigurationSummary): RowAction[] => [
    { label: 'Duplicate', icon: <IconCopy size={16} aria-hidden />, onClick: () => setCopied(pass) },
  ]
  return (
    <ConsolePage
      title="Passes"
      subtitle="The designs of the cards that members keep in Apple Wallet and Google Wallet."
      action={<NewPass />}
    >
      <WalletNotice />
      <Box component="search" mb="md">
        <SearchBox label="Search passes" value={q} onSearch={(text) => filters.change({ q: text })} isMain />
      </Box>
      <DataTable
        label="Passes"
        columns={columns}
        list={list}
        rowKey={(pass) => pass.PassConfigurationId}
        rowLink={(pass) =>
          pageHref('passDesign', { businessId, passConfigurationId: pass.PassConfigurationId })
        }
        rowMenu={menu}
        empty={q ? 'No passes found.' : 'There are no passes yet. Make one to invite members to.'}
        errorTitle={messages.passes.loadFailed}
      />
      {copied && <DuplicatePassDialog pass={copied} onClose={() => setCopied(null)} />}
    </ConsolePage>
  )
}

function NewPass() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        New pass
      </Button>
      {isOpen && <NewPassDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function PassName({ pass }: { pass: PassConfigurationSummary }) {
  const colours = { background: hexOf(pass.BackgroundColour), color: hexOf(pass.ForegroundColour) }
  return (
    <span className={styles.name}>
      <span className={styles.card} style={colours} aria-hidden>
        {pass.LogoUrl && <img src={pass.LogoUrl} alt="" />}
      </span>
      {pass.DisplayName}
    </span>
  )
}
