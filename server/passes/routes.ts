import type { passConfigurationsApi } from '#contract/pass-configurations.ts'
import type { Handlers } from '#platform/call.ts'
import {
  createPassConfiguration,
  duplicatePassConfiguration,
  getPassConfiguration,
  listPassConfigurations,
  updatePassConfiguration,
} from './configurations.ts'
import { getPassImage, removePassImage, setPassImage } from './images.ts'
import { listLongestPassValues, listPassTokens } from './tokens.ts'

/** The designs of passes. */
export const passConfigurationRoutes: Handlers<typeof passConfigurationsApi> = {
  listPassConfigurations,
  createPassConfiguration,
  duplicatePassConfiguration,
  getPassConfiguration,
  updatePassConfiguration,
  getPassImage,
  setPassImage,
  removePassImage,
  listPassTokens,
  listLongestPassValues,
}
