import type { z } from 'zod'
import type { CardOrder, orderFieldsOf } from '#contract/orders/card-orders.ts'
import type { ChosenAddress } from '#parts/address-field.tsx'

/** What the form of an order holds. */
export type DetailsValues = {
  InitialCardValue: number | ''
  FirstName: string
  LastName: string
  EmailAddress: string
  MobileNumber: string
  Address: ChosenAddress
}

/** What the form starts with: what was confirmed before, or what is known of the member. */
export function detailsValuesOf({ InitialCardValue, MemberDetails: details }: CardOrder): DetailsValues {
  return {
    InitialCardValue: InitialCardValue ?? '',
    FirstName: details.FirstName,
    LastName: details.LastName,
    EmailAddress: details.EmailAddress ?? '',
    MobileNumber: details.MobileNumber ?? '',
    Address: {
      FormattedAddress: details.FormattedAddress ?? '',
      AddressComponents: details.AddressComponents,
    },
  }
}

type Fields = z.output<ReturnType<typeof orderFieldsOf>>

/** What the server is sent of it. */
export function bodyOf({ InitialCardValue, Address, ...person }: Fields) {
  return { InitialCardValue, MemberDetails: { ...person, ...Address } }
}

/** What the server said of single fields, by their names in the form. */
export function fieldErrorsOf(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([path, sentence]) => {
      const name = path.replace(/^MemberDetails\./, '')
      return [/Address(Components)?$/.test(name) && name !== 'EmailAddress' ? 'Address' : name, sentence]
    }),
  )
}
