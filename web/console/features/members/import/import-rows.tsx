import { NativeSelect, Title } from '@mantine/core'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { pageHref } from '#contract/console-paths.ts'
import {
  duplicateKinds,
  memberImportsApi,
  type ImportFindings,
  type ImportRow,
} from '#contract/members/member-imports.ts'
import { messages } from '#contract/messages.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { duplicateKindWords } from './import-words.ts'
import styles from './import.module.css'

type Finding = 'Refused' | (typeof duplicateKinds)[number]

/** The rows that need a look, those of one finding at a time. */
export function ImportRows({ importId, found }: { importId: string; found: Pick<ImportFindings, Finding> }) {
  const findings = (['Refused', ...duplicateKinds] as const).filter((finding) => found[finding] > 0)
  const [chosen, setChosen] = useState<Finding | undefined>()
  const finding = chosen ?? findings[0]
  if (!finding) return null
  return (
    <section aria-label="Rows that need a look">
      <Title order={2} className={styles.heading}>
        Rows that need a look
      </Title>
      {findings.length > 1 && (
        <NativeSelect
          label="Show"
          className={styles.finding}
          value={finding}
          data={findings.map((value) => ({
            value,
            label: `${value === 'Refused' ? 'Refused' : duplicateKindWords[value]} (${found[value].toLocaleString()})`,
          }))}
          onChange={(event) => setChosen(findings.find((each) => each === event.currentTarget.value))}
        />
      )}
      <RowsTable key={finding} importId={importId} finding={finding} />
    </section>
  )
}

function RowsTable({ importId, finding }: { importId: string; finding: Finding }) {
  const { BusinessId: businessId } = useBusiness()
  const list = useCountedList(memberImportsApi.listMemberImportRows, {
    params: { businessId, importId },
    query: { finding },
  })
  return (
    <DataTable
      label="Rows that need a look"
      columns={finding === 'Refused' ? refusedColumns : duplicateColumns}
      list={list}
      rowKey={(row) => String(row.RowNo)}
      empty="There are none."
      errorTitle="The rows could not be loaded."
      loadMoreLabel={messages.generic.loadMore}
    />
  )
}

const rowColumns: Column<ImportRow>[] = [
  { header: 'Row', cell: (row) => row.RowNo.toLocaleString(), width: '6rem' },
  { header: 'Name', cell: (row) => row.Name || null, phone: 'title' },
  { header: 'Membership No', cell: (row) => row.MembershipNumber, width: '10rem' },
]
const refusedColumns: Column<ImportRow>[] = [
  ...rowColumns,
  { header: 'Why it is refused', cell: (row) => <Reasons row={row} />, width: '50%' },
]
const duplicateColumns: Column<ImportRow>[] = [
  ...rowColumns,
  { header: 'Duplicate of', cell: (row) => <Duplicate row={row} /> },
]

function Reasons({ row }: { row: ImportRow }) {
  return (
    <ul className={styles.reasons}>
      {row.Reasons.map(({ Field, Sentence }) => (
        <li key={Field}>
          <span className={styles.samples}>{Field}:</span> {Sentence}
        </li>
      ))}
    </ul>
  )
}

function Duplicate({ row: { Match } }: { row: ImportRow }) {
  const { BusinessId: businessId } = useBusiness()
  if (Match?.MemberId)
    return <Link href={pageHref('member', { businessId, memberId: Match.MemberId })}>{Match.Name}</Link>
  return Match?.RowNo ? `Row ${Match.RowNo.toLocaleString()} of this file` : '-'
}
