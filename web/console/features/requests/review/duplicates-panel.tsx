import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useBusiness } from '#console/business.ts'
import { pageHref } from '#contract/console-paths.ts'
import type { Address, Member } from '#contract/members/members.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import { formatDate } from '#ui/text/format.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { shownText } from '#ui/text/shown.tsx'
import { RecordLink } from './list-cells.tsx'
import styles from './requests.module.css'

type Props = { request: RequestDetail; onAttach?: (memberId: string) => void }

/** Members who may be the same person, side by side with what was submitted; what is the same stands out. */
export function DuplicatesPanel({ request, onAttach }: Props) {
  const members = request.PossibleDuplicates ?? []
  if (members.length === 0) return request.HasDuplicatesElsewhere ? <Elsewhere /> : null
  const rows = rowsOf(request)
  return (
    <div className={styles.wide}>
      <Panel title="Possible duplicates">
        {/* It scrolls sideways, so the keyboard has to reach it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className={styles.scroll} tabIndex={0} aria-label="Possible duplicates, side by side">
          <table className={styles.compare}>
            <thead>
              <tr>
                <td />
                <th scope="col">This request</th>
                {members.map((member) => (
                  <th key={member.id} scope="col">
                    <MemberHead member={member} {...(onAttach && { onAttach })} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([label, own, of]) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{valueInWords(own)}</td>
                  {members.map((member) => (
                    <td key={member.id} data-same={isSame(own, of(member)) || undefined}>
                      {valueInWords(of(member))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Panel>
    </div>
  )
}

function Elsewhere() {
  return (
    <div className={styles.wide}>
      <Panel title="Possible duplicates">
        They may be a member of another venue, which you do not see. Ask somebody who does before you accept.
      </Panel>
    </div>
  )
}

type Row = readonly [label: string, own: string | undefined, of: (member: Member) => string | null]

function rowsOf(request: RequestDetail): Row[] {
  const submitted = new Map(request.Submitted.map(({ Label, Value }) => [Label, Value]))
  const name = [submitted.get('First name'), submitted.get('Last name')].filter(Boolean).join(' ')
  return [
    ['Name', name, (member) => `${member.FirstName} ${member.LastName}`],
    ['Date of birth', submitted.get('Date of birth'), (member) => member.BirthDate],
    ['Email address', submitted.get('Email address'), (member) => contactOf(member).EmailAddress],
    ['Mobile number', request.MobileNumber ?? undefined, (member) => contactOf(member).MobileNumber],
    ['Home address', submitted.get('Home address'), (member) => line(member.HomeAddress)],
    ['Membership', submitted.get('Membership'), (member) => member.MembershipTypeDescription],
    ['Status', undefined, (member) => member.Status],
  ]
}

function MemberHead({ member, onAttach }: { member: Member; onAttach?: (memberId: string) => void }) {
  const { BusinessId: businessId } = useBusiness()
  const name = member.MembershipNumber ?? 'Member'
  return (
    <span className={styles.head}>
      <RecordLink href={pageHref('member', { businessId, memberId: member.id })}>{name}</RecordLink>
      {onAttach && (
        <Button
          variant="default"
          size="xs"
          aria-label={`Attach to ${name}`}
          onClick={() => onAttach(member.id)}
        >
          Attach
        </Button>
      )}
    </span>
  )
}

function contactOf(member: Member) {
  return member.HomeContactDetails ?? { EmailAddress: null, MobileNumber: null }
}

function line(address: Address | null): string | null {
  if (!address) return null
  const { AddressLine1, AddressLine2, Suburb, State, PostCode, Country } = address
  const place = [Suburb, State, PostCode].filter(Boolean).join(' ')
  return [AddressLine1, AddressLine2, place, Country].filter(Boolean).join(', ')
}

function valueInWords(value: string | null | undefined): ReactNode {
  return value && /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : shownText(value)
}

function isSame(one: string | undefined, other: string | null): boolean {
  return one !== undefined && one.toLowerCase() === other?.toLowerCase()
}
