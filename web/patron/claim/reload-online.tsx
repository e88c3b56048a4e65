import { useEffect, useState, type FormEvent } from 'react'
import type { HolderReload } from '#contract/cards/holder-reload.ts'
import type { Answer } from '#patron/kit/ask.ts'
import { TextField } from '#patron/kit/fields.tsx'
import { Button, Buttons, NoticeBox, Waiting } from '#patron/kit/shell.tsx'
import { useOnce, useWhile } from '#patron/kit/use-once.ts'
import { amountIn, roomInWords, whatBecame } from './reload-words.ts'

export type ReloadCalls = {
  read: (hasPaid: boolean) => Promise<Answer<HolderReload>>
  begin: (amount: number) => Promise<Answer<HolderReload>>
  /** Goes to the payment page. */
  leave: (url: string) => void
}

type Props = {
  calls: ReloadCalls
  /** There is more on the card. */
  onPaid: () => Promise<boolean>
}

/** The way for a holder to add money to their card, and what has become of it. */
export function ReloadOnline({ calls, onPaid }: Props) {
  const { standing, hasPaid, isWaiting, begin } = useReload(calls, onPaid)
  const [isAsking, setAsking] = useState(false)
  if (!standing) return null
  const news = isWaiting ? null : whatBecame(standing.Latest, hasPaid)
  return (
    <>
      {isWaiting && (
        <Waiting
          text={hasPaid ? 'We are waiting for your payment to arrive…' : 'Opening the payment page…'}
        />
      )}
      {news && <NoticeBox kind={news.kind}>{news.text}</NoticeBox>}
      {standing.IsOffered && !isWaiting && !isAsking && (
        <Buttons>
          <Button onPress={() => setAsking(true)}>Reload</Button>
        </Buttons>
      )}
      {standing.IsOffered && !isWaiting && isAsking && (
        <AmountForm standing={standing} onBegin={begin} onCancel={() => setAsking(false)} />
      )}
    </>
  )
}

const everyMs = 1500
// So long a payment that was made may be on its way to us.
const mostChecks = 20

function useReload(calls: ReloadCalls, onPaid: Props['onPaid']) {
  const [hasPaid, setPaid] = useState(() => new URLSearchParams(location.search).has('paid'))
  const [standing, setStanding] = useState<HolderReload | null>(null)
  const [hasBegun, setBegun] = useState(false)
  const [hasLeft, setLeft] = useState(false)
  const [checks, setChecks] = useState(0)
  const state = standing?.Latest?.State
  const isPending = state === 'Opening' || state === 'Open'
  const isWaiting = (hasPaid || hasBegun) && isPending && checks < mostChecks

  const take = async (answer: Answer<HolderReload>) => {
    if (!answer.ok) return
    setStanding(answer.data)
    const latest = answer.data.Latest
    if (hasBegun && latest?.PaymentUrl) {
      setLeft(true)
      calls.leave(latest.PaymentUrl)
    }
    if (hasPaid && latest?.State === 'Paid') await onPaid()
  }
  useOnce(async () => {
    const answer = await calls.read(hasPaid)
    // Who opens the page again later has not just paid.
    if (hasPaid) history.replaceState(null, '', location.pathname)
    await take(answer)
  })
  useWhile(isWaiting && !hasLeft, everyMs, async () => {
    setChecks((count) => count + 1)
    await take(await calls.read(hasPaid && checks === 0))
  })
  useReturn(() => {
    setLeft(false)
    setBegun(false)
  })
  const begin = async (amount: number): Promise<string | null> => {
    const answer = await calls.begin(amount)
    if (!answer.ok) return answer.message
    setPaid(false)
    setBegun(true)
    setChecks(0)
    setStanding(answer.data)
    return null
  }
  return { standing, hasPaid, isWaiting, begin }
}

/** Who goes back in their browser finds the page as they left it, and may begin anew. */
function useReturn(work: () => void) {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && work()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  })
}

type FormProps = {
  standing: HolderReload
  /** Asks for the payment; tells why it could not, null if it did. */
  onBegin: (amount: number) => Promise<string | null>
  onCancel: () => void
}

function AmountForm({ standing, onBegin, onCancel }: FormProps) {
  const [text, setText] = useState<string | null>(null)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    const amount = amountIn(text)
    if (amount === null) return setFailure('Enter an amount in dollars, such as 20 or 20.50.')
    setBusy(true)
    setFailure((await onBegin(amount)) ?? undefined)
    return setBusy(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="Reload your card">
      <TextField
        label="Amount in dollars"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={failure}
        help={roomInWords(standing)}
        onChange={setText}
      />
      <Buttons>
        <Button type="submit" isBusy={isBusy}>
          Go to payment
        </Button>
        <Button kind="plain" isDisabled={isBusy} onPress={onCancel}>
          Cancel
        </Button>
      </Buttons>
    </form>
  )
}
