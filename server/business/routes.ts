import type { businessApi } from '#contract/business/business.ts'
import type { optionListsApi } from '#contract/business/option-lists.ts'
import type { settingsApi } from '#contract/business/settings.ts'
import type { venuesApi } from '#contract/business/venues.ts'
import type { Handlers } from '#platform/call'
import type { Settings } from '#platform/settings'
import { addOption, listOptionLists, updateOption } from '#server/business/options'
import { type PointsByVenue } from '#server/business/points'
import {
  australianBusinessRegister,
  type BusinessRegister,
  localRegister,
  lookupAbn,
} from '#server/business/register'
import { createBusiness, listBusinesses } from './businesses.ts'
import { setLicence } from './licences.ts'
import { removeBusinessLogo, setBusinessLogo } from './logo.ts'
import { confirmAbn, getBusinessSettings, saveBusinessSettings } from './settings.ts'
import { setTimeZone } from './time-zone.ts'
import { createVenue, deleteVenue, listVenues, updateVenue } from './venues.ts'

const registerOf = ({ businessRegister }: Settings): BusinessRegister =>
  businessRegister ? australianBusinessRegister(businessRegister) : localRegister

/** Businesses, what they say of themselves, and the register that new ones are taken from. */
export function businessRoutes(settings: Settings): Handlers<typeof businessApi & typeof settingsApi> {
  const register = registerOf(settings)
  return {
    listBusinesses,
    createBusiness: createBusiness(register, settings.brand),
    lookupAbn: (call) => lookupAbn(call, register),
    setLicence,
    setTimeZone,
    getBusinessSettings,
    saveBusinessSettings: saveBusinessSettings(register, settings.brand),
    confirmAbn: confirmAbn(register),
    setBusinessLogo,
    removeBusinessLogo,
  }
}

/** The venues of a business. */
export const venueRoutes = (pointsByVenue: PointsByVenue): Handlers<typeof venuesApi> => ({
  listVenues,
  createVenue,
  updateVenue: updateVenue(pointsByVenue),
  deleteVenue,
})

/** The lists that members' fields are filled from. */
export const optionListRoutes: Handlers<typeof optionListsApi> = { listOptionLists, addOption, updateOption }
