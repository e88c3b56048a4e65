import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import './styles.css'
import { resolveVariables, theme } from './theme.ts'

/** Gives the pages inside it Hub's look, and the place where toasts appear. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} forceColorScheme="light">
      {children}
      <Notifications position="top-center" containerWidth={400} transitionDuration={150} aria-live="polite" />
    </MantineProvider>
  )
}
