import { IconGift, IconRefresh } from '@tabler/icons-react'
import type { CardProgram } from '#contract/card-programs.ts'
import styles from './card-art.module.css'

const icons = { InstantGift: IconGift, Reloadable: IconRefresh }

/** The picture of a card, small; the sign of its type while it has none. */
export function CardArt({ program: { CardArtUrl, ProgramType } }: { program: CardProgram }) {
  const Icon = icons[ProgramType]
  return (
    <span className={styles.card}>
      {CardArtUrl ? <img src={CardArtUrl} alt="" /> : <Icon size={18} stroke={1.5} aria-hidden />}
    </span>
  )
}
