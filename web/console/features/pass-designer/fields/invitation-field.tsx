import { smsPartsOf } from '#contract/messaging/sms-parts.ts'
import { invitationText } from '#contract/passes/invitation-text.ts'
import { claimPath } from '#contract/patron-paths.ts'
import styles from './fields.module.css'
import { TokenField } from './token-field.tsx'
import type { Designing } from '#features/pass-designer/draft/use-designing.ts'

const field = 'InvitationSMSMessageBodyFormat'

/** The text message that invites a member, as it is written and as it is read. */
export function InvitationField({ designing: { document, set, errors, values } }: { designing: Designing }) {
  const text = invitationText(document[field], values, sampleLink)
  const { parts } = smsPartsOf(text)
  return (
    <div>
      <TokenField
        label="Invitation message"
        description="The text message with the link to the pass."
        isLong
        hasLink
        value={document[field]}
        onChange={(format) => set(field, format)}
        error={errors[field]}
      />
      <p className={styles.message} aria-label="The message as it is read">
        {text}
      </p>
      <p className={styles.hint}>{parts === 1 ? 'One text message.' : `${parts} text messages.`}</p>
    </div>
  )
}

// As long as a real one will be.
const sampleLink = location.origin + claimPath('p-Xq3vT0b9Lr2mYkZsW8aJcd')
