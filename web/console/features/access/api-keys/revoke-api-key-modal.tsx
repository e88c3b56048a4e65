import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { apiKeysApi, type ApiKey } from '#contract/access/api-keys.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

/** Asks before a key is revoked. */
export function RevokeApiKeyModal({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(apiKeysApi.revokeApiKey, {
    success: 'API key revoked.',
    failure: 'Revoking the API key failed.',
  })
  return (
    <ConfirmModal
      title="Revoke the API key?"
      text={`Tills that use ${apiKey.Name} at ${apiKey.VenueName} stop working at once. A revoked key can not be brought back.`}
      confirmLabel="Revoke"
      danger
      onConfirm={() => run({ params: { businessId, apiKeyId: apiKey.ApiKeyId } })}
      onClose={onClose}
    />
  )
}
