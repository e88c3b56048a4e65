import type { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import type { Handlers } from '#platform/call'
import {
  createPassConfiguration,
  duplicatePassConfiguration,
  getPassConfiguration,
  listPassConfigurations,
  updatePassConfiguration,
  retirePassConfiguration,
  restorePassConfiguration,
  deletePassConfiguration,
  getPassReach,
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
  retirePassConfiguration,
  restorePassConfiguration,
  deletePassConfiguration,
  getPassReach,
  getPassImage,
  setPassImage,
  removePassImage,
  listPassTokens,
  listLongestPassValues,
}
