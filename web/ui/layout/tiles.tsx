import type { ReactNode } from 'react'
import styles from './tiles.module.css'

/** Few things of one kind side by side, as many as there is room for. */
export function Tiles({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.tiles} aria-label={label}>
      {children}
    </ul>
  )
}

type TileProps = {
  /** With more space around what it shows. */
  isRoomy?: boolean
  children: ReactNode
}

/** One of them. */
export function Tile({ isRoomy = false, children }: TileProps) {
  return (
    <li className={styles.tile} data-roomy={isRoomy || undefined}>
      {children}
    </li>
  )
}
