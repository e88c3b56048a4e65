import type { ReactNode } from 'react'
import styles from './shown.module.css'

// Longer than any word that people use: such a one may break anywhere.
const endless = 20

/** A dash for nothing; a long word may break after a sign (an e-mail address after its @), lest what holds it grow too wide. */
export function shownText(content: ReactNode): ReactNode {
  if (content === null || content === undefined || content === '') return '-'
  if (typeof content !== 'string' || !/\S{20}/.test(content)) return content
  const parts = content
    .split(/(?<=@)/)
    .flatMap((part) => (part.length < 24 ? part : part.split(/(?<=[._-])|(?=\s)|(?<=\s)/)))
  // One element, whatever holds it: in a row of things each part would be a thing of its own.
  return (
    <span>{parts.flatMap((part, index) => [breakable(part, index), <wbr key={`after ${index}`} />])}</span>
  )
}

function breakable(part: string, key: number): ReactNode {
  if (part.length < endless) return part
  return (
    <span key={key} className={styles.endless}>
      {part}
    </span>
  )
}
