import { useMediaQuery } from '@mantine/hooks'

/** Whether the page is narrower than 1000 px, where the layout is the one for phones. */
export function useIsPhone(): boolean {
  return useMediaQuery('(width < 62.5em)', undefined, { getInitialValueInEffect: false })
}
