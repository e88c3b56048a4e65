import { useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'

/** Where somebody is in the wizard, and whom they look for: all of it in the address, so that a reload stays there. */
const WizardPlace = z.object({
  step: z.coerce.number().int().min(1).max(3).catch(1),
  memberId: z.string().optional().catch(undefined),
  orderId: z.string().optional().catch(undefined),
  q: z.string().catch(''),
  filter: z.string().catch(''),
})
export type WizardPlace = z.output<typeof WizardPlace>

/** The place, and the ways on: `search` narrows the members down, `go` is a step that the browser's Back undoes. */
export function useWizardPlace() {
  const place = WizardPlace.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  // From what the address says by now: a second change may come before the page has heard of the first.
  const patched = (patch: Partial<WizardPlace>) => (now: unknown) => ({ ...WizardPlace.parse(now), ...patch })
  return {
    place,
    search: (patch: Partial<WizardPlace>) =>
      void navigate({ to: '.', search: patched(patch), replace: true, resetScroll: false }),
    go: (patch: Partial<WizardPlace>) => void navigate({ to: '.', search: patched(patch) }),
    /** The same where what was filled in has just been saved. */
    goSaved: (patch: Partial<WizardPlace>) =>
      void navigate({ to: '.', search: patched(patch), ignoreBlocker: true }),
    restart: () => void navigate({ to: '.', search: {} }),
  }
}
export type WizardWay = ReturnType<typeof useWizardPlace>
