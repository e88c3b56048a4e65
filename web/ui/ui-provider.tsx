import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { fetched, Nothing } from '#ui/feedback/fetched.tsx'
import { whenSaid } from '#ui/feedback/toasts.ts'
import './styles.css'
import { resolveVariables, theme } from './theme.ts'

printInLight()

/** Once something is said, or the page had the time to come: what is to be seen first has the line to itself. */
const said = new Promise<void>((resolve) => {
  whenSaid(resolve)
  setTimeout(resolve, 4_000)
})

// A toast is never the first thing to be seen: its part comes after the page, and shows what was said meanwhile.
// Should it never come, the page must not fall with it.
const Toaster = fetched(
  () => said.then(() => import('#ui/feedback/toaster.tsx')).then((file) => file.Toaster),
  null,
  Nothing,
)

/** Gives the pages inside it Hub's look, and the place where toasts appear. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto">
      {children}
      <Toaster />
    </MantineProvider>
  )
}

/** Paper is white: a dark page is printed as if it were light. */
function printInLight(): void {
  const { dataset } = document.documentElement
  let shown: string | undefined
  addEventListener('beforeprint', () => {
    shown = dataset.mantineColorScheme
    dataset.mantineColorScheme = 'light'
  })
  addEventListener('afterprint', () => {
    dataset.mantineColorScheme = shown
  })
}
