import type { ReactNode } from 'react'
import type { CardOrder, PostalAddress } from '#contract/orders/card-orders.ts'
import { Facts } from '#ui/layout/facts.tsx'
import { Money } from '#ui/text/money.tsx'

type Fact = readonly [name: string, value: ReactNode]

/** What an order says: for whom, with what on the card, sent where; what else is known of it stands before. */
export function OrderSummary({ order, known = [] }: { order: CardOrder; known?: readonly Fact[] }) {
  const { MemberDetails: details, InitialCardValue, ConfirmedPostalAddress } = order
  return (
    <Facts
      facts={[
        ...known,
        ['Membership number', details.MembershipNumber],
        ['First name', details.FirstName],
        ['Last name', details.LastName],
        ['Email', details.EmailAddress],
        ['Mobile', details.MobileNumber],
        [
          'Initial balance',
          InitialCardValue === null ? null : <Money key="value" value={InitialCardValue} />,
        ],
        ['Postal address', ConfirmedPostalAddress ? inOneLine(ConfirmedPostalAddress) : null],
      ]}
    />
  )
}

function inOneLine(address: PostalAddress): string {
  return [
    address.AddressLine1,
    address.AddressLine2,
    address.AddressLine3,
    address.Suburb,
    address.State,
    address.PostCode,
    address.Country,
  ]
    .filter(Boolean)
    .join(', ')
}
