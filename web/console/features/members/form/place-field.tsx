import { NativeSelect } from '@mantine/core'
import type { ComponentProps } from 'react'
import { places } from '#contract/members/member-fields.ts'
import styles from './member-form.module.css'

/** Home, work or postal. */
export function PlaceField(props: Omit<ComponentProps<typeof NativeSelect>, 'data'>) {
  return <NativeSelect className={styles.default} data={[...places]} {...props} />
}
