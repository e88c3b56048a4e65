import { TextInput } from '@mantine/core'
import { memberLabels as labels } from '#contract/members/member-labels.ts'
import { DateField } from '#ui/date/date-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { FirstContact } from './first-contact.tsx'
import { LikelyDoubles } from './likely-doubles.tsx'
import styles from './member-form.module.css'
import type { FieldsProps } from './member-values.ts'
import type { MemberOptions } from './member-options.ts'
import { OptionField } from './option-field.tsx'

type Props = FieldsProps & {
  options: MemberOptions
  /** The venue of a member who has one. */
  venueName: string | undefined
}

/** Who a member is, and what they are to the club, to be filled in. */
export function MemberDetailsFields({ form, options, venueName }: Props) {
  const field = <Name extends keyof typeof labels>(name: Name) => ({
    label: labels[name],
    ...form.getInputProps(name),
  })
  const isNew = venueName === undefined
  return (
    <div className={styles.stack}>
      <Panel title="Personal">
        <div className={styles.fields}>
          <OptionField {...field('Title')} options={options.titles} />
          {/* Who makes a member has said so, and where: the name is what is asked first. */}
          <TextInput required autoFocus={isNew} {...field('FirstName')} />
          <TextInput {...field('PreferredName')} />
          <TextInput {...field('MiddleName')} />
          <TextInput required {...field('LastName')} />
          <DateField {...field('BirthDate')} />
          <OptionField {...field('Gender')} options={options.genders} />
        </div>
      </Panel>
      {isNew && <FirstContact form={form} />}
      {/* Below what is typed, which must not move. */}
      {isNew && <LikelyDoubles values={form.values} />}
      <Panel title="Membership">
        <div className={styles.fields}>
          {!isNew && <TextInput label="Venue" value={venueName} readOnly />}
          <OptionField required {...field('MembershipType')} options={options['membership-types']} />
          <OptionField {...field('MemberLevel')} options={options['membership-levels']} />
          <OptionField {...field('Status')} options={options.statuses} />
          <TextInput {...field('MembershipNumber')} placeholder={isNew ? 'The next one if left empty' : ''} />
          <TextInput {...field('BadgeNumber')} />
          <TextInput {...field('CardNumber')} />
          <DateField {...field('DateJoined')} />
          <DateField {...field('DateRenewed')} />
          <DateField {...field('DateFinancial')} />
        </div>
      </Panel>
      <Panel title="Other">
        <div className={styles.fields}>
          <TextInput {...field('Nationality')} />
          <TextInput {...field('Occupation')} />
        </div>
      </Panel>
    </div>
  )
}
