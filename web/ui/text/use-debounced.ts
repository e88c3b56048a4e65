import { useDebouncedCallback } from '@mantine/hooks'

const PAUSE_MS = 400

/** Runs `run` once the typing has paused for 400 ms; `flush` runs it now, `cancel` never. */
export function useDebounced<Args extends unknown[]>(run: (...args: Args) => void) {
  return useDebouncedCallback(run, PAUSE_MS)
}
