import { Group, TextField } from '#patron/kit/fields.tsx'
import type { QuestionProps } from './question-props.ts'

/** A member who is named by number and last name. Whether there is one isn't told. */
export function SponsorField({ question, value, error, onAnswer }: QuestionProps) {
  const named =
    typeof value === 'object' && 'LastName' in value ? value : { MembershipNumber: '', LastName: '' }
  const change = (patch: Partial<typeof named>) => {
    const next = { ...named, ...patch }
    onAnswer(next.MembershipNumber || next.LastName ? next : null)
  }
  const help = question.Help || 'A member of the club. We ask them to confirm it.'
  return (
    <Group
      legend={question.IsRequired ? question.Label : `${question.Label} (optional)`}
      help={help}
      error={error}
    >
      <TextField
        label="Their membership number"
        value={named.MembershipNumber}
        onChange={(text) => change({ MembershipNumber: text ?? '' })}
      />
      <TextField
        label="Their last name"
        value={named.LastName}
        onChange={(text) => change({ LastName: text ?? '' })}
      />
    </Group>
  )
}
