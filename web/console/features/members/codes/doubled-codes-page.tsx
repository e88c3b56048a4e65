import { Anchor } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { ConsolePage } from '#console/page.tsx'
import { pageHref } from '#contract/console-paths.ts'
import { codeTexts, codeWords, type DoubledCode, memberCodesApi } from '#contract/members/member-codes.ts'
import { messages } from '#contract/messages.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { Link } from '#ui/layout/navigation.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { useMembersCrumb } from '#features/members/members-crumb.ts'

const columns: Column<DoubledCode>[] = [
  { header: 'Code', cell: ({ Code }) => Code, phone: 'title' },
  {
    header: 'Belongs to',
    cell: ({ Code, Holders }) => (
      <div>
        {Holders.map((holder, index) => (
          <Holder key={`${Code} ${index}`} holder={holder} />
        ))}
      </div>
    ),
  },
]

/** The codes that several members have, each with the way to them. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const crumb = useMembersCrumb()
  const list = useCountedList(memberCodesApi.listDoubledCodes, { params: { businessId } })
  return (
    <ConsolePage title={codeTexts.doubledTitle} under={[crumb]} subtitle={codeTexts.doubledSubtitle}>
      <DataTable
        label={codeTexts.doubledTitle}
        columns={columns}
        list={list}
        rowKey={({ Code }) => Code}
        empty={codeTexts.noneDoubled}
        errorTitle={codeTexts.doubledFailed}
        loadMoreLabel={messages.generic.loadMore}
      />
    </ConsolePage>
  )
}

function Holder({ holder: { Kind, MemberId, Name, Fields } }: { holder: DoubledCode['Holders'][number] }) {
  const { BusinessId: businessId } = useBusiness()
  const name = Name ?? 'A member of another venue'
  return (
    <div>
      {MemberId !== null ? (
        <Anchor
          component={Link}
          underline="always"
          href={pageHref('member', { businessId, memberId: MemberId })}
        >
          {name}
        </Anchor>
      ) : (
        name
      )}{' '}
      ({whatIs(Kind, Fields)})
    </div>
  )
}

function whatIs(
  kind: DoubledCode['Holders'][number]['Kind'],
  fields: DoubledCode['Holders'][number]['Fields'],
): string {
  if (kind === 'Card') return 'prepaid card'
  if (kind === 'Pass') return 'pass'
  return fields.map((field) => codeWords[field]).join(', ')
}
