import { Text } from '@mantine/core'

/** Why it came to nothing, where no field is to blame. */
export function Refused({ children }: { children: string | null }) {
  if (children === null) return null
  return (
    <Text role="alert" c="red.9">
      {children}
    </Text>
  )
}
