import { Anchor } from '@mantine/core'
import { useZone } from '#ui/date/zone.ts'
import { formatDate } from '#ui/text/format.ts'
import { Link } from '#ui/layout/navigation.tsx'

/** A date that may break before its year, where a list has many columns. */
export function Day({ value }: { value: string | null | undefined }) {
  const zone = useZone()
  return value ? <time dateTime={value}>{formatDate(value, zone).replace(' ', '\u00A0')}</time> : '-'
}

/** A link to another record. */
export function RecordLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor component={Link} href={href}>
      {children}
    </Anchor>
  )
}
