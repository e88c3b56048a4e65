import { Alert } from '@mantine/core'

/** Why it came to nothing, where no field is to blame. */
export function Refused({ children }: { children: string | null }) {
  if (children === null) return null
  return (
    <Alert color="red" p="sm" role="alert">
      {children}
    </Alert>
  )
}
