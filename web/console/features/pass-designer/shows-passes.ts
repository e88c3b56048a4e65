import { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'

/** What is out of date once a design has changed. */
export const showsPasses = [
  passConfigurationsApi.listPassConfigurations,
  passConfigurationsApi.getPassConfiguration,
]
