import styles from './card-face.module.css'
import { longDate } from '#patron/kit/shell.tsx'

type Props = {
  card: { CardArtUrl: string | null; CardProgramDescription: string; BusinessName: string }
  /** It can't be used. */
  isOff?: boolean
}

/** The card as it looks; its name on plain colour while its program has no picture. */
export function CardFace({ card, isOff = false }: Props) {
  const { CardArtUrl, CardProgramDescription, BusinessName } = card
  return (
    <div className={styles.face} data-off={isOff || undefined}>
      {CardArtUrl ? (
        <img src={CardArtUrl} alt={CardProgramDescription} />
      ) : (
        <>
          <span>{BusinessName}</span>
          <strong>{CardProgramDescription}</strong>
        </>
      )}
    </div>
  )
}

/** When a card ends, in words. */
export function usableUntil({ PlasticExpiryDate }: { PlasticExpiryDate: string | null }): string {
  return PlasticExpiryDate === null ? 'It does not expire' : longDate(PlasticExpiryDate)
}
