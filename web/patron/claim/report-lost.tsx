import { useEffect, useRef, useState } from 'react'
import styles from './card-page.module.css'
import { Button, Buttons, NoticeBox } from '#patron/kit/shell.tsx'

type Props = {
  businessName: string
  /** Blocks the card; tells why it could not, null if it did. */
  onReport: () => Promise<string | null>
}

/** The way for a holder to block a card that is lost, with the question that comes before. */
export function ReportLost({ businessName, onReport }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const question = useRef<HTMLHeadingElement>(null)
  // What was pressed is gone: whoever uses the keyboard goes on at the question.
  useEffect(() => {
    if (isAsking) question.current?.focus()
  }, [isAsking])
  async function report() {
    setBusy(true)
    setFailure(await onReport())
    setBusy(false)
  }
  if (!isAsking)
    return (
      <div className={styles.lost}>
        <Button kind="plain" onPress={() => setAsking(true)}>
          I have lost my card
        </Button>
      </div>
    )
  return (
    <section aria-labelledby="report-lost">
      <h2 id="report-lost" ref={question} tabIndex={-1}>
        Block this card?
      </h2>
      <p>
        Nobody can pay with it from then on, not even you. What is on it is safe: {businessName} sends you a
        new card with it, or lets this one work again if you find it.
      </p>
      {failure && <NoticeBox kind="error">{failure}</NoticeBox>}
      <Buttons>
        <Button isBusy={isBusy} onPress={() => void report()}>
          Block my card
        </Button>
        <Button kind="plain" isDisabled={isBusy} onPress={() => setAsking(false)}>
          Keep it
        </Button>
      </Buttons>
    </section>
  )
}
