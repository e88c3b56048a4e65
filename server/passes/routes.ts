import type { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import type { Handlers } from '#platform/call'
import {
  createPassConfiguration,
  duplicatePassConfiguration,
  getPassConfiguration,
  listPassConfigurations,
  updatePassConfiguration,
  type GivenOutBy,
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

/** The designs of passes, and what gives them out. */
export const passConfigurationRoutes = (givenOutBy: GivenOutBy): Handlers<typeof passConfigurationsApi> => ({
  listPassConfigurations,
  createPassConfiguration,
  duplicatePassConfiguration,
  getPassConfiguration,
  updatePassConfiguration,
  retirePassConfiguration: (call) => retirePassConfiguration(call, givenOutBy),
  restorePassConfiguration,
  deletePassConfiguration: (call) => deletePassConfiguration(call, givenOutBy),
  getPassReach,
  getPassImage,
  setPassImage,
  removePassImage,
  listPassTokens,
  listLongestPassValues,
})
