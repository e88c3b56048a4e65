import { Box } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { usePageParams } from '#console/page-params.ts'
import { usePolledRead } from '#console/queries.ts'
import { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import { WorkProgress } from '#ui/feedback/work-progress.tsx'
import styles from '#features/pass-designer/fields/fields.module.css'
import { reachSentence, rolloutWords } from './reach-words.ts'

/** On how many phones the design is, and how far its last change has come there. */
export function useReach() {
  const { BusinessId: businessId } = useBusiness()
  const { passConfigurationId } = usePageParams('passDesign')
  const { data } = usePolledRead(
    passConfigurationsApi.getPassReach,
    { params: { businessId, passConfigurationId } },
    ({ Rollout }) => Rollout !== null,
  )
  return data
}

/** Says beside a button that saves at once how many phones that reaches. */
export function ReachHint() {
  const reach = useReach()
  const sentence = reach && reachSentence(reach)
  return sentence ? <p className={styles.hint}>{sentence}</p> : null
}

/** How far the last change has come, as long as it is on its way. */
export function RolloutProgress() {
  const rollout = useReach()?.Rollout
  if (!rollout) return null
  return (
    <Box mb="md">
      <WorkProgress
        label="Updating passes on phones"
        share={rollout.Told / rollout.Total}
        detail={`${rolloutWords(rollout)} told`}
      />
    </Box>
  )
}
