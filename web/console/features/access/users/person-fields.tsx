import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { userWords } from '#contract/access/user-words.ts'

type Person = { DisplayName: string; Username: string }

/** Who is invited: their name, and where the invitation goes. */
export function PersonFields<Values extends Person>({ form: given }: { form: UseFormReturnType<Values> }) {
  // What it fills in every form of this kind has.
  const form = given as unknown as UseFormReturnType<Person>
  return (
    <>
      <TextInput label="Name" autoComplete="off" required {...form.getInputProps('DisplayName')} />
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        required
        description={userWords.mailHelp}
        {...form.getInputProps('Username')}
      />
    </>
  )
}
