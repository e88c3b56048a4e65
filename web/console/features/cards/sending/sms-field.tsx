import { Text, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useBusiness } from '#console/business.ts'
import { smsText, smsTokens, usualSms } from '#contract/cards/card-sms.ts'
import { smsPartsOf } from '#contract/messaging/sms-parts.ts'
import type { CardProgram } from '#contract/cards/card-programs.ts'
import { claimPath } from '#contract/patron-paths.ts'
import { formatDate, formatMoney } from '#ui/text/format.ts'
import type { SendValues } from './send-values.ts'
import styles from './sms-field.module.css'

type Props = { form: UseFormReturnType<SendValues>; program: CardProgram }

/** The text message, in words of one's own if wanted, as the recipient will read it. */
export function SmsField({ form, program }: Props) {
  const { values } = form
  const { DisplayName } = useBusiness()
  const message = smsText(values.CustomInvitationSMSMessageBodyFormat || usualSms, {
    FirstName: values.FirstName || 'First name',
    LastName: values.LastName || 'Last name',
    Value: formatMoney(values.InitialCardValue || 0),
    Card: program.Description,
    Business: DisplayName,
    ExpiryDate: values.OfferExpiryDate ? formatDate(values.OfferExpiryDate) : 'Offer expiry',
    Link: window.location.origin + claimPath('AbCdEfGhIjKlMnOpQrStUv'),
  })
  const { parts } = smsPartsOf(message)
  return (
    <>
      <Textarea
        label="Text message"
        description={`Left empty, the usual one. ${smsTokens.map((token) => `{${token}}`).join(' ')} stand for what they say.`}
        placeholder={usualSms}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('CustomInvitationSMSMessageBodyFormat')}
      />
      <section className={styles.preview} aria-label="Preview of the text message">
        <p className={styles.bubble}>{message}</p>
        <Text size="sm" c="dimmed">
          {message.length} characters, sent as {parts === 1 ? '1 message' : `${parts} messages`}
        </Text>
      </section>
    </>
  )
}
