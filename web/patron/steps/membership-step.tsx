import { agesInWords } from '#contract/requests/type-rules.ts'
import { Choice, Group, Tick } from '#patron/kit/fields.tsx'
import { money, NoticeBox } from '#patron/kit/shell.tsx'
import type { StepProps } from './steps.ts'
import { TotalLine } from '#patron/request/total-line.tsx'

/** Which membership, and what with it. */
export function MembershipStep({ form, answers, offered, errors, change }: StepProps) {
  const toggle = (id: string, isChosen: boolean) =>
    change({
      FeeItems: isChosen ? [...answers.FeeItems, id] : answers.FeeItems.filter((each) => each !== id),
    })
  return (
    <>
      <Choice
        legend="Membership"
        name="membership"
        value={answers.MembershipType}
        error={errors.MembershipType}
        options={form.MembershipTypes.filter(({ Key }) => offered?.includes(Key) ?? true).map(
          ({ Key, Description, Fee, Rules }) => ({
            key: Key,
            label: [Description, agesInWords(Rules)].filter(Boolean).join(', '),
            detail: Fee > 0 ? money(Fee) : 'Free',
          }),
        )}
        onChange={(MembershipType) => change({ MembershipType })}
      />
      {form.FeeItems.length > 0 && (
        <Group legend="Would you like to add something?">
          {form.FeeItems.map(({ Id, Description, Fee }) => (
            <Tick
              key={Id}
              label={Description}
              detail={money(Fee)}
              isTicked={answers.FeeItems.includes(Id)}
              onChange={(isChosen) => toggle(Id, isChosen)}
            />
          ))}
        </Group>
      )}
      <TotalLine form={form} answers={answers} />
      {form.PaymentMode === 'None' && form.MembershipTypes.some(({ Fee }) => Fee > 0) && (
        <NoticeBox kind="warning">The fee is paid at the club, once you have sent this.</NoticeBox>
      )}
    </>
  )
}
