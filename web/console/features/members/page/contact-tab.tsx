import { Anchor } from '@mantine/core'
import { places, type Place } from '#contract/members/member-fields.ts'
import type { Address, ContactDetails, Member } from '#contract/members/members.ts'
import { Facts } from '#ui/layout/facts.tsx'
import { Panel, Panels } from '#ui/layout/panel.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import styles from './contact-tab.module.css'

/** How a member is reached at home, at work and by post. */
export function Tab({ member }: { member: Member }) {
  return (
    <Panels>
      {places.map((place) => (
        <Panel key={place} title={place} mark={<DefaultMarks member={member} place={place} />}>
          <Facts
            facts={[
              ['Address', <AddressText key="address" address={member[`${place}Address`]} />],
              ...contactFacts(member[`${place}ContactDetails`]),
            ]}
          />
        </Panel>
      ))}
    </Panels>
  )
}

/** How a member wants to be reached, in short. */
export function UsualContact({ member }: { member: Member }) {
  const [email, mobile, phone] = contactFacts(
    member[`${member.DefaultContactDetails ?? 'Home'}ContactDetails`],
  )
  const address = member[`${member.DefaultAddress ?? 'Home'}Address`]
  return (
    <Panel title="Contact">
      <Facts facts={[email, mobile, phone, ['Address', <AddressText key="address" address={address} />]]} />
    </Panel>
  )
}

function DefaultMarks({ member, place }: { member: Member; place: Place }) {
  const isAddress = member.DefaultAddress === place
  const isContact = member.DefaultContactDetails === place
  if (isAddress && isContact) return <StatusBadge color="blue">Default</StatusBadge>
  if (isAddress) return <StatusBadge color="blue">Default address</StatusBadge>
  return isContact && <StatusBadge color="blue">Default contact</StatusBadge>
}

function AddressText({ address }: { address: Address | null }) {
  if (!address) return '-'
  const { AddressLine1, AddressLine2, Suburb, State, PostCode, Country } = address
  const lines = [AddressLine1, AddressLine2, [Suburb, State, PostCode].filter(Boolean).join(' '), Country]
  return (
    <address className={styles.address}>
      {lines.filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  )
}

function contactFacts(contact: ContactDetails | null) {
  const accepts = [
    contact?.AcceptsEmailMarketing && 'e-mail',
    contact?.AcceptsMobileMarketing && 'mobile',
    contact?.AcceptsPhoneMarketing && 'phone',
  ].filter(Boolean)
  return [
    ['Email', reach('mailto', contact?.EmailAddress)],
    ['Mobile', reach('tel', contact?.MobileNumber)],
    ['Phone', reach('tel', contact?.PhoneNumber)],
    ['Marketing', accepts.length > 0 ? `Accepts ${accepts.join(', ')}` : 'None accepted'],
  ] as const
}

function reach(how: 'mailto' | 'tel', where: string | null | undefined) {
  if (!where) return null
  const [name, domain] = where.split(/(?<=@)/)
  return (
    <Anchor href={`${how}:${where.replaceAll(' ', '')}`}>
      {name}
      <wbr />
      {domain}
    </Anchor>
  )
}
