import { IconGift, IconRefresh } from '@tabler/icons-react'
import type { CardProgram, CardProgramType } from '#contract/cards/card-programs.ts'
import styles from './card-art.module.css'

const icons = { InstantGift: IconGift, Reloadable: IconRefresh }

/** The sign of a type of card. */
export function TypeIcon({ type, size }: { type: CardProgramType; size: number }) {
  const Icon = icons[type]
  return <Icon size={size} stroke={1.5} aria-hidden />
}

type Props = { program: Pick<CardProgram, 'CardArtUrl' | 'ProgramType'> }

/** The picture of a card, small; the sign of its type while it has none. */
export function CardArt({ program: { CardArtUrl, ProgramType } }: Props) {
  return (
    <span className={styles.card}>
      {CardArtUrl ? <img src={CardArtUrl} alt="" /> : <TypeIcon type={ProgramType} size={18} />}
    </span>
  )
}
