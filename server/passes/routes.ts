import type { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import type { Handlers } from '#platform/call'
import {
  createPassConfiguration,
  duplicatePassConfiguration,
  getPassConfiguration,
  listPassConfigurations,
  updatePassConfiguration,
  getPassImage,
  removePassImage,
  setPassImage,
  listLongestPassValues,
  listPassTokens,
} from '#server/passes/designs'

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
