import type { AddressComponent, AddressSuggestion } from '#contract/business/addresses.ts'
import type { AddressService } from './address-service.ts'
import { findPlace } from './find-place.ts'
import { type Locality, readRegister, type Register, stateNames } from './register.ts'
import { typedWords } from './typed-words.ts'

/** All Australian suburbs, postcodes and states: number and street are as typed, the locality is completed. */
export function localAddresses(): AddressService {
  let register: Register | undefined
  return {
    areStreetsChecked: false,
    suggest: async (typed) => {
      register ??= readRegister()
      return suggestFrom(register, typed)
    },
  }
}

function suggestFrom(register: Register, typed: string): AddressSuggestion[] {
  const words = typedWords(typed)
  const { before, localities } = findPlace(register, words)
  const street = streetOf(typed.slice(0, words[before]?.start))
  return localities.map((locality) => suggestion(street, locality))
}

/** What stands before the locality, as it was typed: 'Level 3, 5 Martin Place'. */
function streetOf(typed: string): string {
  return typed
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?,[ ,]*/g, ', ')
    .replaceAll(/^[ ,]+|[ ,]+$/g, '')
}

function suggestion(street: string, { suburb, state, postcode }: Locality): AddressSuggestion {
  const place = `${suburb} ${state} ${postcode}, Australia`
  return {
    Description: street ? `${street}, ${place}` : place,
    address_components: [
      ...streetParts(street),
      part('locality', suburb),
      part('administrative_area_level_1', stateNames[state] ?? state, state),
      part('country', 'Australia', 'AU'),
      part('postal_code', postcode),
    ],
  }
}

// '5/12A George St' and 'Unit 5, 12A George St' are both unit 5 of number 12A.
const streetShape =
  /^(?:(?:unit )?(?<before>\w+) ?\/ ?|(?:unit|apartment|apt|flat|suite|shop) (?<named>\w+),? )?(?<number>\d+\w?(?:-\d+\w?)?)(?:,? (?<route>.+))?$/i

/** What has another shape is the route, whole and as it was typed. */
function streetParts(street: string): AddressComponent[] {
  const { before, named, number, route } = streetShape.exec(street)?.groups ?? { route: street }
  const unit = before ?? named
  return [
    ...(unit ? [part('subpremise', unit)] : []),
    ...(number ? [part('street_number', number)] : []),
    ...(route ? [part('route', route)] : []),
  ]
}

function part(type: string, long: string, short = long): AddressComponent {
  return { long_name: long, short_name: short, types: [type] }
}
