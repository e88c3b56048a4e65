import { TextInput, type TextInputProps } from '@mantine/core'
import { useMergedRef, useResizeObserver } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'
import styles from './email-field.module.css'

type Props = Omit<TextInputProps, 'value'> & { label: string; value?: string }

/** An e-mail address. One that is longer than its field stands below it in full: who sends something has to see where. */
export function EmailField({ value = '', ...props }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [observed, { width }] = useResizeObserver<HTMLInputElement>()
  const [isCutOff, setCutOff] = useState(false)
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = input.current ?? {}
    setCutOff(value !== '' && width > 0 && scrollWidth > clientWidth)
  }, [value, width])
  return (
    <TextInput
      type="email"
      autoComplete="off"
      value={value}
      description={isCutOff && value}
      classNames={{ description: styles.whole ?? '' }}
      {...props}
      ref={useMergedRef(input, observed)}
    />
  )
}
