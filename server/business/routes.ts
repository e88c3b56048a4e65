import type { businessApi } from '#contract/business/business.ts'
import type { optionListsApi } from '#contract/business/option-lists.ts'
import type { venuesApi } from '#contract/business/venues.ts'
import type { Handlers } from '#platform/call'
import type { Settings } from '#platform/settings'
import { addOption, listOptionLists, updateOption } from '#server/business/options'
import { australianBusinessRegister, localRegister, lookupAbn } from '#server/business/register'
import { createBusiness, listBusinesses } from './businesses.ts'
import { setLicence } from './licences.ts'
import { setTimeZone } from './time-zone.ts'
import { createVenue, deleteVenue, listVenues, updateVenue } from './venues.ts'

/** Businesses, and the register that new ones are taken from. */
export function businessRoutes(settings: Settings): Handlers<typeof businessApi> {
  const register = settings.businessRegister
    ? australianBusinessRegister(settings.businessRegister)
    : localRegister
  return {
    listBusinesses,
    createBusiness: (call) => createBusiness(call, settings.brand),
    lookupAbn: (call) => lookupAbn(call, register),
    setLicence,
    setTimeZone,
  }
}

/** The venues of a business. */
export const venueRoutes: Handlers<typeof venuesApi> = { listVenues, createVenue, updateVenue, deleteVenue }

/** The lists that members' fields are filled from. */
export const optionListRoutes: Handlers<typeof optionListsApi> = { listOptionLists, addOption, updateOption }
