import { useState } from 'react'
import type { HeldCard } from '#contract/cards/card-claims.ts'
import type { HeldTransaction } from '#contract/cards/held-transactions.ts'
import type { Answer } from '#patron/kit/ask.ts'
import { Button, money, NoticeBox, shortMoment, Waiting } from '#patron/kit/shell.tsx'
import { useOnce } from '#patron/kit/use-once.ts'
import styles from './held-transactions.module.css'

export type HistoryPage = { Results: HeldTransaction[]; _links: { next?: { href: string } } }
export type ReadHistory = (continuationToken: string | null) => Promise<Answer<HistoryPage>>

/** What was put on the card and taken off it, newest first, to be read and printed. */
export function HeldTransactions({ card, read }: { card: HeldCard; read: ReadHistory }) {
  const { rows, next, isBusy, failure, more } = useHistory(read)
  return (
    <section className={styles.history} aria-labelledby="history">
      <div className={styles.head}>
        <h2 id="history">Transactions</h2>
        {rows !== null && rows.length > 0 && (
          <Button kind="plain" onPress={() => window.print()}>
            Print
          </Button>
        )}
      </div>
      <p className={styles.printed}>
        {card.MaskedCardNumber}, balance {money(card.Balance)}
      </p>
      {rows === null && failure === null && <Waiting text="One moment…" />}
      {rows?.length === 0 && <p>Nothing has been put on this card or taken off it yet.</p>}
      {rows !== null && rows.length > 0 && (
        <ol className={styles.rows}>
          {rows.map((row) => (
            <Row key={row.TransactionId} row={row} />
          ))}
        </ol>
      )}
      {failure !== null && <NoticeBox kind="error">{failure}</NoticeBox>}
      {(next !== null || failure !== null) && (
        <Button kind="plain" isBusy={isBusy} onPress={() => void more()}>
          {failure === null ? 'Show more' : 'Try again'}
        </Button>
      )}
    </section>
  )
}

function useHistory(read: ReadHistory) {
  const [rows, setRows] = useState<HeldTransaction[] | null>(null)
  const [next, setNext] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const more = async () => {
    setBusy(true)
    const answer = await read(next)
    setBusy(false)
    setFailure(answer.ok ? null : 'The transactions could not be loaded. Try again.')
    if (!answer.ok) return
    const { Results, _links } = answer.data
    setRows((before) => [...(before ?? []), ...Results])
    setNext(_links.next ? new URL(_links.next.href).searchParams.get('continuationToken') : null)
  }
  useOnce(more)
  return { rows, next, isBusy, failure, more }
}

function Row({ row }: { row: HeldTransaction }) {
  return (
    <li className={styles.row}>
      <span className={styles.what}>{row.What}</span>
      <span className={styles.amount} data-in={row.Amount > 0 || undefined}>
        {row.Amount > 0 ? '+' : ''}
        {money(row.Amount)}
      </span>
      <span className={styles.dim}>{[shortMoment(row.At), row.Venue].filter(Boolean).join(', ')}</span>
      <span className={styles.left}>Balance {money(row.Balance)}</span>
    </li>
  )
}
