import { MantineProvider } from '@mantine/core'
import { Suspense, lazy } from 'react'
import type { ComponentType, ReactNode } from 'react'
import './styles.css'
import { resolveVariables, theme } from './theme.ts'

// A toast is never the first thing to be seen: its part comes after the page, and shows what was said meanwhile.
// Should it never come, the page must not fall with it.
const Toaster = lazy<ComponentType>(() =>
  import('./toaster.tsx').then(
    ({ Toaster: loaded }) => ({ default: loaded }),
    () => ({ default: () => null }),
  ),
)

/** Gives the pages inside it Hub's look, and the place where toasts appear. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} forceColorScheme="light">
      {children}
      <Suspense>
        <Toaster />
      </Suspense>
    </MantineProvider>
  )
}
