import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useFilters } from '#console/filters.ts'
import { ConsolePage } from '#console/page.tsx'
import { listQuery, readQuery } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { barcodeLabel } from '#contract/values/barcodes.ts'
import { hexOf } from '#contract/values/colour-values.ts'
import { messages } from '#contract/messages.ts'
import {
  passConfigurationsApi,
  type PassConfigurationSummary,
  passDesignStates,
} from '#contract/passes/pass-configurations.ts'
import { walletsApi } from '#contract/passes/wallets.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable, type Column, type RowAction } from '#ui/table/data-table.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { FilterBar, SelectFilter } from '#ui/table/filter-bar.tsx'
import { rolloutWords } from '#features/pass-designer/reach/reach-words.ts'
import { SearchBox } from '#ui/table/search-box.tsx'
import { DuplicatePassDialog, NewPassDialog } from './new-pass-dialog.tsx'
import styles from './passes-page.module.css'
import { DeletePassDialog, RetireDialog, useBringBack } from './retiring.tsx'
import { WalletNotice } from './wallet-notice.tsx'

const Search = z.object({
  q: z.string().catch(''),
  state: z.enum(passDesignStates).optional().catch(undefined),
})

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
  const { q, state } = filters.values
  const query = { q, ...(state && { state }) }
  const list = useCountedList(passConfigurationsApi.listPassConfigurations, { params: { businessId }, query })
  const { menu, dialog } = useMenu()
  return (
    <ConsolePage
      title="Passes"
      subtitle="The designs of the cards that members keep in Apple Wallet and Google Wallet."
      action={<NewPass />}
    >
      <WalletNotice />
      <FilterBar filters={filters}>
        <SearchBox label="Search passes" value={q} onSearch={(text) => filters.change({ q: text })} isMain />
        <SelectFilter
          label="Status"
          anyLabel="Any status"
          value={state}
          options={stateOptions}
          onChange={(wanted) => filters.change({ state: wanted })}
        />
      </FilterBar>
      <DataTable
        label="Passes"
        columns={columns}
        list={list}
        rowKey={(pass) => pass.PassConfigurationId}
        rowLink={(pass) =>
          pageHref('passDesign', { businessId, passConfigurationId: pass.PassConfigurationId })
        }
        rowMenu={menu}
        empty={
          filters.isSet ? (
            'No passes found.'
          ) : (
            <EmptyState
              text="There are no passes yet. Make one to invite members to."
              action={<NewPass label="Make the first pass" />}
            />
          )
        }
        errorTitle={messages.passes.loadFailed}
      />
      {dialog}
    </ConsolePage>
  )
}

const stateOptions = [
  { value: 'InUse', label: 'In use' },
  { value: 'Retired', label: 'Retired' },
] as const

const dialogs = { duplicate: DuplicatePassDialog, retire: RetireDialog, delete: DeletePassDialog }
type Asked = { kind: keyof typeof dialogs; pass: PassConfigurationSummary }

/** What can be done with a pass, and the question that some of it asks. */
function useMenu() {
  const [asked, ask] = useState<Asked | null>(null)
  const { bringBack } = useBringBack()
  const Dialog = asked && dialogs[asked.kind]
  const menu = (pass: PassConfigurationSummary): RowAction[] => [
    { label: 'Duplicate', icon: icon(IconCopy), onClick: () => ask({ kind: 'duplicate', pass }) },
    pass.DateRetired === null
      ? { label: 'Retire', icon: icon(IconArchive), onClick: () => ask({ kind: 'retire', pass }) }
      : {
          label: 'Bring back',
          icon: icon(IconArchiveOff),
          onClick: () => bringBack(pass.PassConfigurationId),
        },
    { label: 'Delete', icon: icon(IconTrash), danger: true, onClick: () => ask({ kind: 'delete', pass }) },
  ]
  return { menu, dialog: Dialog && <Dialog pass={asked.pass} onClose={() => ask(null)} /> }
}

const icon = (Icon: typeof IconCopy) => <Icon size={16} aria-hidden />

function NewPass({ label = 'New pass' }: { label?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {label}
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
      <span>{pass.DisplayName}</span>
      {pass.DateRetired && <StatusBadge color="grey">Retired</StatusBadge>}
      {pass.Rollout && <StatusBadge color="blue">{`Updating ${rolloutWords(pass.Rollout)}`}</StatusBadge>}
    </span>
  )
}
