import { Notifications } from '@mantine/notifications'

/** The place where toasts appear. */
export function Toaster() {
  return (
    <Notifications position="top-center" containerWidth={400} transitionDuration={150} aria-live="polite" />
  )
}
