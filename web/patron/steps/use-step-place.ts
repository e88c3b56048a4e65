import { useEffect, useRef, useState } from 'react'
import type { Step, StepName } from './steps.ts'

/**
 * Which step is shown. Each is an entry of the browser's history: the phone's own way back leads to the step before
 * rather than out of the form, and a reload stays where it was, as far as there is something saved to go on with.
 */
export function useStepPlace(steps: readonly Step[], isSaved: boolean, onTurn: () => void) {
  const placeIn = (state: unknown) =>
    Math.max(
      0,
      steps.findIndex(({ name }) => name === stepOf(state)),
    )
  const [index, setIndex] = useState(() => (isSaved ? placeIn(history.state) : 0))
  const turn = (place: number) => {
    onTurn()
    setIndex(place)
  }
  const latest = useRef((state: unknown) => turn(placeIn(state)))
  useEffect(() => {
    latest.current = (state) => turn(placeIn(state))
  })
  useEffect(() => {
    const follow = ({ state }: PopStateEvent) => latest.current(state)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  function goTo(name: StepName | undefined) {
    history.pushState({ step: name }, '')
    // Of the steps there are by now: a form may have changed a moment ago.
    latest.current(history.state)
  }
  return { index, goTo }
}

function stepOf(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'step' in state ? state.step : undefined
}
