import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { refreshQueries } from '#console/queries.ts'
import {
  optionListsApi,
  type ListedOption,
  type OptionChange,
  type OptionListName,
} from '#contract/business/option-lists.ts'

/** Changes options of a list. What somebody else has changed meanwhile is shown instead, with a sentence. */
export function useChangeOption(list: OptionListName, texts: { success?: string; failure: string }) {
  const { BusinessId: businessId } = useBusiness()
  const client = useQueryClient()
  const { run, isRunning } = useAction(optionListsApi.updateOption, texts)

  async function change({ Key, Revision }: ListedOption, body: z.input<typeof OptionChange>) {
    const query = { revision: Revision }
    const answer = await run({ params: { businessId, list, key: Key }, query, body })
    if (!answer.ok && answer.status === 409) void refreshQueries(client, ['option'])
    return answer
  }
  return { change, isChanging: isRunning }
}
