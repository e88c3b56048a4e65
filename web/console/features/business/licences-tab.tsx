import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useOptimistic, useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { queryKeyOf } from '#console/queries.ts'
import { businessApi } from '#contract/business/business.ts'
import { licences, type Licence } from '#contract/business/licences.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import styles from './licences-tab.module.css'
import { licenceText } from './products.ts'

/** What the business is licensed for, to be switched on and off. */
export function Tab() {
  return (
    <ul className={styles.list} aria-label="Licences">
      {licences.map((licence) => (
        <LicenceRow key={licence} licence={licence} />
      ))}
    </ul>
  )
}

function LicenceRow({ licence }: { licence: Licence }) {
  const { DisplayName, LicencedHubProducts } = useBusiness()
  const { name, description, loss } = licenceText(licence)
  const [isOn, setOn] = useOptimistic(LicencedHubProducts.includes(licence))
  const [isAsking, setAsking] = useState(false)
  const save = useSaveLicence(licence)

  function change(wanted: boolean) {
    if (!wanted) return setAsking(true)
    // Shown as it is meant to be until the business has been read again, or the server has refused.
    startTransition(async () => {
      setOn(true)
      await save(true)
    })
  }

  return (
    <li className={styles.row}>
      <Switch
        label={name}
        description={description}
        checked={isOn}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      {isAsking && (
        <ConfirmModal
          title={`Take ${name} away?`}
          text={`${loss} This holds at once for everyone at ${DisplayName}. Nothing they have entered is lost.`}
          confirmLabel="Take away"
          danger
          onConfirm={() => save(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

function useSaveLicence(licence: Licence) {
  const client = useQueryClient()
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(businessApi.setLicence, {
    success: 'Licences updated.',
    failure: 'Licences update failed.',
  })
  return async (Value: boolean) => {
    const answer = await run({ params: { businessId, licence }, body: { Value } })
    // Waits for the business, which the action has begun to read again; where it was refused, nobody has yet.
    const businesses = { queryKey: queryKeyOf(businessApi.listBusinesses) }
    await client.invalidateQueries(businesses, { cancelRefetch: false })
    return answer
  }
}
