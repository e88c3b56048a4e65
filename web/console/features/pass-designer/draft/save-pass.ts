import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { messages } from '#contract/messages.ts'
import { passConfigurationsApi, type PassConfiguration } from '#contract/passes/pass-configurations.ts'
import type { PassDocument } from '#contract/passes/pass-document.ts'
import { partInWords, passParts } from '#contract/passes/pass-words.ts'
import { differencesIn, withTheirs } from '#parts/conflict/differences.ts'
import { recordChanged, useConflict } from '#parts/conflict/use-conflict.tsx'
import { toasts } from '#ui/feedback/toasts.ts'
import { call } from '#web/api-client.ts'
import { documentOf } from './document-parts.ts'

const words = {
  labels: passParts,
  wordsOf: partInWords,
  sameBy: (document: PassDocument, part: keyof PassDocument) => document[part],
}

/** Saves the design of a pass that was read as `stored`. Where somebody was faster, `question` asks whose is kept. */
export function useSavePass(stored: PassConfiguration, onStored: (saved: PassConfiguration) => void) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, passConfigurationId: stored.PassConfigurationId }
  const { ask, question } = useConflict('Somebody else has saved this pass meanwhile.')
  const { run, isRunning } = useAction(passConfigurationsApi.updatePassConfiguration, {
    success: messages.passes.updated,
  })

  /** Ends with what was saved: the design, or what was made of it and somebody else's; null where nothing was. */
  async function save(
    document: PassDocument,
    over: PassConfiguration = stored,
  ): Promise<PassDocument | null> {
    const answer = await run({ params, body: { ...document, Version: over.Version, IsProcessed: false } })
    if (answer.ok) {
      onStored(answer.data)
      // As it is stored, which is what is compared from now on: without spaces around it, say.
      return documentOf(answer.data)
    }
    if (answer.code === recordChanged) return compare(answer.message, document, over)
    toasts.error(messages.passes.unknownError, answer.message)
    return null
  }

  async function compare(said: string, mine: PassDocument, over: PassConfiguration) {
    const now = await call(passConfigurationsApi.getPassConfiguration, { params })
    if (!now.ok) {
      toasts.error(messages.passes.unknownError, now.message)
      return null
    }
    const theirs = documentOf(now.data)
    const kept = await ask(said, differencesIn({ base: documentOf(over), mine, theirs }, words))
    return kept && save(withTheirs(mine, theirs, kept), now.data)
  }

  return { save, isSaving: isRunning, question }
}
