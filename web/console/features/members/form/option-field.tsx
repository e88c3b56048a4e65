import { NativeSelect } from '@mantine/core'
import type { ComponentProps } from 'react'
import { messages } from '#contract/messages.ts'

type Choice = { Key: string; Value: string; IsDeprecated?: boolean }

type Props = Omit<ComponentProps<typeof NativeSelect>, 'data'> & {
  options: readonly Choice[]
  /** The list is still on its way: whether a value is offered isn't known yet. */
  isLoading?: boolean
}

/** One of a list, or none. A value that isn't offered any more is marked so. */
export function OptionField({ options, isLoading = false, ...input }: Props) {
  const isKnown = options.some(({ Key }) => Key === input.value)
  return (
    <NativeSelect {...input}>
      <option value="">Not chosen</option>
      {typeof input.value === 'string' && input.value !== '' && !isKnown && (
        <option value={input.value}>
          {isLoading ? input.value : `${input.value} ${messages.generic.deprecated}`}
        </option>
      )}
      {options.map(({ Key, Value, IsDeprecated }) => (
        <option key={Key} value={Key}>
          {IsDeprecated ? `${Value} ${messages.generic.deprecated}` : Value}
        </option>
      ))}
    </NativeSelect>
  )
}
