import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { ageShown } from '#console/queries.ts'
import { figuresAge } from '#contract/answer-mark.ts'
import { messages } from '#contract/messages.ts'

/** A quiet line where what is on the page was read from a replica that is behind. */
export function FiguresAge() {
  const cache = useQueryClient().getQueryCache()
  const hear = useCallback((tell: () => void) => cache.subscribe(tell), [cache])
  const age = useSyncExternalStore(hear, () => ageShown(cache))
  if (age < figuresAge.tellFromSeconds) return null
  return (
    <Text component="output" display="block" size="sm" c="dimmed" mb="sm">
      {messages.reports.age(age)}
    </Text>
  )
}
