import type { z } from 'zod'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { configurationApi } from '#contract/business/configuration.ts'
import {
  optionListsApi,
  type ListedOption,
  type OptionChange,
  type OptionListName,
} from '#contract/business/option-lists.ts'

/** What a change of an option makes out of date. */
export const showsOptions = [optionListsApi.listOptionLists, configurationApi.listMemberData]

/** Changes options of a list. */
export function useChangeOption(list: OptionListName, texts: { success?: string; failure: string }) {
  const { BusinessId: businessId } = useBusiness()
  const { run, isRunning } = useAction(optionListsApi.updateOption, { ...texts, refreshes: showsOptions })
  const change = (option: ListedOption, body: z.input<typeof OptionChange>) =>
    run({ params: { businessId, list, key: option.Key }, body })
  return { change, isChanging: isRunning }
}
