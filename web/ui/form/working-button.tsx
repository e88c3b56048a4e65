import { Button, Loader, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import styles from './working-button.module.css'

type Props = Omit<ButtonProps, 'loading'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> & { isWorking: boolean }

/** A button that shows it is working and can't be pressed meanwhile. It keeps the focus, unlike a disabled one. */
export function WorkingButton({ isWorking, onClick, children, ...props }: Props) {
  return (
    <Button
      {...props}
      aria-disabled={isWorking || undefined}
      data-working={isWorking || undefined}
      classNames={{ root: styles.button, label: styles.label }}
      onClick={isWorking ? (event) => event.preventDefault() : onClick}
    >
      {children}
      {isWorking && <Loader className={styles.loader} size={16} color="currentColor" aria-hidden />}
    </Button>
  )
}
