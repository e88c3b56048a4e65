import type { ReactNode } from 'react'

const number = new Intl.NumberFormat('en-AU')

/** A figure of the line that adds a report up. */
export function Total({ of, children }: { of: string; children: ReactNode }) {
  return (
    <span>
      {of} <strong>{children}</strong>
    </span>
  )
}

/** How many, as '1,234'. */
export function formatCount(count: number): string {
  return number.format(count)
}
