import type { Settings } from '#platform/settings'
import type { AddressService } from './address-service.ts'
import { googlePlaces } from './google-places.ts'
import { localAddresses } from './local-addresses.ts'

/** Google's addresses where there is a key for them, Australia's suburbs where there is none. */
export function addressServiceOf({ googlePlaces: google }: Settings): AddressService {
  return google ? googlePlaces(google) : localAddresses()
}
