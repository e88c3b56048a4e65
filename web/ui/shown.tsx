import type { ReactNode } from 'react'

/** A dash for nothing; a long word may break after a sign (an e-mail address after its @), lest what holds it grow too wide. */
export function shown(content: ReactNode): ReactNode {
  if (content === null || content === undefined || content === '') return '-'
  if (typeof content !== 'string' || !/\S{20}/.test(content)) return content
  const parts = content
    .split(/(?<=@)/)
    .flatMap((part) => (part.length < 24 ? part : part.split(/(?<=[._-])/)))
  return parts.flatMap((part, index) => [part, <wbr key={index} />])
}
