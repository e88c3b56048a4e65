import { Textarea, type TextareaProps } from '@mantine/core'

/** Why something is done: a few lines, which go on record. */
export function ReasonField(props: TextareaProps) {
  return <Textarea label="Reason" required autosize minRows={2} maxRows={6} {...props} />
}
