import { Title } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { cardsApi } from '#contract/cards/cards.ts'
import { ChangeList } from '#parts/change-list.tsx'
import { useCountedList } from '#parts/shown/counted-list.ts'
import styles from './card-page.module.css'

/** What has happened to a card, and who did it. */
export function CardHistory({ cardId }: { cardId: string }) {
  const { BusinessId: businessId } = useBusiness()
  const list = useCountedList(cardsApi.listCardHistory, { params: { businessId, cardId } })
  return (
    <section className={styles.section} aria-labelledby="card-history">
      <Title order={2} size="h3" id="card-history">
        History
      </Title>
      <ChangeList list={list} empty="Nothing has happened to this card." />
    </section>
  )
}
