import { useLocalStorage } from '@mantine/hooks'
import { useLayoutEffect } from 'react'

export const densities = { comfortable: 'Comfortable', compact: 'Compact' }

export type Density = keyof typeof densities

/** How close the rows of tables stand, kept on this device. The tables' styles read it from the page. */
export function useDensity() {
  const kept = useLocalStorage<Density>({
    key: 'hub.density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
  })
  const [density] = kept
  useLayoutEffect(() => {
    document.documentElement.dataset.density = density
  }, [density])
  return kept
}
