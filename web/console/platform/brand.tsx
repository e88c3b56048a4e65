import styles from './brand.module.css'
import { useSettings } from './settings.ts'

/** The mark and name of the installation. */
export function Brand({ isMarkOnly = false }: { isMarkOnly?: boolean }) {
  const { Brand: name } = useSettings()
  return (
    <span className={styles.brand}>
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden>
        <rect width="28" height="28" rx="8" fill="currentColor" />
        <g stroke="#fff" strokeWidth="1.75" strokeLinecap="round">
          <path d="M14 14V6.5M14 14l-6.5 4M14 14l6.5 4" />
        </g>
        <g fill="#fff">
          <circle cx="14" cy="14" r="3.5" />
          <circle cx="14" cy="6.5" r="2" />
          <circle cx="7.5" cy="18" r="2" />
          <circle cx="20.5" cy="18" r="2" />
        </g>
      </svg>
      <span className={styles.name} data-unseen={isMarkOnly || undefined}>
        {name}
      </span>
    </span>
  )
}
