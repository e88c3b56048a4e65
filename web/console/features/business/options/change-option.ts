import type { z } from 'zod'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import {
  optionListsApi,
  type ListedOption,
  type OptionChange,
  type OptionListName,
} from '#contract/business/option-lists.ts'

/** Changes options of a list. */
export function useChangeOption(list: OptionListName, texts: { success?: string; failure: string }) {
  const { BusinessId: businessId } = useBusiness()
  const { run, isRunning } = useAction(optionListsApi.updateOption, texts)
  const change = (option: ListedOption, body: z.input<typeof OptionChange>) =>
    run({ params: { businessId, list, key: option.Key }, body })
  return { change, isChanging: isRunning }
}
