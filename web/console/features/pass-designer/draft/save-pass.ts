import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { call } from '#web/api-client.ts'
import { useBusiness } from '#console/business.ts'
import { messages } from '#contract/messages.ts'
import { passConfigurationsApi, type PassConfiguration } from '#contract/passes/pass-configurations.ts'
import type { PassDocument } from '#contract/passes/pass-document.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import { documentOf } from './document-parts.ts'

/** What I wanted to save, what I started from, and what somebody else has saved meanwhile. */
export type Conflict = { mine: PassDocument; base: PassDocument; theirs: PassConfiguration }

/** Saves the design of a pass that was read as `stored`. Where somebody was faster, `conflict` says so. */
export function useSavePass(stored: PassConfiguration, onStored: (saved: PassConfiguration) => void) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, passConfigurationId: stored.PassConfigurationId }
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { run, isRunning } = useAction(passConfigurationsApi.updatePassConfiguration, {
    success: messages.passes.updated,
  })

  async function save(document: PassDocument, over: PassConfiguration = stored): Promise<boolean> {
    const answer = await run({ params, body: { ...document, Version: over.Version, IsProcessed: false } })
    if (answer.ok) {
      onStored(answer.data)
      setConflict(null)
      return true
    }
    if (answer.code === 'pass_changed') await compare(document)
    else toasts.error(messages.passes.unknownError, answer.message)
    return false
  }

  async function compare(mine: PassDocument) {
    const now = await call(passConfigurationsApi.getPassConfiguration, { params })
    if (now.ok) setConflict({ mine, base: documentOf(stored), theirs: now.data })
    else toasts.error(messages.passes.unknownError, now.message)
  }

  return { save, isSaving: isRunning, conflict, dropConflict: () => setConflict(null) }
}
