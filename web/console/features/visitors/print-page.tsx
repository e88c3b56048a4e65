import { IconPrinter } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useBusiness } from '#console/business.ts'
import { useFilters } from '#console/filters.ts'
import { ConsolePage } from '#console/page.tsx'
import { useList } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { visitorKindWords } from '#contract/visitors/visitor-words.ts'
import { type VisitorEntry, visitorsApi } from '#contract/visitors/visitors.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { formatDate } from '#ui/text/format.ts'
import styles from './print-page.module.css'
import { SignatureView } from '#parts/shown/signature-view.tsx'
import { broughtBy } from './visitor-facts.ts'
import { VisitorSearch } from './visitor-search.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'

// More would be no paper register, and too much for a browser: a shorter span of days does.
const mostPrinted = 2_000

/** The register as it goes on paper: every entry of the filters, with the signatures. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const { values } = useFilters(VisitorSearch)
  const query = { ...values, signatures: 'true', limit: 200 } as const
  const { rows, error, hasMore, isLoadingMore, loadMore, retry } = useList(visitorsApi.listVisitors, {
    params: { businessId },
    query,
  })
  const isCut = hasMore && (rows?.length ?? 0) >= mostPrinted
  const isComing = !rows || (hasMore && !isCut)
  useEffect(() => {
    if (rows && hasMore && !isCut && !isLoadingMore && !error) loadMore()
  })
  return (
    <ConsolePage
      title="Register of visitors"
      subtitle={spanOf(values)}
      under={[{ label: 'Visitors', href: pageHref('visitors', { businessId }) }]}
      action={
        <WorkingButton
          leftSection={<IconPrinter size={16} aria-hidden />}
          isWorking={false}
          whyNot={isComing ? 'Not all of the register is here yet.' : null}
          onClick={() => window.print()}
        >
          Print
        </WorkingButton>
      }
    >
      {error && (
        <ErrorState title="The register could not be loaded." detail={error.message} onRetry={retry} />
      )}
      {isComing && !error && <Skeleton height="24rem" />}
      {isCut && (
        <p role="alert">
          {`Only the latest ${mostPrinted.toLocaleString()} entries are here. Choose a shorter span of days.`}
        </p>
      )}
      {rows?.length === 0 && <EmptyState text="No visitors match these filters." />}
      {rows && !isComing && rows.length > 0 && <Register entries={rows} />}
    </ConsolePage>
  )
}

function spanOf({ from, to }: VisitorSearch): string {
  if (from && to) return from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`
  if (from) return `From ${formatDate(from)}`
  return to ? `Until ${formatDate(to)}` : 'All days'
}

// Who scrolls by keys has to be able to reach it.
const reach = { tabIndex: 0, 'aria-label': 'Register of visitors, scrolls sideways' }

function Register({ entries }: { entries: readonly VisitorEntry[] }) {
  return (
    <section className={styles.frame} {...reach}>
      <table className={styles.register}>
        <thead>
          <tr>
            {['Signed in', 'Visitor', 'Address or suburb', 'Kind', 'Brought by', 'Signature'].map(
              (header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {entries.toReversed().map((entry) => (
            <Line key={entry.VisitId} entry={entry} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Line({ entry }: { entry: VisitorEntry }) {
  const name = `${entry.FirstName} ${entry.LastName}`
  return (
    <tr data-voided={entry.VoidedAt ? true : undefined}>
      <td>
        <DateText value={entry.SignedInAt} withTime />
        {entry.LeftAt && (
          <div>
            Left <DateText value={entry.LeftAt} withTime />
          </div>
        )}
      </td>
      <td>
        {name}
        {entry.LetInReason && <div>Let in beyond the capacity: {entry.LetInReason}</div>}
        {entry.VoidReason && <div className={styles.voided}>Voided: {entry.VoidReason}</div>}
      </td>
      <td>{entry.Address}</td>
      <td>{visitorKindWords[entry.Kind]}</td>
      <td>{broughtBy(entry)}</td>
      <td className={styles.signed}>
        {entry.Signature && <SignatureView strokes={entry.Signature} label={`Signature of ${name}`} />}
      </td>
    </tr>
  )
}
