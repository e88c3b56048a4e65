import type { AddressComponent } from '#contract/business/addresses.ts'
import type { Address, Member } from '#contract/members/members.ts'
import type { CardOrder } from '#contract/orders/card-orders.ts'

/** What an order says until somebody has confirmed it: the member as they are now. */
export function detailsOf(member: Member): CardOrder['MemberDetails'] {
  const contact = member[`${member.DefaultContactDetails}ContactDetails`]
  const address = [member.PostalAddress, member[`${member.DefaultAddress}Address`]].find(isWritten)
  return {
    MembershipNumber: member.MembershipNumber,
    FirstName: member.FirstName,
    LastName: member.LastName,
    MobileNumber: contact?.MobileNumber ?? null,
    EmailAddress: contact?.EmailAddress ?? null,
    FormattedAddress: address ? inOneLine(address) : null,
    AddressComponents: address ? componentsOf(address) : [],
  }
}

function isWritten(address: Address | null | undefined): address is Address {
  return address !== null && address !== undefined && inOneLine(address) !== ''
}

function inOneLine(address: Address): string {
  const place = [address.Suburb, address.State, address.PostCode].filter(Boolean).join(' ')
  return [address.AddressLine1, address.AddressLine2, place, address.Country].filter(Boolean).join(', ')
}

/** The parts of an address that was written rather than chosen, as far as they can be told apart. */
function componentsOf(address: Address): AddressComponent[] {
  const street = [address.AddressLine1, address.AddressLine2].filter(Boolean).join(', ')
  const [, number = '', route = street] = /^(\d\S*)\s+(.+)$/.exec(street) ?? []
  const parts: [type: string, text: string | null][] = [
    ['street_number', number],
    ['route', route],
    ['locality', address.Suburb],
    ['administrative_area_level_1', address.State],
    ['postal_code', address.PostCode],
    ['country', address.Country],
  ]
  return parts.flatMap(([type, text]) => (text ? [{ long_name: text, short_name: text, types: [type] }] : []))
}
