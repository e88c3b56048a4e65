import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useWholeList } from '#console/queries.ts'
import { cardProgramsApi, cardProgramTypeLabels, type CardProgram } from '#contract/cards/card-programs.ts'
import { messages } from '#contract/messages.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { formatMoney } from '#ui/text/format.ts'
import { CardArt } from './card-art.tsx'
import { CardArtDialog } from './card-art-dialog.tsx'
import { CardProgramDialog } from './card-program-dialog.tsx'
import { actionsOf, type Dialog } from './card-program-actions.tsx'
import styles from './card-programs-tab.module.css'
import { RemoveArtModal } from './remove-art-modal.tsx'
import { RetireProgramModal } from './retire-program-modal.tsx'
import { valueRange } from './value-range.ts'

const columns: Column<CardProgram>[] = [
  { header: 'Card program', cell: (program) => <Name program={program} />, phone: 'title' },
  { header: 'Type', cell: (program) => <Type program={program} /> },
  { header: 'Delivery', cell: (program) => program.DeliveryTypes.join(', ') },
  { header: 'Initial value', cell: valueRange, align: 'right' },
  { header: 'Expires after', cell: (program) => monthsInWords(program.ExpiryMonths), phone: 'hidden' },
]

/** The kinds of cards the business issues: make, change, picture and retire them. */
export function Tab() {
  const { BusinessId: businessId } = useBusiness()
  const list = useWholeList(cardProgramsApi.listCardPrograms, { params: { businessId } })
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const newButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog({ kind: 'new' })}>
      New card program
    </Button>
  )
  return (
    <>
      {list.rows?.length !== 0 && <div className={styles.top}>{newButton}</div>}
      <DataTable
        label="Card programs"
        columns={columns}
        list={list}
        rowKey={(program) => program.CardProgramId}
        rowMenu={(program) => actionsOf(program, setDialog)}
        empty={<EmptyState text="This business has no card programs yet." action={newButton} />}
        errorTitle={messages.generic.pageAreaError}
      />
      {dialog && <OpenDialog dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  )
}

function OpenDialog({ dialog, onClose }: { dialog: Dialog; onClose: () => void }) {
  if (dialog.kind === 'new') return <CardProgramDialog program={null} onClose={onClose} />
  const { kind, program } = dialog
  if (kind === 'edit') return <CardProgramDialog program={program} onClose={onClose} />
  if (kind === 'picture') return <CardArtDialog program={program} onClose={onClose} />
  if (kind === 'remove-picture') return <RemoveArtModal program={program} onClose={onClose} />
  return <RetireProgramModal program={program} onClose={onClose} />
}

function Name({ program }: { program: CardProgram }) {
  return (
    <span className={styles.name}>
      <CardArt program={program} />
      {program.Description}
      {program.IsRetired && <StatusBadge color="grey">Retired</StatusBadge>}
    </span>
  )
}

function Type({ program }: { program: CardProgram }) {
  const limits = limitsInWords(program)
  return (
    <>
      {typeInWords(program)}
      {limits && (
        <Text component="span" display="block" size="xs" c="dimmed">
          {limits}
        </Text>
      )}
    </>
  )
}

function typeInWords({ ProgramType, IsPhysicalEnabled, IsPromotional }: CardProgram): string {
  const more = [IsPhysicalEnabled && 'physical', IsPromotional && 'promotional']
  return [cardProgramTypeLabels[ProgramType], ...more].filter(Boolean).join(', ')
}

/** What may be on a card, and be added to it: 'Up to $500.00, $100.00 a day'; nothing where all is as usual. */
function limitsInWords({ MaximumBalance, MaximumReloadPerDay, AllowsHolderReload }: CardProgram): string {
  const limits = [
    MaximumBalance !== null && `Up to ${formatMoney(MaximumBalance)}`,
    MaximumReloadPerDay !== null && `${formatMoney(MaximumReloadPerDay)} a day`,
    AllowsHolderReload && 'Reloaded by holders, too',
  ]
  return limits.filter(Boolean).join(', ')
}

function monthsInWords(months: number | null): string {
  if (months === null) return 'Never'
  const [count, unit] = months % 12 === 0 ? [months / 12, 'year'] : [months, 'month']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
