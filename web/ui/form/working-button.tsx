import { Button, Loader, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import styles from './working-button.module.css'

type Props = Omit<ButtonProps, 'loading' | 'disabled'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps | 'disabled'> & {
    isWorking: boolean
    /** Why it can't be pressed as things are: those who point at it or come to it by keys are told. */
    whyNot?: string | null | undefined
  }

/** A button that shows it is working and can't be pressed meanwhile. It keeps the focus, unlike a disabled one. */
export function WorkingButton({ isWorking, whyNot, onClick, children, ...props }: Props) {
  const isOff = isWorking || Boolean(whyNot)
  return (
    <Button
      {...props}
      {...(whyNot && { title: whyNot, 'aria-description': whyNot, 'data-disabled': true })}
      aria-disabled={isOff || undefined}
      data-working={isWorking || undefined}
      classNames={{ root: styles.button, label: styles.label }}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    >
      {children}
      {isWorking && <Loader className={styles.loader} size={16} color="currentColor" aria-hidden />}
    </Button>
  )
}
