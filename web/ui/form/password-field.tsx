import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password, which can be shown. Says so itself when it is wrong: the kit's doesn't. */
export function PasswordField({ error, ...props }: PasswordInputProps) {
  return <PasswordInput {...props} error={error} aria-invalid={error ? true : undefined} />
}
